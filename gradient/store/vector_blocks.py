"""Vectors read some at a time, as matrices."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import AsyncServerCursor
from psycopg.rows import tuple_row

from gradient.store.queries import load
from gradient.store.sessions import Connection
from gradient.store.vector_bytes import unpacked
from gradient.store.vectors import VectorSpace

_vectors = load("vectors")

AT_ONCE = 1024
"""So many vectors of contents are sent in one piece."""
BLOCK = 8192
"""So many vectors are held at a time while the nearest are sought among all."""


@dataclass(frozen=True)
class Block:
    """Some vectors, a row each, with their ids and with what orders those that are equally near."""

    ids: list[int]
    order: list[tuple[Any, ...]]
    vectors: NDArray[np.float32]


async def of_contents(
    connection: Connection, space: VectorSpace, content_ids: Sequence[int], *, retired: bool = True
) -> Block:
    """The vectors of some contents, `retired` ones too if asked for; those without one are left out."""
    given = {"model": space.model, "version": space.version, "retired": retired}
    found = Block([], [], np.zeros((0, space.dimension), dtype=np.float32))
    made = [found.vectors]
    for at in range(0, len(content_ids), AT_ONCE):
        some = {**given, "contents": list(content_ids[at : at + AT_ONCE])}
        one = await (await connection.execute(_vectors.of_contents, some, binary=True)).fetchone()
        if one is not None and one["ids"] is not None:
            found.ids.extend(one["ids"])
            found.order.extend(zip(one["keys"], one["kinds"], strict=True))
            made.append(unpacked(one["vectors"], len(one["ids"]), space.dimension))
    return replace(found, vectors=np.concatenate(made))


async def whole(connection: Connection, space: VectorSpace, listing: str, **parameters: Any) -> Block:
    """All that a query lists as `id`, `place`, which orders equals, and `embedding`: topics, or sources."""
    given = {"model": space.model, "version": space.version, **parameters}
    query = _vectors.in_one_piece.format(listing=listing)
    cursor = await connection.execute(query.encode(), given, binary=True)
    one = await cursor.fetchone()
    assert one is not None
    ids = list(one["ids"])
    return Block(
        ids, [(place,) for place in one["places"]], unpacked(one["vectors"], len(ids), space.dimension)
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
            vectors = unpacked(b"".join(one[-1] for one in found), len(found), space.dimension)
            yield Block([one[0] for one in found], [tuple(one[1:-1]) for one in found], vectors)
