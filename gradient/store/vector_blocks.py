"""Vectors read some at a time, as matrices."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
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

BLOCK = 8192
"""So many vectors are held at a time while the nearest are sought among all."""


@dataclass(frozen=True)
class Block:
    """Some vectors, a row each, with their ids and with what orders those that are equally near."""

    ids: Sequence[int]
    order: Sequence[tuple[Any, ...]]
    vectors: NDArray[np.float32]


async def of_contents(
    connection: Connection, space: VectorSpace, content_ids: Sequence[int], *, retired: bool = True
) -> Block:
    """The vectors of some contents, `retired` ones too if asked for; those without one are left out."""
    listing = blocks(connection, space, _vectors.of_contents, contents=list(content_ids), retired=retired)
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
