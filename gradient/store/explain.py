"""The whole way from bytes to a status, row by row, for a person who asks why."""

from collections.abc import Iterable, Sequence
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import LARGEST, Connection, row, row_id, rows

_queries, _decisions = load("explain"), load("decisions")
_log = _queries.log.replace("{about}", _decisions.about)

Unit = tuple[str, str, int]
"""Stage, kind and id of a piece of work."""


async def tag(connection: Connection, question_id: int) -> dict[str, Any] | None:
    """A tag by its question, or None."""
    return await row(connection, _queries.tag, id=row_id(question_id))


async def prerequisite(connection: Connection, question_id: int) -> dict[str, Any] | None:
    """A prerequisite by its question, or None; opposite_id is the question of the other direction."""
    return await row(connection, _queries.prerequisite, id=question_id)


async def prerequisite_questions(
    connection: Connection, first: str, then: str, course: str | None
) -> list[dict[str, Any]]:
    """The questions (question_id, course) whether the topic `first` comes before `then`, both slugs."""
    return await rows(connection, _queries.prerequisite_question, subject=first, object=then, course=course)


async def places(connection: Connection, content_id: int) -> list[dict[str, Any]]:
    """The places that a content stands on, each with its source, revision, reading, chunk and quote.

    `start_at` and `end_at` are characters of the text of the reading.
    """
    return await rows(connection, _queries.places, content=content_id)


async def candidates(connection: Connection, content_id: int) -> list[dict[str, Any]]:
    """What recall offers for a content, with the paths that found each topic."""
    return await rows(connection, _queries.candidates, content=content_id)


async def sentences(connection: Connection, content_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Some contents with their sentences, in the order given; those that are forgotten are left out."""
    return await rows(connection, _queries.sentences, contents=list(content_ids))


async def judgements(connection: Connection, question_id: int) -> list[dict[str, Any]]:
    """What scorers said about a question, the newest first."""
    return await rows(connection, _queries.judgements, id=question_id)


async def map_in_force(connection: Connection, task: str, scorer: str, version: str) -> dict[str, Any] | None:
    """The map in force for a version of a scorer, raw if that is best; None where none was fitted yet."""
    return await row(connection, _queries.map, task=task, scorer=scorer, version=version)


async def decisions(connection: Connection, question_id: int) -> list[dict[str, Any]]:
    """What people decided about a question, the newest first."""
    return await rows(connection, _queries.decisions, id=question_id)


async def work(connection: Connection, units: Iterable[Unit]) -> list[dict[str, Any]]:
    """The outcomes of these units, in the order given; units without one are left out."""
    wanted = list(units)
    found = await rows(
        connection,
        _queries.work,
        stages=[one[0] for one in wanted],
        kinds=[one[1] for one in wanted],
        ids=[one[2] for one in wanted],
    )
    place = {unit: at for at, unit in enumerate(wanted)}
    return sorted(found, key=lambda one: place[one["stage"], one["kind"], one["unit_id"]])


async def topic(connection: Connection, topic_id: int) -> dict[str, Any] | None:
    """A topic with its names, path and groups, or None."""
    return await row(connection, _queries.topic, topic=topic_id)


async def contents(connection: Connection, topic_id: int) -> list[dict[str, Any]]:
    """The contents that are tagged with a topic, accepted ones first."""
    return await rows(connection, _queries.contents, topic=topic_id)


async def neighbours(connection: Connection, topic_id: int) -> list[dict[str, Any]]:
    """The prerequisites of a topic, either way, whatever their status."""
    return await rows(connection, _queries.neighbours, topic=topic_id)


async def log(connection: Connection, course_id: int | None, most: int) -> list[dict[str, Any]]:
    """The newest decisions of a course, or of all, with what they are about."""
    return await rows(connection, _log, course=course_id, most=min(most, LARGEST))
