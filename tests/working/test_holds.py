"""Roles that cannot be played and budgets without room: their work waits, all other work goes on."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from gradient.errors import Held, Outage, Unplayable
from gradient.store import holds, status
from gradient.store.ledger import trying
from gradient.store.outcomes import Unit
from gradient.store.sessions import Database, execute, value
from gradient.work.failures import BACK_OFF
from gradient.work.idleness import nothing_left
from gradient.work.runner import Limits, Runner
from gradient.work.stage import Finished
from tests.working.test_runner import opened, outcome_of
from tests.working.toys import Clock, ToyStage

REASON = "toy:model: the key is not accepted; check the key."


class Service:
    """Turns every unit down until it is `well`."""

    def __init__(self, error: Callable[[], Exception]) -> None:
        self.well = False
        self.asked: list[int] = []
        self._error = error

    def __call__(self, unit: int) -> None:
        self.asked.append(unit)
        if not self.well:
            raise self._error()


def stages(service: Service) -> tuple[ToyStage, ToyStage]:
    """A stage in which a role is played, and one that comes after it."""
    return ToyStage("calibrate", batch=1, trouble=service), ToyStage("last")


async def done(database: Database, stage: str) -> int:
    async with database.transaction() as connection:
        found = await value(
            connection,
            "SELECT count(*) FROM outcomes WHERE stage = %(stage)s AND outcome = 'done'",
            stage=stage,
        )
    return int(found)


async def worked_off(runner: Runner, course: int) -> None:
    """Everything that is due now."""
    async with runner._database.transaction() as connection:
        stage = await runner.next_stage(connection, course)
    while stage is not None:
        await runner.run(stage.name, course)
        async with runner._database.transaction() as connection:
            stage = await runner.next_stage(connection, course)


async def test_a_role_that_cannot_be_played_pauses_and_later_stages_go_on(
    database: Database, course: int, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(lambda: Unplayable(REASON))
    first, last = stages(service)
    async with opened(database, clock, first, last) as runner:
        with caplog.at_level(logging.WARNING):
            await worked_off(runner, course)
        assert service.asked == [1]
        assert (await done(database, "calibrate"), await done(database, "last")) == (0, 3)
        assert caplog.messages == [f"calibrate waits: {REASON}"]
        async with database.transaction() as connection:
            (pause,) = await holds.pauses(connection)
            assert (pause["role"], pause["reason"], pause["tries"]) == ("score", REASON, 0)
            counted, (waiting,) = await status.standings(
                connection, [first.units(), last.units()], [course], clock()
            )
            assert (counted["calibrate"]["waiting"], counted["calibrate"]["due"]) == (3, 0)
            assert (waiting.stage, waiting.units, waiting.reason) == ("calibrate", 3, REASON)
            assert await runner.waits(connection, course)
        await execute_all(database, "DELETE FROM procrastinate_jobs")
        assert await nothing_left(database, runner, clock)


async def test_a_paused_role_is_tried_with_one_unit_at_growing_distance_and_resumes_by_itself(
    database: Database, course: int, clock: Clock
) -> None:
    service = Service(lambda: Unplayable(REASON))
    async with opened(database, clock, *stages(service)) as runner:
        await worked_off(runner, course)
        for distance in holds.PROBES:
            service.asked.clear()
            clock.now += distance - timedelta(seconds=1)
            await worked_off(runner, course)
            assert service.asked == []
            clock.now += timedelta(seconds=1)
            await worked_off(runner, course)
            assert service.asked == [1]
        service.well = True
        clock.now += holds.PROBES[-1]
        await worked_off(runner, course)
        async with database.transaction() as connection:
            assert await holds.pauses(connection) == []
            assert not await runner.waits(connection, course)
    assert await done(database, "calibrate") == 3


async def test_what_has_waited_is_asked_with_the_same_units_as_before(
    database: Database, course: int, clock: Clock
) -> None:
    service = Service(lambda: Unplayable(REASON))
    asked: list[tuple[list[int], bool]] = []

    class Asking(ToyStage):
        async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
            asked.append(([unit.unit_id for unit in units], trying.get()))
            return await super().work(database, course_id, units)

    first = Asking("calibrate", batch=2, trouble=service)
    async with opened(database, clock, first, ToyStage("last")) as runner:
        await worked_off(runner, course)
        assert ([1, 2], False) in asked
        asked.clear()
        service.well = True
        clock.now += holds.PROBES[-1]
        await worked_off(runner, course)
    assert asked == [([1, 2], True), ([3], False)]


async def test_a_role_that_is_tried_by_hand_in_vain_waits_no_longer_for_that(
    database: Database, course: int, clock: Clock
) -> None:
    async with database.transaction() as connection:
        await holds.pause(connection, "score", REASON, clock())
        for _ in range(3):
            clock.now += timedelta(seconds=5)
            assert await holds.try_now(connection, clock()) == 1
            await holds.pause(connection, "score", REASON, clock())
            (pause,) = await holds.pauses(connection)
            assert pause["until"] == clock() + holds.PROBES[0]


async def test_a_start_tries_what_is_paused_at_once_and_forgets_roles_that_nobody_is_paid_for(
    database: Database, course: int, clock: Clock
) -> None:
    service = Service(lambda: Unplayable(REASON))
    async with opened(database, clock, *stages(service)) as runner:
        await worked_off(runner, course)
        async with database.transaction() as connection:
            await holds.pause(connection, "embed", "no more", clock())
            await holds.look_again(connection, ["score"], clock())
            assert [one["role"] for one in await holds.pauses(connection)] == ["score"]
        service.well = True
        await worked_off(runner, course)
    assert await done(database, "calibrate") == 3


async def test_where_no_budget_is_left_a_stage_of_one_course_waits_and_no_other(
    database: Database, course: int, clock: Clock
) -> None:
    until = clock() + timedelta(hours=3)
    service = Service(lambda: Held("The budget is spent.", until))
    first, last = stages(service)
    async with opened(database, clock, first, last) as runner:
        await worked_off(runner, course)
        assert (await done(database, "calibrate"), await done(database, "last")) == (0, 3)
        async with database.transaction() as connection:
            assert await holds.of_course(connection, course + 1) == {}
            assert set(await holds.of_course(connection, course)) == {"calibrate"}
        service.well = True
        await worked_off(runner, course)
        assert await done(database, "calibrate") == 0
        clock.now = until
        await worked_off(runner, course)
        assert await done(database, "calibrate") == 3


async def test_an_outage_is_waited_for_as_long_as_it_lasts(
    database: Database, course: int, clock: Clock
) -> None:
    service = Service(lambda: Outage("Not now."))
    async with opened(database, clock, *stages(service)) as runner:
        for _ in range(len(BACK_OFF) + 3):
            await worked_off(runner, course)
            assert (await outcome_of(database, "calibrate", 1))["outcome"] == "failed"
            clock.now += BACK_OFF[-1]
        service.well = True
        await worked_off(runner, course)
    assert await done(database, "calibrate") == 3


@pytest.mark.parametrize(("asked", "outcome"), [(45.0, "failed"), (3600.0, None), (1e300, None)])
async def test_a_service_is_left_alone_as_long_as_it_asks(
    database: Database, course: int, clock: Clock, asked: float, outcome: str | None
) -> None:
    def away() -> Outage:
        error = Outage("Not now.")
        error.wait = asked
        return error

    service = Service(away)
    pause = timedelta(seconds=min(asked, 86400))
    async with opened(database, clock, *stages(service)) as runner:
        await worked_off(runner, course)
        assert (await outcome_of(database, "calibrate", 1)).get("outcome") == outcome
        service.well = True
        clock.now += pause - timedelta(seconds=1)
        await worked_off(runner, course)
        assert await done(database, "calibrate") == 0
        clock.now += timedelta(seconds=1)
        await worked_off(runner, course)
    assert await done(database, "calibrate") == 3


async def execute_all(database: Database, query: str) -> None:
    async with database.transaction() as connection:
        await execute(connection, query)


async def test_what_several_run_into_at_once_is_told_once_and_makes_no_pause_longer(
    database: Database, course: int, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(lambda: Unplayable(REASON))
    stage = ToyStage("calibrate", batch=1, trouble=service)
    async with opened(database, clock, stage, calibrate=Limits(concurrency=3)) as runner:
        with caplog.at_level(logging.WARNING):
            await worked_off(runner, course)
        async with database.transaction() as connection:
            assert [pause["tries"] for pause in await holds.pauses(connection)] == [0]
    assert sorted(service.asked) == [1, 2, 3]
    assert caplog.messages == [f"calibrate waits: {REASON}"]
