"""Units of work and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from psycopg.types.json import Jsonb

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, rows

Outcome = Literal["done", "refused", "skipped", "failed", "parked"]

_queries = load("outcomes")

_MANY_ROWS = {
    "extract": ("contents", "supports", "mentions"),
    "embed": ("topics", "topic_names", "vectors"),
    "recall": ("candidates",),
    "tags": ("offered_topics", "tags", "questions"),
    "prerequisites": ("offered_pairs", "prerequisites", "questions"),
    "calibrate": ("judgements",),
}
"""The tables that a stage (or, of few units, the one before it) writes many rows of."""


@dataclass(frozen=True)
class Unit:
    """One piece of work of one stage. `attempts` counts failures in a row at this very input.

    `alone` counts those since it failed for the first time while others beside it were answered.
    """

    kind: str
    unit_id: int
    unit_key: str
    input_hash: str
    attempts: int = 0
    alone: int = 0


@dataclass(frozen=True)
class UnitQuery:
    """How a stage lists its units.

    `sql` selects kind, unit_id, unit_key, input_hash and touched (due whatever its hash says, but where it
    failed) for the parameters `course` and those given here. `free` tells whether a change of `tool` makes it
    due at once.
    """

    stage: str
    sql: str
    tool: str
    free: bool
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def wrapped(self, query: str, *, whole: bool = False) -> str:
        """The query with the stage's units before it as `unit`.

        With `whole` all of them are listed first, each hash once, for a query that looks at most of them.
        """
        return f"WITH unit AS {'MATERIALIZED ' if whole else ''}({self.sql}) {query}"

    def values(self, course_id: int, now: datetime) -> dict[str, Any]:
        """The parameters of a wrapped query."""
        return {
            **self.parameters,
            "stage": self.stage,
            "tool": self.tool,
            "free": self.free,
            "course": course_id,
            "now": now,
        }


@dataclass(frozen=True)
class Recorded:
    """A unit with its outcome, as it is stored."""

    unit: Unit
    outcome: Outcome
    reason: str | None = None
    attempts: int = 1
    next_attempt_at: datetime | None = None
    seen: Mapping[str, Any] | None = None


async def due(
    connection: Connection, query: UnitQuery, course_id: int, now: datetime, limit: int | None = None
) -> list[Unit]:
    """The due units of a stage in a course, in the order of their ids; at most `limit`."""
    wrapped = query.wrapped(_queries.due, whole=True)
    found = await rows(connection, wrapped, **query.values(course_id, now), limit=limit)
    return [Unit(**unit) for unit in found]


async def held_until(
    connection: Connection, query: UnitQuery, course_id: int, now: datetime
) -> datetime | None:
    """The time of the next retry that later stages wait for, or None."""
    found = await row(connection, query.wrapped(_queries.held_until), **query.values(course_id, now))
    return None if found is None else found["next_attempt_at"]


async def counts(connection: Connection, query: UnitQuery, course_id: int, now: datetime) -> dict[str, int]:
    """How many units of a stage in a course are due, done, refused, skipped, failed, parked, stale."""
    wrapped = query.wrapped(_queries.counts, whole=True)
    found = await row(connection, wrapped, **query.values(course_id, now))
    return dict(found or {})


async def record(
    connection: Connection, stage: str, tool: str, course_id: int, recorded: Sequence[Recorded], now: datetime
) -> None:
    """Store the outcomes and log them, in the transaction of their results."""
    await execute(
        connection,
        _queries.record,
        stage=stage,
        tool=tool,
        course_id=course_id,
        at=now,
        kinds=[one.unit.kind for one in recorded],
        unit_ids=[one.unit.unit_id for one in recorded],
        unit_keys=[one.unit.unit_key for one in recorded],
        outcomes=[one.outcome for one in recorded],
        reasons=[one.reason for one in recorded],
        input_hashes=[one.unit.input_hash for one in recorded],
        attempts=[one.attempts for one in recorded],
        next_attempts_at=[one.next_attempt_at for one in recorded],
        seen=[None if one.seen is None else Jsonb(dict(one.seen)) for one in recorded],
    )


async def retry(connection: Connection, now: datetime, course_id: int | None = None) -> int:
    """Put failed and parked units to be tried again at once; how many."""
    return await execute(connection, _queries.retry, now=now, course=course_id)


async def refresh(connection: Connection, stage: str, tool: str, course_id: int) -> int:
    """Mark the stale units of a stage in a course to be done anew; how many."""
    return await execute(connection, _queries.refresh, stage=stage, tool=tool, course=course_id)


async def drop(connection: Connection, stage: str, kind: str, unit_ids: Sequence[int]) -> None:
    """Forget the outcomes of units that are to be looked at anew from nothing."""
    await execute(connection, _queries.drop, stage=stage, kind=kind, unit_ids=list(unit_ids))


async def take_statistics(connection: Connection, stage: str) -> None:
    """Tell the planner what the tables hold that a stage writes many rows of; writes no row of ours."""
    if stage in _MANY_ROWS:
        await execute(connection, f"ANALYZE outcomes, {', '.join(_MANY_ROWS[stage])}")
