"""`gradient retry` and `gradient refresh`: work that is to be done once more."""

from dataclasses import dataclass, replace
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
from gradient.cli.planned import Planned, between_usd, pages_that_may_follow, planned
from gradient.cli.tables import Column, table
from gradient.work.crossing import again_if_crossed

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
    """Stale units of one stage in one course, or none: then what follows from the others may cost so much."""

    course: str
    course_id: int
    stage: str
    tool: str
    free: bool
    stale: int
    could_flip: int
    planned: Planned | None = None

    def as_json(self) -> dict[str, Any]:
        """What is shown of it; `usd` is None where no price is known."""
        said = {name: getattr(self, name) for name in ("course", "stage", "stale", "could_flip")}
        if self.planned is None:
            return {**said, "usd": 0.0}
        told = self.planned.as_json()
        usd = self.planned.usd
        return {
            **said,
            "calls": told["calls"],
            "input_tokens": told["input_tokens"],
            "usd": None if usd is None else usd.high,
            "usd_low": None if usd is None else usd.low,
        }

    @property
    def cost(self) -> str:
        """What it costs, in words."""
        if self.planned is None:
            return "nothing"
        calls = plural(round(self.planned.amount.calls.high), "call")
        most = "" if self.planned.known else "up to "
        tokens = f"{self.planned.amount.tokens.high:,.0f} tokens in"
        return f"{most}{calls}, {tokens}, {between_usd(self.planned.usd)}"


def retry(course: Course = None, as_json: AsJson = False) -> None:
    """Try failed and parked work again, and roles that are paused.

    The daemon does it, or the next gradient run.
    """
    count, waiting = completed(_retry(course))
    if as_json:
        write_json({"retried": count, "waiting": waiting})
    elif count or waiting:
        units = [plural(count, "unit")] if count else []
        others = ["what waits for a role, a budget or a batch"] if waiting else []
        again = " and ".join([*units, *others])
        again = again[0].upper() + again[1:]
        write(f"{again} will be tried again by the daemon, or by gradient run --until-idle.")
    else:
        write("Nothing failed, is parked or waits.")


@again_if_crossed
async def _retry(course: str | None) -> tuple[int, int]:
    """How many units are tried again, and how many roles and stages that waited."""
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
        waiting = await holds.try_now(connection, utc_now())
        if waiting or count:
            await queue.remind(connection, course_id)
        return count, waiting


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
        write_json({"planned": plan, "stages": [one.as_json() for one in found]})
    elif not found:
        write("Nothing is stale.")
    else:
        table(
            PLAN_COLUMNS,
            [{**one.as_json(), "cost": one.cost} for one in found],
        )
        if any(one.planned for one in found):
            write("What follows from new answers comes on top.")
        if not plan:
            write("It will be done by the daemon, or by gradient run --until-idle.")


@again_if_crossed
async def _refresh(course: str | None, plan: bool) -> list[Stale]:
    from gradient.store import outcomes
    from gradient.work.queue import Queue

    home = existing_home()
    settings = settings_of(home)
    async with (
        opened_database(home) as database,
        Queue(database).opened() as queue,
        database.transaction() as connection,
    ):
        course_id = await course_id_of(connection, course)
        found = await _stale(database, connection, home, settings, course_id)
        if not plan:
            for one in found:
                if one.stale:
                    await outcomes.refresh(connection, one.stage, one.tool, one.course_id)
                await queue.remind(connection, one.course_id)
    return found


async def _stale(
    database: Any, connection: Any, home: Any, settings: Any, course_id: int | None
) -> list[Stale]:
    from gradient.pipeline import opened_stages
    from gradient.providers.weighing import Scales
    from gradient.store import courses

    scales = Scales()
    found = []
    async with opened_stages(home, settings, home.path(settings.inbox.dir), scales=scales) as stages:
        for course in await courses.all_courses(connection):
            if course_id not in (None, course.id):
                continue
            stale = await _stale_in(connection, course, [stage.units() for stage in stages])
            if stale:
                models = await planned(database, settings, stages, scales, [course.id], stale=True)
                by_stage = {one.stage: one for one in models}
                found += [replace(one, planned=by_stage.get(one.stage)) for one in stale]
                found += await _following(connection, settings, course, {one.stage for one in stale})
    return found


async def _following(connection: Any, settings: Any, course: Any, stale: set[str]) -> list[Stale]:
    """What pages may cost that are not stale, but whose topics may change."""
    if "page" in stale or not stale & (DERIVING | {"calibrate"}):
        return []
    pages = await pages_that_may_follow(connection, settings, course.id)
    return [] if pages is None else [Stale(course.slug, course.id, "page", "", False, 0, 0, pages)]


async def _stale_in(connection: Any, course: Any, queries: Any) -> list[Stale]:
    from gradient.store import outcomes, status
    from gradient.work.runner import utc_now

    found = []
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
