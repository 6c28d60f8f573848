"""What was added, changed or flipped, and what caused it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute_many, rows

Kind = Literal["course", "source", "topic", "tag", "prerequisite", "page", "notice"]

MOST_FILES = 3
"""So many files are named as the cause of a change."""

_queries = load("changes")


@dataclass(frozen=True)
class Change:
    """One change: `what` is a sentence, `cause` the file or decision behind it."""

    course_id: int
    kind: Kind
    what: str
    cause: str
    at: datetime


async def record(connection: Connection, changes: Sequence[Change]) -> None:
    """Add changes to the record."""
    await execute_many(connection, _queries.record, [dict(vars(change)) for change in changes])


async def note(
    connection: Connection, course_id: int, kind: Kind, what: str, cause: str, at: datetime
) -> None:
    """Add one change to the record."""
    await record(connection, [Change(course_id, kind, what, cause, at)])


async def cause(connection: Connection, course_id: int) -> str:
    """What is behind the changes of a round: the files that changed, else what people decided."""
    found = [one["path"] for one in await rows(connection, _queries.files_of_round, course=course_id)]
    if not found:
        return "what people decided, or a new version of Gradient"
    return ", ".join(found[:MOST_FILES]) + (" and others" if len(found) > MOST_FILES else "")


async def since(
    connection: Connection, after: datetime | None = None, course_id: int | None = None
) -> list[dict[str, Any]]:
    """The changes after a time (all), oldest first, with the slug of their course."""
    return await rows(connection, _queries.since, after=after, course=course_id)
