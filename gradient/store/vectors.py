"""Vectors: what is embedded, and who is near whom. Vectors of different models or versions never meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows
from gradient.store.vector_bytes import HEADER, TRAILER, line, number, packed

_queries = load("vectors")

Owner = tuple[str, int]
"""Kind (topic, content or chunk) and id."""


@dataclass(frozen=True)
class VectorSpace:
    """Whose vectors may be compared with each other: those of one model and version, cut to one length."""

    model: str
    version: str
    dimension: int

    @classmethod
    def of(cls, model: str, version: str, dimension: int) -> Self:
        """The space of a model, whose version by itself does not tell how long its vectors are."""
        return cls(model, f"{version}:{dimension}", dimension)

    @property
    def key(self) -> str:
        """Model and version in one word."""
        return f"{self.model}@{self.version}"


class NearTopic(NamedTuple):
    """A topic and its cosine to a content, −1 to 1."""

    content_id: int
    topic_id: int
    cosine: float


class Vote(NamedTuple):
    """The topic of a tagged content near to a content: its trust, 0 to 1, and the cosine of the two."""

    content_id: int
    neighbour_id: int
    topic_id: int
    trust: float
    cosine: float


def unit_query(space: VectorSpace, free: bool, least: int) -> UnitQuery:
    """The units of embed: the owners of vectors, with a hash of their text.

    Once all of these are done: the course, if it is searched by other vectors than those of the space; the
    index, if it is worth while, with `least` vectors or more, and there is none or a small one.
    """
    sql = f"WITH owner AS ({_queries.owners}), text AS ({_queries.units}) {_queries.upkeep}"
    parameters = {**vars(space), "key": space.key, "least": least}
    return UnitQuery("embed", sql, space.key, free, parameters)


async def texts(connection: Connection, course_id: int, owners: Sequence[Owner]) -> dict[Owner, str]:
    """The text of each owner that is still there."""
    query = f"WITH owner AS ({_queries.owners}) {_queries.texts}"
    kinds, ids = [kind for kind, _ in owners], [number for _, number in owners]
    found = await rows(connection, query, course=course_id, kinds=kinds, ids=ids)
    return {(one["kind"], one["id"]): one["text"] for one in found}


async def put(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    units: Sequence[Unit],
    vectors: NDArray[np.float32],
) -> None:
    """Store one row of `vectors` a unit, none for units without a text (rows of zeros).

    Of other vectors of the units those stay that their course is searched by.
    """
    kinds, ids = [unit.kind for unit in units], [unit.unit_id for unit in units]
    await execute(connection, _queries.drop, **vars(space), course=course_id, kinds=kinds, ids=ids)
    async with connection.cursor() as cursor, cursor.copy(_queries.put) as copying:
        await copying.write(HEADER)
        for unit, vector in zip(units, vectors, strict=True):
            if vector.any():
                await copying.write(_line(space, unit, vector))
        await copying.write(TRAILER)


def _line(space: VectorSpace, unit: Unit, vector: NDArray[np.float32]) -> bytes:
    return line(
        unit.kind.encode(),
        number(unit.unit_id),
        space.model.encode(),
        space.version.encode(),
        number(space.dimension, size=4),
        unit.input_hash.encode(),
        packed(vector),
    )
