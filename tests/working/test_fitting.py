"""What is fitted on the decisions of all courses is work of the queue, and no run ends before it is done."""

from dataclasses import dataclass
from datetime import datetime

from gradient.store.sessions import Connection, Database
from gradient.work.idleness import nothing_left
from gradient.work.queue import EVERY_COURSE, FIT
from gradient.work.runner import Runner
from tests.working.toys import Clock, ToyStage


@dataclass
class ToyFitting:
    """Is due until it was done; `changes` says whether that changes anything."""

    changes: bool = True
    due: bool = True
    fitted_at: datetime | None = None

    async def is_due(self, connection: Connection) -> bool:
        return self.due

    async def fit(self, connection: Connection, now: datetime) -> bool:
        self.due, self.fitted_at = False, now
        return self.changes


async def test_while_a_fit_is_due_its_job_waits_and_nothing_is_idle(
    database: Database, course: int, clock: Clock
) -> None:
    fitting = ToyFitting()
    runner = Runner(database, [ToyStage("settle")], clock=clock, fitting=fitting)
    async with runner.queue.opened():
        await runner.run("settle", course)
        assert not await nothing_left(database, runner, clock)
        async with database.transaction() as connection:
            assert not await runner.queue.defer_fit(connection)  # one waits already

            await runner.run(FIT, EVERY_COURSE)

            assert fitting.fitted_at == clock.now
            assert not await runner.queue.defer(connection, "settle", course)  # so does that of the course


async def test_a_fit_that_changes_nothing_settles_no_course(
    database: Database, course: int, clock: Clock
) -> None:
    runner = Runner(database, [ToyStage("settle")], clock=clock, fitting=ToyFitting(changes=False))
    async with runner.queue.opened():
        await runner.run(FIT, EVERY_COURSE)
        async with database.transaction() as connection:
            assert await runner.queue.unfinished(connection) == 0
            assert not await runner.defer_fit(connection)
