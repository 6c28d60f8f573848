"""Tags: what a pick is shown, and what it chose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.store import questions
from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows
from gradient.store.vectors import VectorSpace

FIRST = 5
"""A topic that was never offered to a content makes it due once it is among so many first candidates."""

_queries = load("tags")


@dataclass(frozen=True)
class Offer:
    """A candidate of a content as a picker is shown it; `refused` says that a person rejected the tag.

    `likely` says that scores are shares of 1 among all topics, by weights that were fitted on gold.
    """

    content_id: int
    topic_id: int
    sentence: str
    title: str
    definition: str
    score: float
    paths: Mapping[str, float]
    refused: bool
    likely: bool


@dataclass(frozen=True)
class OutlineTopic:
    """A topic of a course as all contents may be offered it."""

    topic_id: int
    title: str
    definition: str


@dataclass(frozen=True)
class Pick:
    """A topic chosen for a content; `pick` is 1 for the primary one."""

    content_id: int
    topic_id: int
    pick: int


@dataclass(frozen=True)
class Proposal:
    """What a content is about that no topic fits: its canonical form, and as the sentence writes it."""

    content_id: int
    key: str
    name: str


def unit_query(tool: str, free: bool) -> UnitQuery:
    """The units of tags: live contents; the input is their sentence alone."""
    return UnitQuery("tags", _queries.units, tool, free, parameters={"first": FIRST})


async def offers(connection: Connection, content_ids: Sequence[int]) -> list[Offer]:
    """The candidates of some contents, by content and rank."""
    found = await rows(connection, _queries.offers, contents=list(content_ids))
    return [Offer(**one) for one in found]


async def outline(connection: Connection, course_id: int) -> list[OutlineTopic]:
    """The active topics of a course, those that were there first first."""
    return [OutlineTopic(**one) for one in await rows(connection, _queries.outline, course=course_id)]


async def exemplars(
    connection: Connection, course_id: int, content_ids: Sequence[int], space: VectorSpace, most: int
) -> list[dict[str, Any]]:
    """The contents nearest to each of these about which people decided, nearest first.

    asked_id, content_id, sentence, and the ids of topics: belongs, belongs_not, None for none.
    """
    named = {"model": space.model, "version": space.version}
    return await rows(
        connection, _queries.exemplars, course=course_id, contents=list(content_ids), most=most, **named
    )


async def replace_picks(
    connection: Connection, content_ids: Sequence[int], offered: Sequence[Offer], picks: Sequence[Pick]
) -> None:
    """Store what was shown and chosen for some contents.

    Former picks that no person decided go; what a person decided stays as it is.
    """
    contents, topics = [one.content_id for one in picks], [one.topic_id for one in picks]
    await execute(
        connection,
        _queries.mark_offered,
        contents=[one.content_id for one in offered],
        topics=[one.topic_id for one in offered],
    )
    await execute(connection, _queries.unpick_lost, contents=list(content_ids))
    await execute(connection, _queries.forget_offers, contents=list(content_ids))
    await execute(
        connection,
        _queries.drop_undecided,
        contents=list(content_ids),
        picked_contents=contents,
        picked_topics=topics,
    )
    if picks:
        await questions.ask_tags(connection, contents, topics)
        await execute(
            connection, _queries.pick, contents=contents, topics=topics, picks=[one.pick for one in picks]
        )


async def replace_proposals(
    connection: Connection, content_ids: Sequence[int], proposals: Sequence[Proposal]
) -> None:
    """Store what is proposed for some contents."""
    await execute(connection, _queries.withdraw_proposals, contents=list(content_ids))
    await execute(
        connection,
        _queries.propose,
        contents=[one.content_id for one in proposals],
        keys=[one.key for one in proposals],
        names=[one.name for one in proposals],
    )
