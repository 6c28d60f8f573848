"""Rounds of a course, and the tags as they stood when one began."""

from dataclasses import dataclass
from datetime import datetime

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, value

_queries = load("rounds")


@dataclass(frozen=True)
class Round:
    """An open round. `recalled_again_at` is None until its undecided contents were recalled once more."""

    id: int
    opened_at: datetime
    recalled_again_at: datetime | None


async def ensure_open(connection: Connection, course_id: int, now: datetime) -> None:
    """Open a round unless one is open, and keep the tags as they stand now for recall to read."""
    if await value(connection, _queries.open, course=course_id, now=now) is not None:
        await take_votes(connection, course_id)


async def current(connection: Connection, course_id: int) -> Round | None:
    """The open round of a course, or None."""
    found = await row(connection, _queries.current, course=course_id)
    return None if found is None else Round(**found)


async def close(connection: Connection, course_id: int, now: datetime) -> None:
    """Close the open round."""
    await execute(connection, _queries.close, course=course_id, now=now)


async def take_votes(connection: Connection, course_id: int) -> None:
    """Replace the snapshot of tags by those of now."""
    await execute(connection, _queries.clear_votes, course=course_id)
    await execute(connection, _queries.clear_profiles, course=course_id)
    await execute(connection, _queries.clear_sources, course=course_id)
    await execute(connection, _queries.take_votes, course=course_id)


async def recall_undecided_again(connection: Connection, course_id: int, now: datetime) -> int:
    """Once a round: a new snapshot, and the contents without an accepted tag to recall; how many."""
    await execute(connection, _queries.mark_recalled_again, course=course_id, now=now)
    await take_votes(connection, course_id)
    return await execute(connection, _queries.recall_undecided_again, course=course_id)
