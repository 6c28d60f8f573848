"""What there is of each course, how its work stands, and whose word its confidences are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from gradient.store import holds, outcomes, pages
from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, row, rows, value

STATUSES = ("accepted", "review", "rejected")
PAGE_STATES = ("fresh", "stale", "refused")
STANDINGS = ("due", "waiting", "done", "refused", "skipped", "failed", "parked", "stale")

PAUSE = timedelta(seconds=10)
"""Work that far apart belongs to two runs: outside a round, less passes between two results of one."""

_queries = load("status")


@dataclass(frozen=True)
class Waiting:
    """How many units of a stage of a course wait, and why, in a sentence."""

    course_id: int
    stage: str
    units: int
    reason: str


async def courses(connection: Connection, course_id: int | None = None) -> list[dict[str, Any]]:
    """The courses that are there, in the shape of `status --json`, with their open questions."""
    counted: dict[tuple[int, str, str], int] = {
        (one["course_id"], one["what"], one["status"]): one["count"]
        for one in await rows(connection, _queries.statuses)
    }
    found = []
    for course in await rows(connection, _queries.courses, course=course_id):
        number = course.pop("id")
        for what in ("tags", "prerequisites"):
            course[what] = {status: counted.get((number, what, status), 0) for status in STATUSES}
        states = list((await pages.states(connection, number)).values())
        course["pages"] = {state: states.count(state) for state in PAGE_STATES}
        found.append(course)
    return found


async def stages(
    connection: Connection, queries: Sequence[UnitQuery], course_ids: Sequence[int], now: datetime
) -> dict[str, dict[str, int]]:
    """How many units of each stage stand how, over these courses; the stages in their order.

    What an earlier stage of the course has to finish first is waiting and not due.
    """
    return (await standings(connection, queries, course_ids, now))[0]


async def standings(
    connection: Connection, queries: Sequence[UnitQuery], course_ids: Sequence[int], now: datetime
) -> tuple[dict[str, dict[str, int]], list[Waiting]]:
    """How many units of each stage stand how, and why those that wait do."""
    total = {query.stage: dict.fromkeys(STANDINGS, 0) for query in queries}
    waiting = []
    for course_id in course_ids:
        held: str | None = None
        paused = await holds.of_course(connection, course_id)
        for query in queries:
            counted = await outcomes.counts(connection, query, course_id, now)
            due = counted.pop("due")
            why = paused[query.stage].reason if query.stage in paused else held
            total[query.stage]["due" if why is None else "waiting"] += due
            for name, count in counted.items():
                total[query.stage][name] += count
            if why is not None and due:
                waiting.append(Waiting(course_id, query.stage, due, why))
            if query.stage in paused:
                continue
            held = held or await _holds(connection, query, course_id, now, due)
    return total, waiting


async def _holds(
    connection: Connection, query: UnitQuery, course_id: int, now: datetime, due: int
) -> str | None:
    """Why what comes after a stage waits for it, as a sentence; None if nothing does."""
    if due:
        return f"{query.stage} comes first."
    until = await outcomes.held_until(connection, query, course_id, now)
    return None if until is None else f"{query.stage} is tried again at {until.astimezone():%H:%M:%S}."


async def server_version(connection: Connection) -> str:
    """Which PostgreSQL this is, such as 16.4."""
    return str(await value(connection, _queries.server_version)).split()[0]


async def open_questions(connection: Connection) -> int:
    """How many questions are put to people."""
    return int(await value(connection, _queries.open_questions))


async def models(connection: Connection) -> dict[str, Any]:
    """The ledger in sum: calls, input_tokens, output_tokens, usd, unpriced."""
    return dict(await row(connection, _queries.models) or {})


async def ledger(connection: Connection, course_id: int | None = None) -> list[dict[str, Any]]:
    """What model calls came to, by course, role and model.

    The keys of `models`, and cached_tokens, cache_written_tokens, thinking_tokens, seconds, and how many
    calls were `failed`, `cut_off` and `refused`.
    """
    return await rows(connection, _queries.ledger, course=course_id)


async def ledger_by_day(connection: Connection, course_id: int | None = None) -> list[dict[str, Any]]:
    """What model calls came to on each day (UTC), the newest first: the keys of `ledger`, and day."""
    return await rows(connection, _queries.ledger_by_day, course=course_id)


async def failures(
    connection: Connection, queries: Sequence[UnitQuery], course_ids: Sequence[int], now: datetime
) -> list[dict[str, Any]]:
    """The failed and parked units of these courses, with stage, unit, error and attempts."""
    found = []
    for query in queries:
        wrapped = query.wrapped(_queries.troubled_of_stage)
        for course_id in course_ids:
            found += await rows(connection, wrapped, **query.values(course_id, now))
    return found


async def scales(connection: Connection) -> dict[str, str]:
    """Whose word the confidences of each task are: "offline, raw" where no map corrects them."""
    return {one["task"]: one["words"] for one in await rows(connection, _queries.scales)}


async def before_last_run(connection: Connection, course_id: int | None = None) -> datetime | None:
    """When the work before the last run that did something had ended, in a course or in all.

    None where there was no work before it.
    """
    before = await value(connection, _queries.before_last_run, course=course_id, pause=PAUSE)
    return None if before is None else cast("datetime", before)


async def undecided(connection: Connection, course_id: int) -> int:
    """How many statuses of a course rest on the tools alone."""
    return int(await value(connection, _queries.undecided, course=course_id))
