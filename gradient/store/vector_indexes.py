"""Indexes over the vectors of contents, for when there are too many to compare with all of them."""

import asyncio
import hashlib
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import numpy as np
from psycopg.sql import Literal

from gradient.store.nearest import nearest
from gradient.store.queries import load
from gradient.store.sessions import Connection, Database, execute, row, rows, value
from gradient.store.vector_blocks import blocks, of_contents
from gradient.store.vectors import VectorSpace

_queries = load("vector_indexes")

LEAST: Final = 20_000
"""With fewer vectors exact search is as fast as an index, and misses nothing."""
GOOD: Final = 0.95
"""An index that finds a smaller share of the truly nearest is not used."""
MOST_DIMENSIONS: Final = 4000
"""pgvector indexes no longer vectors, at half precision."""
SAMPLED: Final = 100
SOUGHT: Final = 30
"""So many of the nearest are sought by each search that is compared with an exact one: as recall offers."""
WIDE: Final = 80
"""The least breadth of a search (hnsw.ef_search)."""
MORE: Final = 3
"""So many more than needed are taken from an index, which holds its vectors at half precision."""

TAGGED, TAGGED_ANYWHERE, ELSEWHERE = _queries.tagged, _queries.tagged_anywhere, _queries.elsewhere
"""What those have to be that a search finds: tagged, in one course or in several; in other sources."""


@dataclass(frozen=True)
class VectorIndex:
    """An index, with how many vectors there were when it was built, and the seconds that took.

    `recall` is the share, 0 to 1, of the truly nearest that `sampled` searches found.
    """

    model: str
    version: str
    dimension: int
    vectors: int
    sampled: int
    recall: float
    seconds: float

    @property
    def good(self) -> bool:
        """Whether it is searched by; else search stays exact."""
        return self.recall >= GOOD


def name_of(space: VectorSpace) -> str:
    """What the index of a space is called."""
    of = hashlib.md5(f"{space.key} {space.dimension}".encode(), usedforsecurity=False).hexdigest()
    return f"vectors_near_{of[:16]}"


async def known(connection: Connection, space: VectorSpace) -> VectorIndex | None:
    """The index of a space, or None if there is none that was checked."""
    found = await row(connection, _queries.known, name=name_of(space))
    return None if found is None else VectorIndex(**found)


async def every(connection: Connection) -> list[VectorIndex]:
    """All indexes that were built and checked."""
    return [VectorIndex(**found) for found in await rows(connection, _queries.all)]


async def ensure(database: Database, space: VectorSpace, now: datetime) -> VectorIndex | None:
    """Build and check the index of a space where it is worth while; what is known of it then.

    It is built anew once there are twice as many vectors as there were. None where search is exact anyway.
    What another is building is left to it: who waited for that would keep it from ending.
    """
    if space.dimension > MOST_DIMENSIONS:
        return None
    async with database.pool.connection() as connection:
        await connection.set_autocommit(True)
        try:
            return await _alone(connection, space, now)
        finally:
            await connection.set_autocommit(False)


async def _alone(connection: Connection, space: VectorSpace, now: datetime) -> VectorIndex | None:
    name = name_of(space)
    if not await value(connection, _queries.alone, name=name):
        return await known(connection, space)
    try:
        count = await value(connection, _queries.count, model=space.model, version=space.version)
        standing = await known(connection, space)
        if count < LEAST or (standing is not None and count < 2 * standing.vectors):
            return standing
        return await _built(connection, space, count, now)
    finally:
        await execute(connection, _queries.not_alone, name=name)
        await execute(connection, _queries.room_as_ever)


async def _built(connection: Connection, space: VectorSpace, count: int, now: datetime) -> VectorIndex:
    started = time.perf_counter()
    name = name_of(space)
    await drop(connection, space)
    await execute(connection, _queries.room, memory=_memory(space, count))
    await execute(connection, _written(_queries.build, space, name=name))
    seconds = time.perf_counter() - started
    async with connection.transaction():
        recall, sampled = await _checked(connection, space)
        found = VectorIndex(space.model, space.version, space.dimension, count, sampled, recall, seconds)
        await execute(connection, _queries.keep, name=name, at=now, **vars(found))
    return found


async def drop(connection: Connection, space: VectorSpace) -> None:
    """Remove the index of a space, if there is any; outside a transaction."""
    await execute(connection, _queries.forget, name=name_of(space))
    await execute(connection, _written(_queries.drop, space, name=name_of(space)))


async def drop_unused(connection: Connection) -> None:
    """Remove the indexes over vectors that no course is searched by any more."""
    for one in await rows(connection, _queries.unused):
        await execute(connection, _queries.drop_at_once.format(name=one["name"]))


def _memory(space: VectorSpace, count: int) -> int:
    """kB that hold the graph while it is built; beyond it the building is slow and still right."""
    return min(2_000_000, 65_536 + count * (2 * space.dimension + 600) // 1000)


async def _checked(connection: Connection, space: VectorSpace) -> tuple[float, int]:
    """Which share of the truly nearest a sample of searches finds, and how many those were."""
    given = {"model": space.model, "version": space.version}
    drawn = [one["owner_id"] for one in await rows(connection, _queries.sample, **given, most=SAMPLED)]
    asked = await of_contents(connection, space, drawn)
    truly: dict[int, list[tuple[float, int]]] = defaultdict(list)
    async for block in blocks(connection, space, _queries.everything):
        near = await asyncio.to_thread(nearest, asked.vectors, block.vectors, most=SOUGHT + 1)
        for own, place, cosine in near.pairs():
            if asked.ids[own] != block.ids[place]:
                truly[asked.ids[own]].append((cosine, block.ids[place]))
    found = await search(connection, space, asked.ids, most=SOUGHT)
    shares = [
        _share([near for _, near in sorted(pairs, reverse=True)[:SOUGHT]], found.get(content_id, ()))
        for content_id, pairs in truly.items()
    ]
    return (float(np.mean(shares)) if shares else 1.0), len(shares)


def _share(right: Sequence[int], found: Sequence[int]) -> float:
    return len(set(right) & set(found)) / len(right)


async def search(
    connection: Connection,
    space: VectorSpace,
    content_ids: Sequence[int],
    *,
    most: int,
    filters: Sequence[str] = (),
    **parameters: Any,
) -> dict[int, list[int]]:
    """For each content a few more than `most` that the index finds near to it, the nearest about first.

    They pass all the filters, which have these parameters.
    """
    # A search that is as narrow as what is asked for starts anew for the first one that does not pass.
    wide = min(1000, max(WIDE, most + 2 * MORE))
    await execute(connection, _queries.with_care, wide=wide)
    query = _written(_queries.search, space, filter=" AND ".join(filters) or "true")
    near = await rows(connection, query, contents=list(content_ids), most=most + MORE, **parameters)
    await execute(connection, _queries.plainly)
    found: dict[int, list[int]] = defaultdict(list)
    for one in near:
        found[one["content_id"]].append(one["near_id"])
    return found


def _written(query: str, space: VectorSpace, **parts: str) -> str:
    """A query with the space written out: the planner has to see that it is what the index is over."""
    given: Mapping[str, str] = {
        "model": _literal(space.model),
        "version": _literal(space.version),
        "dimension": str(int(space.dimension)),
        **parts,
    }
    return query.format(**given)


def _literal(text: str) -> str:
    return Literal(text).as_string().replace("%", "%%")
