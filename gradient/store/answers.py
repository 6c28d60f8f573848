"""Answers of models that could be used, kept so that the same request is sent once."""

from datetime import datetime

from gradient.store import erasure
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, value

_queries = load("answers")


async def kept(connection: Connection, request_hash: str) -> str | None:
    """The answer to the same request before, in whatever course, or None."""
    found = await value(connection, _queries.kept, request_hash=request_hash)
    return None if found is None else str(found)


async def keep(
    connection: Connection,
    request_hash: str,
    course_id: int | None,
    said: str,
    asked_at: datetime,
    now: datetime,
) -> None:
    """Keep an answer, unless something of the course was forgotten since it was asked for."""
    await erasure.hold_off(connection)
    await execute(
        connection,
        _queries.keep,
        request_hash=request_hash,
        course=course_id,
        said=said,
        asked_at=asked_at,
        now=now,
    )
