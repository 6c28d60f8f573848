"""What settle reads and writes: questions as they stand, and the statuses that follow."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, rows, value

SETTLE_LOCK = 1_196_572_997
"""First half of the advisory lock of settle; the second half is the course."""

_queries = load("statuses")
_reviews = load("reviews")

_UNITS = reduce(
    lambda query, part: query.replace(f"{{{part[0]}}}", part[1]),
    [
        ("tags", _queries.tags),
        ("prerequisites", _queries.prerequisites),
        ("outline_questions", _queries.outline_questions),
        ("active_maps", _queries.active_maps),
        ("labelled_draws", _queries.labelled_draws),
        ("fitted_rows", _queries.fitted_rows),
        ("notices", _reviews.notices),
        ("new_evidence", _reviews.new_evidence),
    ],
    _queries.units,
)


def unit_query(tool: str, rules: str) -> UnitQuery:
    """The units of settle; `rules` stands for the settings that it hangs on."""
    return UnitQuery("settle", _UNITS, tool, free=True, parameters={"rules": rules})


async def lock(connection: Connection, course_id: int) -> None:
    """Wait until no other settle or decision of the course runs; free again when the transaction ends."""
    await execute(connection, _queries.lock_course, **{"class": SETTLE_LOCK}, course=course_id)


async def restore_decided(connection: Connection, course_id: int) -> None:
    """Give what people accepted its rows again, where a merge or a new pick left it without."""
    for query in (
        _queries.ask_decided_tags,
        _queries.put_decided_tags,
        _queries.ask_decided_prerequisites,
        _queries.put_decided_prerequisites,
    ):
        await execute(connection, query, course=course_id)


async def let_rest(connection: Connection, course_id: int) -> list[str]:
    """Take the acceptance from prerequisites of topics that are no more: the topic that is gone, for each."""
    return [one["title"] for one in await rows(connection, _queries.let_rest, course=course_id)]


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
    """The maps in force: id, task, scorer, scorer_version, kind, parameters, decisions, digest."""
    return await rows(connection, _queries.active_maps)


async def precision(connection: Connection, course_id: int) -> float | None:
    """The precision (0 to 1) that a course asks of what is accepted; None if it asks for none."""
    asked = await value(connection, _queries.precision, course=course_id)
    return None if asked is None else float(asked)


async def labelled_draws(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The decided draws of a course: decision_id, task, course, natural_key, source, right, draw.

    With threshold and map_ids of an audit, which are None where they are not known, and the newest judgement.
    """
    return await rows(connection, _queries.labelled_draws, course=course_id)


async def fitted_rows(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """What the maps in force were fitted on in a course: scale, decision_id, course, natural_key, source."""
    return await rows(connection, _queries.fitted_rows, course=course_id)


async def write_tags(connection: Connection, changed: Sequence[dict[str, Any]]) -> None:
    """Write the statuses of tags."""
    await execute_many(connection, _queries.write_tag, list(changed))


async def write_prerequisites(connection: Connection, changed: Sequence[dict[str, Any]]) -> None:
    """Write the statuses of prerequisites."""
    await execute_many(connection, _queries.write_prerequisite, list(changed))
