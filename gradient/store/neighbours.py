"""Who is near whom: topics and tagged contents by the cosine of their vectors."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import AsyncServerCursor
from psycopg.rows import tuple_row

from gradient.store.nearest import nearest
from gradient.store.queries import load
from gradient.store.sessions import Connection, rows, value
from gradient.store.vector_bytes import unpacked
from gradient.store.vectors import NearTopic, VectorSpace, Vote

_queries = load("vectors")

BLOCK = 8192
"""So many vectors are held at a time while the nearest are sought among all."""

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Block:
    """Some vectors, a row each, with their ids and with what orders those that are equally near."""

    ids: Sequence[int]
    order: Sequence[tuple[str, ...]]
    vectors: Vectors


@dataclass(frozen=True)
class Neighbour:
    """That something is near to a content; the first of those that are equally near stands first in `order`."""

    content_id: int
    id: int
    cosine: float
    order: tuple[str, ...]


async def similar_topics(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    *,
    floor: float,
    most: int,
) -> list[NearTopic]:
    """For each content the active topics with a cosine of `floor` or more, at most `most` of them."""
    return await nearest_topics(
        connection, space, _queries.similar_topics, course_id, content_ids, floor=floor, most=most
    )


async def nearest_topics(
    connection: Connection,
    space: VectorSpace,
    listing: str,
    course_id: int,
    content_ids: Sequence[int],
    *,
    most: int,
    floor: float = -1.0,
) -> list[NearTopic]:
    """The same among the topics that a query lists: their id, their slug, and a vector for each."""
    asked = await of_contents(connection, space, content_ids)
    found: list[Neighbour] = []
    async for block in blocks(connection, space, listing, course=course_id):
        found += await asyncio.to_thread(_nearest, asked, block, most, floor, None)
    return [NearTopic(one.content_id, one.id, one.cosine) for one in first(found, most)]


async def similar_tagged(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    *,
    neighbours: int,
    least_trust: float = 0.0,
    other_sources: bool = False,
) -> list[Vote]:
    """For each content the topics of its nearest tagged contents, as tags stood when the round began.

    A content never votes on itself; with `other_sources` none that shares a source with it does.
    """
    near = await _nearest_tagged(
        connection, space, course_id, content_ids, neighbours, least_trust, other_sources
    )
    found = await rows(
        connection,
        _queries.votes,
        course=course_id,
        contents=sorted({one.id for one in near}),
        least_trust=least_trust,
    )
    votes: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for vote in found:
        votes[vote["neighbour_id"]].append(vote)
    return [
        Vote(one.content_id, one.id, vote["topic_id"], vote["trust"], one.cosine)
        for one in near
        for vote in votes[one.id]
    ]


async def _nearest_tagged(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    most: int,
    least_trust: float,
    other_sources: bool,
) -> list[Neighbour]:
    asked = await of_contents(connection, space, content_ids)
    barred = await _barred(connection, course_id, content_ids) if other_sources else {}
    found: list[Neighbour] = []
    listing = blocks(connection, space, _queries.similar_tagged, course=course_id, least_trust=least_trust)
    async for block in listing:
        found += await asyncio.to_thread(_nearest, asked, block, most, -1.0, barred)
    return first(found, most)


async def of_contents(connection: Connection, space: VectorSpace, content_ids: Sequence[int]) -> Block:
    """The vectors of some contents; those without one are left out."""
    listing = blocks(connection, space, _queries.of_contents, contents=list(content_ids))
    found = [block async for block in listing]
    if not found:
        return Block((), (), np.zeros((0, space.dimension), dtype=np.float32))
    return Block(
        [one for block in found for one in block.ids],
        [one for block in found for one in block.order],
        np.concatenate([block.vectors for block in found]),
    )


async def blocks(
    connection: Connection, space: VectorSpace, listing: str, **parameters: Any
) -> AsyncIterator[Block]:
    """What a query lists, some at a time: an id first, then what orders equals, the vector last."""
    given = {"model": space.model, "version": space.version, **parameters}
    cursor = AsyncServerCursor(connection, "vectors", row_factory=tuple_row)
    async with cursor:
        await cursor.execute(listing, given, binary=True)
        while found := await cursor.fetchmany(BLOCK):
            vectors = unpacked([one[-1] for one in found], space.dimension)
            yield Block([one[0] for one in found], [tuple(one[1:-1]) for one in found], vectors)


def first(found: Sequence[Neighbour], most: int) -> list[Neighbour]:
    """The nearest of each content, at most so many, the nearest first."""
    by_content: dict[int, list[Neighbour]] = defaultdict(list)
    for one in found:
        by_content[one.content_id].append(one)
    return [
        one
        for near in by_content.values()
        for one in sorted(near, key=lambda one: (-one.cosine, one.order))[:most]
    ]


async def _barred(
    connection: Connection, course_id: int, content_ids: Sequence[int]
) -> dict[int, frozenset[int]]:
    """For each content all that share a source with it."""
    standing: dict[int, set[int]] = defaultdict(set)
    sources: dict[int, set[int]] = defaultdict(set)
    for one in await rows(connection, _queries.standing, course=course_id):
        standing[one["source_id"]].add(one["content_id"])
        sources[one["content_id"]].add(one["source_id"])
    beside: dict[frozenset[int], frozenset[int]] = {}
    for content_id in content_ids:
        own = frozenset(sources[content_id])
        if own not in beside:
            beside[own] = frozenset().union(*(standing[source] for source in own))
    return {content_id: beside[frozenset(sources[content_id])] for content_id in content_ids}


def _nearest(
    asked: Block, block: Block, most: int, floor: float, barred: Mapping[int, frozenset[int]] | None
) -> list[Neighbour]:
    """The nearest in one block; `barred` says who does not count, beside a content itself; None if all do."""
    places = None
    if barred is not None:
        ids = np.array(block.ids, dtype=np.int64)
        places = [_places(ids, barred.get(one, frozenset()) | {one}) for one in asked.ids]
    return [
        Neighbour(asked.ids[near.asked], block.ids[near.other], near.cosine, block.order[near.other])
        for near in nearest(asked.vectors, block.vectors, most=most, floor=floor, barred=places)
    ]


def _places(ids: NDArray[np.int64], barred: frozenset[int]) -> NDArray[np.int64]:
    return np.flatnonzero(np.isin(ids, list(barred)))
