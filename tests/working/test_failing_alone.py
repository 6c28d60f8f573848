"""Units that fail as if nobody were there, while others of the same batch are answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from gradient.errors import FailsAlone, Outage, Unplayable
from gradient.store import holds
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Database
from gradient.work.failures import BACK_OFF_ALONE
from gradient.work.runner import Runner
from gradient.work.stage import Finished
from tests.working.test_runner import opened, outcome_of
from tests.working.toys import Clock, ToyStage


@dataclass
class AnsweredToys(ToyStage):
    """Some units of a batch fail, the others come to something."""

    failing: dict[int, Callable[[], Exception]] = field(default_factory=dict)
    batches: list[list[int]] = field(default_factory=list)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        self.batches.append([unit.unit_id for unit in units])
        if len(units) == 1 and units[0].unit_id in self.failing:
            raise Outage("Not now.")
        return [
            Finished(unit, "parked", "none", failure=self.failing[unit.unit_id]())
            if unit.unit_id in self.failing
            else self._finished(unit)
            for unit in units
        ]


async def run(runner: Runner, stage: AnsweredToys, course: int) -> list[list[int]]:
    """What was worked on together."""
    stage.batches.clear()
    await runner.run(stage.name, course)
    return list(stage.batches)


async def test_it_is_tried_by_itself_at_growing_distance_and_parked_at_last(
    database: Database, course: int, clock: Clock
) -> None:
    stage = AnsweredToys("calibrate", failing={2: lambda: FailsAlone("Not now.")})
    async with opened(database, clock, stage) as runner:
        assert await run(runner, stage, course) == [[1, 2, 3]]
        assert [(await outcome_of(database, stage.name, toy))["outcome"] for toy in (1, 3)] == ["done"] * 2
        for distance in BACK_OFF_ALONE:
            assert (await outcome_of(database, stage.name, 2))["outcome"] == "failed"
            clock.now += distance - timedelta(seconds=1)
            assert await run(runner, stage, course) == []
            clock.now += timedelta(seconds=1)
            assert await run(runner, stage, course) == [[2]]
        parked = await outcome_of(database, stage.name, 2)
        assert (parked["outcome"], parked["reason"]) == ("parked", "Not now. (given up after 8 attempts)")


async def test_what_came_of_others_is_stored_when_one_has_to_wait(
    database: Database, course: int, clock: Clock
) -> None:
    stage = AnsweredToys("calibrate", failing={1: lambda: Unplayable("The key is not accepted.")})
    async with opened(database, clock, stage) as runner:
        await run(runner, stage, course)
        assert [(await outcome_of(database, stage.name, toy))["outcome"] for toy in (2, 3)] == ["done"] * 2
        async with database.transaction() as connection:
            assert [one["role"] for one in await holds.pauses(connection)] == ["score"]
            assert await runner.waits(connection, course)


class TouchedToys(AnsweredToys):
    """Its units lack something that was not shown to them, until they come to something."""

    def units(self) -> UnitQuery:
        found = super().units()
        done = "NOT EXISTS (SELECT FROM toy_results WHERE toy_id = toys.id) AS touched"
        return replace(found, sql=found.sql.replace("false AS touched", done))


async def test_what_is_due_for_another_reason_too_waits_for_its_next_attempt(
    database: Database, course: int, clock: Clock
) -> None:
    stage = TouchedToys("calibrate", failing={2: lambda: FailsAlone("Not now.")})
    async with opened(database, clock, stage) as runner:
        assert await run(runner, stage, course) == [[1, 2, 3]]
        assert await run(runner, stage, course) == []
        clock.now += BACK_OFF_ALONE[0]
        assert await run(runner, stage, course) == [[2]]
