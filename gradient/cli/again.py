"""`gradient retry` and `gradient refresh`: work that is to be done once more."""

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from gradient.cli.opened import (
    completed,
    course_id_of,
    existing_home,
    opened_database,
    settings_of,
)
from gradient.cli.options import AsJson, Course
from gradient.cli.output import plural, write, write_json
from gradient.cli.tables import Column, table

DERIVING = frozenset(
    {"read", "chunk", "distil", "extract", "outline", "embed", "recall", "tags", "prerequisites"}
)
"""A stale unit of these may change every status of its course that no person decided."""

PLAN_COLUMNS = (
    Column("course", "course", yields="end"),
    Column("stage", "stage"),
    Column("stale units", "stale", "right"),
    Column("cost", "cost", "right"),
    Column("statuses that could flip", "could_flip", "right"),
)


@dataclass(frozen=True)
class Stale:
    """Stale units of one stage in one course."""

    course: str
    course_id: int
    stage: str
    tool: str
    free: bool
    stale: int
    could_flip: int


def retry(course: Course = None, as_json: AsJson = False) -> None:
    """Try failed and parked work again, and roles that are paused.

    The daemon does it, or the next gradient run.
    """
    count = completed(_retry(course))
    if as_json:
        write_json({"retried": count})
    elif count:
        write(f"{plural(count, 'unit')} will be tried again by the daemon, or by gradient run --until-idle.")
    else:
        write("Nothing failed or is parked.")


async def _retry(course: str | None) -> int:
    from gradient.store import holds, outcomes
    from gradient.work.queue import Queue
    from gradient.work.runner import utc_now

    async with (
        opened_database() as database,
        Queue(database).opened() as queue,
        database.transaction() as connection,
    ):
        course_id = await course_id_of(connection, course)
        count = await outcomes.retry(connection, utc_now(), course_id)
        if await holds.try_now(connection, utc_now()) or count:
            await queue.remind(connection, course_id)
        return count


def refresh(
    course: Course = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only say what it would come to.")] = False,
    as_json: AsJson = False,
) -> None:
    """Do stale work anew, with the tools of today.

    Work is stale that an older version did and a newer one would have to pay for; gradient status counts it.
    """
    found = completed(_refresh(course, plan))
    if as_json:
        write_json({"planned": plan, "stages": found})
    elif not found:
        write("Nothing is stale.")
    else:
        table(
            PLAN_COLUMNS,
            [{**one, "cost": "nothing" if one["usd"] == 0 else "not known beforehand"} for one in found],
        )
        if not plan:
            write("It will be done by the daemon, or by gradient run --until-idle.")


async def _refresh(course: str | None, plan: bool) -> list[dict[str, Any]]:
    from gradient.store import outcomes
    from gradient.work.queue import Queue

    home = existing_home()
    settings = settings_of(home)
    async with (
        opened_database(home) as database,
        Queue(database).opened() as queue,
        database.transaction() as connection,
    ):
        found = await _stale(connection, home, settings, await course_id_of(connection, course))
        if not plan:
            for one in found:
                await outcomes.refresh(connection, one.stage, one.tool, one.course_id)
                await queue.remind(connection, one.course_id)
    return [
        {
            "course": one.course,
            "stage": one.stage,
            "stale": one.stale,
            "usd": 0.0 if one.free else None,
            "could_flip": one.could_flip,
        }
        for one in found
    ]


async def _stale(connection: Any, home: Any, settings: Any, course_id: int | None) -> list[Stale]:
    from gradient.pipeline import opened_stages
    from gradient.store import courses, outcomes, status
    from gradient.work.runner import utc_now

    async with opened_stages(home, settings, home.path(settings.inbox.dir)) as stages:
        queries = [stage.units() for stage in stages]
    found = []
    for course in await courses.all_courses(connection):
        if course_id not in (None, course.id):
            continue
        undecided = await status.undecided(connection, course.id)
        for query in queries:
            stale = (await outcomes.counts(connection, query, course.id, utc_now()))["stale"]
            could_flip = undecided if query.stage in DERIVING else 0
            could_flip = min(stale, undecided) if query.stage == "calibrate" else could_flip
            if stale:
                found.append(
                    Stale(course.slug, course.id, query.stage, query.tool, query.free, stale, could_flip)
                )
    return found
