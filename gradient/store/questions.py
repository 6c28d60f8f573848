"""Questions: what is asked of people and scorers, and what is known about them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows
from gradient.store.vectors import VectorSpace

FIRST = 3
"""A topic counts as general by the share of contents that have it among so many first candidates."""

MOST_QUOTES = 3

_queries = load("questions")


@dataclass(frozen=True)
class TagQuestion:
    """Does the content belong to the topic?

    `rank` is None, `score` 0 and `paths` empty where recall does not offer the topic. `cosine` is None
    where one of the two has no vector. `other_score` and `other_heading` are the highest score and the
    strongest heading among the other candidates; `defines`: the content explains a name of the topic.
    """

    question_id: int
    content_id: int
    topic_id: int
    sentence: str
    title: str
    definition: str
    summary: str
    rank: int | None
    score: float
    paths: Mapping[str, float]
    cosine: float | None
    other_score: float
    other_heading: float
    defines: bool


@dataclass(frozen=True)
class PrerequisiteQuestion:
    """Is the subject to be learnt before the object?"""

    question_id: int
    subject_id: int
    object_id: int
    subject: str
    subject_definition: str
    object: str
    object_definition: str


@dataclass(frozen=True)
class QuotedSource:
    """Words of a source, verbatim, with its path."""

    source: str
    quote: str


def unit_query(tool: str, free: bool, *, ordered: bool) -> UnitQuery:
    """The units of calibrate: questions of live contents and active topics.

    With `ordered` a prerequisite is judged anew once both topics have a place in the teaching order.
    """
    return UnitQuery("calibrate", _queries.units, tool, free, {"ordered": ordered})


async def ask_tags(connection: Connection, content_ids: Sequence[int], topic_ids: Sequence[int]) -> None:
    """Ask whether each content belongs to the topic at its place, unless that was asked before."""
    await execute(connection, _queries.ask_tags, contents=list(content_ids), topics=list(topic_ids))


async def about_tags(
    connection: Connection, space: VectorSpace, question_ids: Sequence[int]
) -> list[TagQuestion]:
    """Those of some questions that are about tags, by natural key."""
    found = await rows(
        connection,
        _queries.tags,
        questions=list(question_ids),
        model=space.model,
        version=space.version,
    )
    return [TagQuestion(**one) for one in found]


async def standings(
    connection: Connection, course_id: int, question_ids: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """How the topics of questions about tags stand among candidates, by question, if they are among them.

    first, score, alike, beside: see `gradient.outline.candidate_worth.Standing`.
    """
    found = await rows(connection, _queries.standings, course=course_id, questions=list(question_ids))
    return {one.pop("question_id"): one for one in found}


async def about_prerequisites(
    connection: Connection, question_ids: Sequence[int]
) -> list[PrerequisiteQuestion]:
    """Those of some questions that are about prerequisites, by natural key."""
    found = await rows(connection, _queries.prerequisites, questions=list(question_ids))
    return [PrerequisiteQuestion(**one) for one in found]


async def generality(connection: Connection, course_id: int) -> dict[int, float]:
    """For each topic the share of contents, 0 to 1, that have it among their first candidates."""
    found = await rows(connection, _queries.generality, course=course_id, first=FIRST)
    return {one["topic_id"]: one["share"] for one in found}


async def quotes(connection: Connection, content_ids: Sequence[int]) -> dict[int, list[QuotedSource]]:
    """The first places that some contents stand on."""
    found = await rows(connection, _queries.quotes, contents=list(content_ids), most=MOST_QUOTES)
    grouped: dict[int, list[QuotedSource]] = defaultdict(list)
    for one in found:
        grouped[one["content_id"]].append(QuotedSource(one["source"], one["quote"]))
    return dict(grouped)
