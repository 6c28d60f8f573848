"""What settle reads and writes: questions as they stand, and the statuses that follow."""

from collections.abc import Sequence
from typing import Any

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, rows

SETTLE_LOCK = 1_196_572_997
"""First half of the advisory lock of settle; the second half is the course."""

_queries = load("statuses")


def unit_query(tool: str, rules: str) -> UnitQuery:
    """The units of settle; `rules` stands for the settings that it hangs on."""
    return UnitQuery("settle", _queries.units, tool, free=True, parameters={"rules": rules})


async def lock(connection: Connection, course_id: int) -> None:
    """Wait until no other settle of the course runs; free again at the end of the transaction."""
    await execute(connection, _queries.lock_course, **{"class": SETTLE_LOCK}, course=course_id)


async def tags(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The tags of a course with decisions and judgements."""
    return await rows(connection, _queries.tags, course=course_id)


async def prerequisites(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The prerequisites of a course with decisions and judgements."""
    return await rows(connection, _queries.prerequisites, course=course_id)


async def outline_questions(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The merges and proposals of a course with decisions."""
    return await rows(connection, _queries.outline_questions, course=course_id)


async def active_maps(connection: Connection) -> list[dict[str, Any]]:
    """The maps in force: task, scorer, kind, parameters."""
    return await rows(connection, _queries.active_maps)


async def write_tags(connection: Connection, changed: Sequence[dict[str, Any]]) -> None:
    """Write the statuses of tags."""
    await execute_many(connection, _queries.write_tag, list(changed))


async def write_prerequisites(connection: Connection, changed: Sequence[dict[str, Any]]) -> None:
    """Write the statuses of prerequisites."""
    await execute_many(connection, _queries.write_prerequisite, list(changed))
