"""Candidates: the topics that recall offers for a content, and what recall reads."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, copy, execute, rows
from gradient.store.vectors import VectorSpace

_queries = load("candidates")


@dataclass(frozen=True)
class NamedTopic:
    """An active topic with all its names, title included."""

    topic_id: int
    slug: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class PlacedContent:
    """A content with the section paths that it stands under, each broadest heading first."""

    content_id: int
    sentence: str
    section_paths: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Candidate:
    """A topic offered for a content: `rank` from 1, the fused `score`, and each path with its own, 0 to 1."""

    content_id: int
    topic_id: int
    rank: int
    score: float
    paths: Mapping[str, float]


def unit_query(space: VectorSpace, tool: str) -> UnitQuery:
    """The units of recall: live contents."""
    parameters = {"model": space.model, "version": space.version}
    return UnitQuery("recall", _queries.units, tool, free=True, parameters=parameters)


async def topic_names(connection: Connection, course_id: int) -> list[NamedTopic]:
    """The active topics of a course with their names, by slug."""
    found = await rows(connection, _queries.topic_names, course=course_id)
    return [NamedTopic(one["topic_id"], one["slug"], tuple(one["names"])) for one in found]


async def placed(
    connection: Connection, course_id: int, content_ids: Sequence[int]
) -> dict[int, PlacedContent]:
    """Some contents with their places."""
    found = await rows(connection, _queries.places, course=course_id, contents=list(content_ids))
    return {
        one["content_id"]: _placed(one["content_id"], one["sentence"], one["section_paths"]) for one in found
    }


async def of_texts(connection: Connection, course_id: int, content_ids: Sequence[int]) -> frozenset[int]:
    """Those of some contents that are sentences of a text; all others are whole passages, as titles are."""
    found = await rows(connection, _queries.of_texts, course=course_id, contents=list(content_ids))
    return frozenset(one["content_id"] for one in found)


def _placed(content_id: int, sentence: str, section_paths: list[list[str]]) -> PlacedContent:
    return PlacedContent(content_id, sentence, tuple(sorted(map(tuple, section_paths))))


async def replace(
    connection: Connection, content_ids: Sequence[int], candidates: Sequence[Candidate]
) -> None:
    """Put the candidates of some contents in the place of their former ones."""
    await execute(connection, _queries.clear, contents=list(content_ids))
    await execute(connection, _queries.recalled, contents=list(content_ids))
    await copy(
        connection,
        _queries.put,
        (
            (one.content_id, one.topic_id, one.rank, one.score, json.dumps(dict(one.paths)))
            for one in candidates
        ),
    )
