"""The items of the review queue."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, row_id, rows

_queries = load("reviews")


async def of_course(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """Every item of a course, closed ones too."""
    return await rows(connection, _queries.of_course, course=course_id)


async def insert(connection: Connection, items: Sequence[dict[str, Any]]) -> None:
    """Add new items."""
    await execute_many(connection, _queries.insert, list(items))


async def update(connection: Connection, items: Sequence[dict[str, Any]]) -> None:
    """Write what has changed about items."""
    await execute_many(connection, _queries.update, list(items))


async def close(connection: Connection, ids: Sequence[int], now: datetime) -> None:
    """Close items."""
    if ids:
        await execute(connection, _queries.close, ids=list(ids), now=now)


async def put_off(connection: Connection, item_id: int, until: datetime, now: datetime) -> None:
    """Close an item until a time, or until its confidence has moved."""
    await execute(connection, _queries.put_off, id=item_id, until=until, now=now)


async def take_up(
    connection: Connection,
    decision: Mapping[str, Any],
    until: datetime | None = None,
    confidence: float | None = None,
) -> None:
    """Let the item that a decision put off be asked again, or put it off as an earlier decision did."""
    about = decision["details"]
    await execute(
        connection,
        _queries.take_up,
        question=decision["question_id"],
        kind=about.get("kind"),
        subject=about.get("subject_id"),
        until=until,
        confidence=confidence,
    )


async def listing(
    connection: Connection,
    course_id: int | None = None,
    *,
    item_id: int | None = None,
    states: Sequence[str] = ("open",),
) -> list[dict[str, Any]]:
    """Items with what they ask about, the most valuable first."""
    return await rows(connection, _queries.listing, course=course_id, id=item_id, states=list(states))


async def one(connection: Connection, item_id: int) -> dict[str, Any] | None:
    """An item of whatever state, or None."""
    found = await listing(connection, item_id=row_id(item_id), states=("open", "waiting", "closed"))
    return found[0] if found else None


async def evidence(connection: Connection, question_id: int) -> dict[str, Any]:
    """What the newest judgement of a question stored; empty before there is one."""
    found = await row(connection, _queries.evidence, question=question_id)
    return {} if found is None else dict(found["evidence"])


async def supports(connection: Connection, content_id: int) -> list[dict[str, Any]]:
    """Where a content stands, as taught: source, page, section path, quote, some text before and after."""
    return await rows(connection, _queries.supports, content=content_id)


async def senses(connection: Connection, topic_id: int) -> list[dict[str, Any]]:
    """The sources that a topic of doubtful name may mean different things in: source, ids of its contents."""
    return await rows(connection, _queries.senses, topic=topic_id)


async def notices(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """What is shown without a question and nobody took note of: kind, subject_id, natural key, reason."""
    return await rows(connection, _queries.notices, course=course_id)


async def new_evidence(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """Newer quotes that speak to decided questions: task, subject_id, object_id, act, quote, earlier.

    `earlier` are the quotes of the same source that spoke to the question before it was decided.
    """
    return await rows(connection, _queries.new_evidence, course=course_id)
