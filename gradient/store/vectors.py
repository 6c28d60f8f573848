"""Vectors: what is embedded, and who is near whom. Vectors of different models or versions never meet."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, copy, execute, rows

_queries = load("vectors")

Owner = tuple[str, int]
"""Kind (topic, content or chunk) and id."""


@dataclass(frozen=True)
class VectorSpace:
    """Whose vectors may be compared with each other."""

    model: str
    version: str
    dimension: int

    @property
    def key(self) -> str:
        """Model and version in one word."""
        return f"{self.model}@{self.version}"


@dataclass(frozen=True)
class NearTopic:
    """A topic and its cosine to a content, −1 to 1."""

    content_id: int
    topic_id: int
    cosine: float


@dataclass(frozen=True)
class Vote:
    """The topic of a tagged content near to a content: its trust, 0 to 1, and the cosine of the two."""

    content_id: int
    neighbour_id: int
    topic_id: int
    trust: float
    cosine: float


def unit_query(tool: str, free: bool) -> UnitQuery:
    """The units of embed: the owners of vectors, with a hash of their text."""
    return UnitQuery("embed", f"WITH owner AS ({_queries.owners}) {_queries.units}", tool, free)


async def texts(connection: Connection, course_id: int, owners: Sequence[Owner]) -> dict[Owner, str]:
    """The text of each owner that is still there."""
    query = f"WITH owner AS ({_queries.owners}) {_queries.texts}"
    kinds, ids = [kind for kind, _ in owners], [number for _, number in owners]
    found = await rows(connection, query, course=course_id, kinds=kinds, ids=ids)
    return {(one["kind"], one["id"]): one["text"] for one in found}


async def put(
    connection: Connection, space: VectorSpace, units: Sequence[Unit], vectors: NDArray[np.float32]
) -> None:
    """Store one row of `vectors` a unit, none for units without a text (rows of zeros)."""
    kinds, ids = [unit.kind for unit in units], [unit.unit_id for unit in units]
    await execute(connection, _queries.drop, model=space.model, version=space.version, kinds=kinds, ids=ids)
    await copy(
        connection,
        _queries.put,
        (
            (unit.kind, unit.unit_id, space.model, space.version, space.dimension, unit.input_hash,
             _written(vector))
            for unit, vector in zip(units, vectors, strict=True)
            if vector.any()
        ),
    )  # fmt: skip


def _written(vector: NDArray[np.float32]) -> str:
    return "[" + ",".join(map(repr, vector.tolist())) + "]"


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
    found = await rows(
        connection,
        _queries.similar_topics,
        model=space.model,
        version=space.version,
        course=course_id,
        contents=list(content_ids),
        floor=floor,
        most=most,
    )
    return [NearTopic(**one) for one in found]


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
    found = await rows(
        connection,
        _queries.similar_tagged,
        model=space.model,
        version=space.version,
        course=course_id,
        contents=list(content_ids),
        neighbours=neighbours,
        least_trust=least_trust,
        other_sources=other_sources,
    )
    return [Vote(**one) for one in found]
