"""Working on a course as the runner does, so that what is measured is the stages themselves."""

from collections.abc import Collection, Sequence

from gradient.store import outcomes
from gradient.store.outcomes import Recorded, Unit
from gradient.store.sessions import Database
from gradient.work.runner import Clock
from gradient.work.stage import Stage


async def work_off(
    database: Database,
    stage: Stage,
    course_id: int,
    clock: Clock,
    only: Collection[int] | None = None,
    *,
    recorded: bool = True,
) -> int:
    """Work on the due units of a stage (`only` those of these ids), as its runner does; how many that were.

    Unless it is `recorded` what was done is due again. What a stage raises is raised: a figure over failed
    units would say nothing.
    """
    wanted = None if only is None else set(only)
    async with database.transaction() as connection:
        due = await outcomes.due(connection, stage.units(), course_id, clock())
    units = [unit for unit in due if wanted is None or unit.unit_id in wanted]
    for at in range(0, len(units), stage.batch):
        await _work_on(database, stage, course_id, units[at : at + stage.batch], clock, recorded)
    return len(units)


async def _work_on(
    database: Database, stage: Stage, course_id: int, units: Sequence[Unit], clock: Clock, recorded: bool
) -> None:
    finished = await stage.work(database, course_id, units)
    async with database.transaction() as connection:
        for one in finished:
            await one.write(connection)
        if recorded:
            made = [Recorded(one.unit, one.outcome, one.reason, seen=one.seen) for one in finished]
            await outcomes.record(connection, stage.name, stage.units().tool, course_id, made, clock())
