"""What waits though nothing is wrong with it: roles that are paused, stages for which no budget is left."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from gradient.playing import PLAYED_IN
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows

PROBES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
)
"""How long a paused role is left alone before it is tried again for the first time, the second, …"""

_queries = load("holds")


@dataclass(frozen=True)
class Hold:
    """Why a stage of a course waits, in a sentence, and when it is tried or looked at again."""

    reason: str
    until: datetime
    under_way: bool = False
    """Whether it waits for a batch, which later stages wait for too."""


async def of_course(connection: Connection, course_id: int) -> dict[str, Hold]:
    """The stages of a course that wait, also those that may be tried again by now."""
    found: dict[str, Hold] = {}
    for one in await rows(connection, _queries.of_course, course=course_id):
        stages = [stage for stage, role in PLAYED_IN.items() if role == one["role"]]
        for stage in stages or [one["stage"]]:
            hold = Hold(one["reason"], one["until"], one["under_way"])
            if stage not in found or found[stage].until < hold.until:
                found[stage] = hold
    return found


async def pauses(connection: Connection) -> list[dict[str, Any]]:
    """The roles that are paused: role, reason, since, tries, until."""
    return await rows(connection, _queries.pauses)


async def stages(connection: Connection, course_id: int | None = None) -> list[dict[str, Any]]:
    """The stages that wait for a budget or a batch, of a course or of all: course, stage, reason, until."""
    return await rows(connection, _queries.stages, course=course_id)


async def release_course(connection: Connection, course_id: int) -> None:
    """Look at once what a budget of a course has room for, which has changed."""
    await execute(connection, _queries.release_course, course=course_id)


async def pause(
    connection: Connection, role: str, reason: str, now: datetime, asked: timedelta | None = None
) -> None:
    """Pause a role, as long as its service asks; else one that was tried in vain again for longer."""
    distances = list(PROBES) if asked is None else [asked]
    await execute(connection, _queries.pause, role=role, reason=reason, now=now, distances=distances)


async def resume(connection: Connection, role: str) -> None:
    """Note that a role can be played again."""
    await execute(connection, _queries.resume, role=role)


async def hold(connection: Connection, course_id: int, stage: str, hold: Hold, now: datetime) -> None:
    """Let a stage of a course wait."""
    await execute(connection, _queries.hold, course=course_id, stage=stage, now=now, **vars(hold))


async def release(connection: Connection, course_id: int, stage: str) -> None:
    """Note that a stage of a course does not wait any more, nor the role that is played in it."""
    await execute(connection, _queries.release, course=course_id, stage=stage)
    if stage in PLAYED_IN:
        await resume(connection, PLAYED_IN[stage])


async def look_again(connection: Connection, roles: Collection[str], now: datetime) -> None:
    """Try what waits at the next opportunity, since settings may have changed.

    `roles` are those that are played by a service today.
    """
    await execute(connection, _queries.resume_all_but, roles=list(roles))
    await try_now(connection, now)


async def try_now(connection: Connection, now: datetime) -> int:
    """Try everything that waits at the next opportunity; how many roles and stages that are."""
    tried = await execute(connection, _queries.try_now, now=now)
    return tried + await execute(connection, _queries.release_all)
