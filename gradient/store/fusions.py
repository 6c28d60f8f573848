"""Weights of the paths of recall that were fitted on the gold of a course."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg.types.json import Jsonb

from gradient.store.queries import load
from gradient.store.recall_paths import Trust
from gradient.store.sessions import Connection, execute, row, rows, value
from gradient.store.vector_blocks import blocks
from gradient.store.vectors import VectorSpace

_queries = load("fusions")


@dataclass(frozen=True)
class StoredFusion:
    """Weights by path; `gold` counts the tags that were there when they were fitted.

    `fitted` and `defaults` are what the two reached on the same `n` of them by cross-validation, by `metric`.
    `worth` holds by what the log-odds of candidates follow from how they stand.
    """

    gold: int
    n: int
    weights: Mapping[str, float]
    metric: str
    fitted: float
    defaults: float
    worth: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class GoldTag:
    """A content with the topic that a person or an outline gave it, and the sources that it stands in."""

    content_id: int
    topic_id: int
    sources: tuple[int, ...]
    embedding: NDArray[np.float32]


@dataclass(frozen=True)
class Voting:
    """Tags that have a say in what topics are like, a row each: topic, trust by status, sources, vector."""

    topic_ids: Sequence[int]
    trust: NDArray[np.float64]
    sources: Sequence[tuple[int, ...]]
    vectors: NDArray[np.float32]


async def newest(connection: Connection, course_id: int, method: str) -> StoredFusion | None:
    """What was fitted last by a method, or None."""
    found = await row(connection, _queries.newest, course=course_id, method=method)
    return None if found is None else StoredFusion(**found)


async def worth(connection: Connection, course_id: int) -> Mapping[str, Mapping[str, float]]:
    """That of the weights by which candidates of a course are listed; empty where the defaults hold."""
    found = await row(connection, _queries.worth, course=course_id)
    return {} if found is None else found["worth"]


async def gold(connection: Connection, course_id: int) -> int:
    """How many gold tags the snapshot of the round holds."""
    return int(await value(connection, _queries.gold, course=course_id))


async def gold_tags(
    connection: Connection, space: VectorSpace, course_id: int, *, most: int
) -> list[GoldTag]:
    """At most `most` gold tags of the snapshot, drawn by a hash of their content, with their vectors."""
    given = {"model": space.model, "version": space.version, "course": course_id, "most": most}
    found = await rows(connection, _queries.gold_tags, **given)
    return [
        GoldTag(
            one["content_id"],
            one["topic_id"],
            tuple(one["sources"]),
            np.array(one["embedding"], dtype=np.float32),
        )
        for one in found
    ]


async def voting_tags(
    connection: Connection, space: VectorSpace, course_id: int, *, most: int, trust: Trust
) -> Voting:
    """At most `most` tags of the snapshot, gold and silver, drawn as `gold_tags` are; each has its trust."""
    listing = blocks(connection, space, _queries.voting_tags, course=course_id, most=most)
    found = [block async for block in listing]
    said = [one for block in found for one in block.order]
    nothing = np.zeros((0, space.dimension), dtype=np.float32)
    return Voting(
        [int(topic) for topic, _, _ in said],
        np.array([trust.gold if status >= 1 else trust.silver for _, status, _ in said], dtype=np.float64),
        [tuple(sources) for _, _, sources in said],
        np.concatenate([nothing, *(block.vectors for block in found)]),
    )


async def topic_vectors(
    connection: Connection, space: VectorSpace, course_id: int, topic_ids: Sequence[int]
) -> NDArray[np.float32]:
    """The vectors of some topics, a row each, zeros for one without."""
    given = {"model": space.model, "version": space.version, "course": course_id}
    found = {one["id"]: one["embedding"] for one in await rows(connection, _queries.topic_vectors, **given)}
    nothing = [0.0] * space.dimension
    return np.array([found.get(topic, nothing) for topic in topic_ids], dtype=np.float32)


async def keep(
    connection: Connection, course_id: int, method: str, fusion: StoredFusion, now: datetime
) -> None:
    """Keep what was fitted; the history stays."""
    values: dict[str, Any] = {
        **vars(fusion),
        "weights": Jsonb(dict(fusion.weights)),
        "worth": Jsonb(fusion.worth),
    }
    await execute(connection, _queries.keep, course=course_id, method=method, at=now, **values)
