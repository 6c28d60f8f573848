"""While a batch is under way its stage and all later ones wait, and nobody is idle."""

from collections.abc import Sequence
from datetime import timedelta

from gradient.errors import UnderWay
from gradient.store import holds
from gradient.store.outcomes import Unit
from gradient.store.sessions import Database
from gradient.work.idleness import nothing_left
from gradient.work.runner import Runner
from gradient.work.stage import Finished
from tests.working.test_runner import opened
from tests.working.toys import Clock, ToyStage

LOOKED_AFTER = timedelta(seconds=60)


class Waiting(ToyStage):
    """Hears nothing of its questions for as long as they are `under_way`."""

    def __init__(self, clock: Clock) -> None:
        super().__init__("extract")
        self.under_way = True
        self.clock = clock
        self.asked: list[list[int]] = []
        self.trouble = self._wait

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        self.asked.append([unit.unit_id for unit in units])
        return await super().work(database, course_id, units)

    def _wait(self, _: int) -> None:
        if self.under_way:
            raise UnderWay("3 questions are under way.", self.clock() + LOOKED_AFTER)


async def work_off(runner: Runner, database: Database, course: int) -> None:
    """Run what is next until nothing is."""
    while True:
        async with database.transaction() as connection:
            stage = await runner.next_stage(connection, course)
        if stage is None:
            return
        await runner.run(stage.name, course)


async def test_what_comes_after_a_batch_waits_for_it_and_what_comes_before_goes_on(
    database: Database, course: int, clock: Clock
) -> None:
    before, waiting, after = ToyStage("chunk"), Waiting(clock), ToyStage("outline")
    async with opened(database, clock, before, waiting, after) as runner:
        await work_off(runner, database, course)
        assert (before.worked, waiting.worked, after.worked) == ([1, 2, 3], [], [])
        before.tool = "toy 2"
        await work_off(runner, database, course)
        assert before.worked == [1, 2, 3] * 2
        assert len(waiting.asked) == 1
        clock.move(seconds=61)
        await work_off(runner, database, course)
        assert (len(waiting.asked), after.worked) == (2, [])
        waiting.under_way = False
        clock.move(seconds=61)
        await work_off(runner, database, course)
    assert (waiting.worked, after.worked) == ([1, 2, 3], [1, 2, 3])
    assert waiting.asked == [[1, 2, 3]] * 3


async def test_nobody_is_idle_and_nothing_is_in_trouble_while_a_batch_is_under_way(
    database: Database, course: int, clock: Clock
) -> None:
    waiting = Waiting(clock)
    async with opened(database, clock, waiting) as runner:
        await work_off(runner, database, course)
        async with database.transaction() as connection:
            await connection.execute("DELETE FROM procrastinate_jobs")
            assert (await holds.of_course(connection, course))[
                "extract"
            ].reason == "3 questions are under way."
            assert not await runner.waits(connection, course)
        assert not await nothing_left(database, runner, clock)
        waiting.under_way = False
        clock.move(seconds=61)
        await work_off(runner, database, course)
        async with database.transaction() as connection:
            await connection.execute("DELETE FROM procrastinate_jobs")
            assert await holds.of_course(connection, course) == {}
        assert await nothing_left(database, runner, clock)


async def test_a_batch_whose_questions_are_gone_keeps_nobody_busy(
    database: Database, course: int, clock: Clock
) -> None:
    async with opened(database, clock, Waiting(clock)) as runner:
        await work_off(runner, database, course)
        async with database.transaction() as connection:
            await connection.execute("DELETE FROM procrastinate_jobs")
            await connection.execute("DELETE FROM toys")
        assert await nothing_left(database, runner, clock)
