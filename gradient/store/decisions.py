"""The log of what people decided."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, row_id, rows, value
from gradient.written import require_note

ANSWERS = ["accept", "reject"]

_queries = load("decisions")


async def insert(
    connection: Connection,
    course_id: int,
    act: str,
    *,
    person: str,
    at: datetime,
    question_id: int | None = None,
    details: Mapping[str, Any] | None = None,
    note: str | None = None,
    undoes: int | None = None,
    item: Mapping[str, Any] | None = None,
) -> int:
    """Add a decision; its id. `item` is the review item that it answers, if it answers one.

    Raises UsageError for a note with a control character.
    """
    require_note(note)
    drawn = item or {}
    return int(
        await value(
            connection,
            _queries.insert,
            course_id=course_id,
            question_id=question_id,
            act=act,
            details=Jsonb(dict(details or {})),
            note=note,
            person=person,
            undoes=undoes,
            draw=drawn.get("draw"),
            draw_probability=drawn.get("draw_probability"),
            threshold=drawn.get("threshold"),
            map_ids=drawn.get("map_ids"),
            confidence=drawn.get("confidence"),
            at=at,
        )
    )


async def one(connection: Connection, decision_id: int) -> dict[str, Any] | None:
    """A decision with task, question_subject and question_object of its question, or None."""
    return await row(connection, _queries.one, id=row_id(decision_id))


async def following(connection: Connection, course_id: int, decision_id: int) -> list[dict[str, Any]]:
    """The decisions that hold which came about through this one."""
    return await rows(connection, _queries.following, course=course_id, id=decision_id)


async def undone_along(connection: Connection, decision_id: int) -> list[int]:
    """The decisions that came about through one which was taken back, and went with it."""
    return [one["id"] for one in await rows(connection, _queries.undone_along, id=decision_id)]


async def newest_of_question(connection: Connection, question_id: int) -> dict[str, Any] | None:
    """The newest decision about a question that holds, `later` among them, or None; as `one` gives it."""
    return await row(connection, _queries.newest_of_question, question=question_id, acts=[*ANSWERS, "later"])


async def newest_answer(connection: Connection, question_id: int) -> dict[str, Any] | None:
    """The newest accept or reject of a question that holds, or None; as `one` gives it."""
    return await row(connection, _queries.newest_of_question, question=question_id, acts=ANSWERS)


async def newest(connection: Connection, course_id: int | None) -> int | None:
    """The id of the newest answer that holds, `later` among them, of a course or of all; None without one."""
    found = await row(connection, _queries.newest, course=course_id)
    return None if found is None else int(found["id"])


async def undecided_tags(connection: Connection, question_id: int) -> list[dict[str, Any]]:
    """The undecided tags of the same topic: question_id, content_id, sentence."""
    return await rows(connection, _queries.undecided_tags, question=question_id)


async def newest_of_subject(connection: Connection, kind: str, subject_id: int) -> dict[str, Any] | None:
    """The newest decision that holds about an item without a question, or None."""
    return await row(connection, _queries.newest_of_subject, kind=kind, subject=subject_id)


async def gold_edges(connection: Connection, course_id: int) -> dict[tuple[str, str], int | None]:
    """The prerequisites that people accepted or an outline states, by (learnt first, needs it) as slugs.

    Each with the decision that holds, None where an outline alone states it.
    """
    found = await rows(connection, _queries.gold_edges, course=course_id)
    return {(one["subject"], one["object"]): one["decision_id"] for one in found}


async def ensure_tag(connection: Connection, content_id: int, topic_id: int) -> int:
    """The question of a tag that a person puts, with its row made if need be."""
    return int(await value(connection, _queries.ensure_tag, content=content_id, topic=topic_id))


async def ensure_prerequisite(
    connection: Connection, subject_id: int, object_id: int, alternative_group: int | None = None
) -> int:
    """The question of a prerequisite that a person puts, with its row made if need be."""
    return int(
        await value(
            connection,
            _queries.ensure_prerequisite,
            subject=subject_id,
            object=object_id,
            alternative_group=alternative_group,
        )
    )


async def withdraw_prerequisites(connection: Connection, question_ids: Sequence[int]) -> None:
    """Drop what people alone put forward by these questions, where no decision speaks of it any more."""
    await execute(connection, _queries.withdraw_prerequisites, questions=list(question_ids))


async def prerequisite_between(connection: Connection, subject_id: int, object_id: int) -> int | None:
    """The question whether one topic is learnt before another, None where nobody has put it."""
    found = await row(connection, _queries.prerequisite_between, subject=subject_id, object=object_id)
    return None if found is None else int(found["question_id"])


async def decided_prerequisite(
    connection: Connection, subject_id: int, object_id: int
) -> dict[str, Any] | None:
    """The decision that holds about a prerequisite, None without one; as `one` gives it."""
    question = await prerequisite_between(connection, subject_id, object_id)
    return None if question is None else await newest_answer(connection, question)


async def recall_neighbours_again(
    connection: Connection, course_id: int, content_id: int, nearest: int
) -> None:
    """Put the undecided contents nearest to a decided one to recall again."""
    await execute(
        connection, _queries.recall_neighbours_again, course=course_id, content=content_id, nearest=nearest
    )
