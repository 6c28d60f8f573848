"""What is due, what becomes of it, and what comes next."""

from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from gradient.errors import Outage
from gradient.store import outcomes
from gradient.store.sessions import Database, execute, row, rows, value
from gradient.work.failures import BACK_OFF, Parked, Refused, Skipped
from gradient.work.runner import Limits, Runner
from tests.working.toys import Clock, MeetingToys, ToyStage


@asynccontextmanager
async def opened(database: Database, clock: Clock, *stages: ToyStage, **limits: Limits) -> Any:
    runner = Runner(database, stages, clock=clock, limits=limits)
    async with runner.queue.opened():
        yield runner


async def outcome_of(database: Database, stage: str, toy: int) -> dict[str, Any]:
    async with database.transaction() as connection:
        query = "SELECT * FROM outcomes WHERE stage = %(stage)s AND kind = 'toy' AND unit_id = %(toy)s"
        return await row(connection, query, stage=stage, toy=toy) or {}


async def waiting_jobs(database: Database) -> list[str]:
    async with database.transaction() as connection:
        jobs = await rows(connection, "SELECT queueing_lock AS job FROM procrastinate_jobs ORDER BY id")
    return [job["job"] for job in jobs]


def failing_on(toy: int, error: Exception) -> Any:
    def trouble(unit_id: int) -> None:
        if unit_id == toy:
            raise error

    return trouble


async def test_a_second_run_does_nothing(database: Database, course: int, clock: Clock) -> None:
    stage = ToyStage("first")
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        await runner.run("first", course)
    assert stage.worked == [1, 2, 3]


async def test_a_changed_input_redoes_what_reads_it_alone(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first")
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        async with database.transaction() as connection:
            await execute(connection, "UPDATE toys SET value = 'new' WHERE id = 2")
        await runner.run("first", course)
    assert stage.worked == [1, 2, 3, 2]


async def test_one_failing_unit_leaves_its_neighbours_alone(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", trouble=failing_on(2, ValueError("no luck")))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
    assert stage.worked == [1, 3]
    failed = await outcome_of(database, "first", 2)
    assert (failed["outcome"], failed["reason"], failed["attempts"]) == ("failed", "ValueError: no luck", 1)
    assert failed["next_attempt_at"] == clock.now + BACK_OFF[0]


async def test_a_result_that_cannot_be_stored_leaves_neither_result_nor_success(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", write_trouble=failing_on(2, ValueError("no room")))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
    async with database.transaction() as connection:
        stored = await rows(connection, "SELECT toy_id FROM toy_results ORDER BY toy_id")
    assert [row["toy_id"] for row in stored] == [1, 3]
    assert (await outcome_of(database, "first", 2))["outcome"] == "failed"


async def test_failures_are_tried_again_later_and_parked_in_the_end(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", trouble=failing_on(2, ValueError("no luck")))
    async with opened(database, clock, stage) as runner:
        for wait in BACK_OFF:
            await runner.run("first", course)
            clock.now += wait - BACK_OFF[0] / 2
            await runner.run("first", course)
            assert (await outcome_of(database, "first", 2))["outcome"] == "failed"
            clock.now += BACK_OFF[0]
        await runner.run("first", course)
    parked = await outcome_of(database, "first", 2)
    assert (parked["outcome"], parked["attempts"]) == ("parked", len(BACK_OFF) + 1)
    assert "given up" in parked["reason"]


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(Parked("too large"), "parked"), (Skipped("blank"), "skipped"), (Refused("no"), "refused")],
)
async def test_what_stages_say_becomes_the_outcome(
    database: Database, course: int, clock: Clock, error: Exception, outcome: str
) -> None:
    stage = ToyStage("first", trouble=failing_on(2, error))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        clock.move(days=365)
        await runner.run("first", course)
    stored = await outcome_of(database, "first", 2)
    assert (stored["outcome"], stored["reason"]) == (outcome, str(error))
    assert stage.worked == [1, 3]


async def test_a_database_that_is_away_is_no_fault_of_the_unit(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", trouble=failing_on(2, psycopg.OperationalError("gone")))
    async with opened(database, clock, stage) as runner:
        with pytest.raises(psycopg.OperationalError):
            await runner.run("first", course)
        assert await outcome_of(database, "first", 2) == {}
        stage.trouble = lambda _: None
        await runner.run("first", course)
    assert (await outcome_of(database, "first", 2))["outcome"] == "done"


async def test_a_new_tool_redoes_what_is_free(database: Database, course: int, clock: Clock) -> None:
    stage = ToyStage("first")
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        stage.tool = "toy 2"
        await runner.run("first", course)
    assert stage.worked == [1, 2, 3, 1, 2, 3]


async def test_a_new_tool_that_costs_makes_stale_until_a_refresh_is_asked_for(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", free=False)
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        stage.tool = "toy 2"
        await runner.run("first", course)
        assert stage.worked == [1, 2, 3]
        async with database.transaction() as connection:
            counts = await outcomes.counts(connection, stage.units(), course, clock())
            assert (counts["stale"], counts["due"]) == (3, 0)
            assert await outcomes.refresh(connection, "first", stage.tool, course) == 3
        await runner.run("first", course)
        await runner.run("first", course)
    assert stage.worked == [1, 2, 3, 1, 2, 3]


async def test_a_parked_unit_is_tried_again_with_a_new_tool_even_if_it_costs(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", free=False, trouble=failing_on(2, Parked("cannot be read")))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        stage.tool, stage.trouble = "toy 2", lambda _: None
        await runner.run("first", course)
    assert stage.worked == [1, 3, 2]


async def test_a_person_can_have_parked_units_tried_again(
    database: Database, course: int, clock: Clock
) -> None:
    stage = ToyStage("first", trouble=failing_on(2, Parked("cannot be read")))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        stage.trouble = lambda _: None
        async with database.transaction() as connection:
            assert await outcomes.retry(connection, clock(), course) == 1
        await runner.run("first", course)
    assert (await outcome_of(database, "first", 2))["outcome"] == "done"


async def test_a_later_stage_waits_for_an_earlier_one(database: Database, course: int, clock: Clock) -> None:
    first, second = ToyStage("first"), ToyStage("second")
    async with opened(database, clock, first, second) as runner:
        await runner.run("second", course)
        assert (first.worked, second.worked) == ([], [])
        assert await waiting_jobs(database) == [f"first of course {course}"]


async def test_each_stage_puts_the_next_into_the_queue(database: Database, course: int, clock: Clock) -> None:
    first, second = ToyStage("first"), ToyStage("second")
    async with opened(database, clock, first, second) as runner:
        await runner.run("first", course)
        assert await waiting_jobs(database) == [f"second of course {course}"]
        await runner.run("second", course)
    assert second.worked == [1, 2, 3]


@pytest.mark.parametrize(("minutes", "held"), [(9.9, True), (10.1, False)])
async def test_a_retry_that_is_close_holds_later_stages_for_ten_minutes_at_most(
    database: Database, course: int, clock: Clock, minutes: float, held: bool
) -> None:
    first = ToyStage("first", trouble=failing_on(2, ValueError("no luck")))
    second = ToyStage("second")
    async with opened(database, clock, first, second) as runner:
        await runner.run("first", course)
        await runner.run("second", course)
        assert second.worked == []
        async with database.transaction() as connection:
            await execute(
                connection,
                "UPDATE outcomes SET first_failed_at = %(then)s WHERE outcome = 'failed'",
                then=clock.now - timedelta(minutes=minutes),
            )
        await runner.run("second", course)
    assert second.worked == ([] if held else [1, 2, 3])


@pytest.mark.parametrize(("seconds", "held"), [(59, True), (61, False)])
async def test_a_retry_further_off_than_a_minute_holds_nothing(
    database: Database, course: int, clock: Clock, seconds: int, held: bool
) -> None:
    first = ToyStage("first", trouble=failing_on(2, ValueError("no luck")))
    second = ToyStage("second")
    async with opened(database, clock, first, second) as runner:
        await runner.run("first", course)
        async with database.transaction() as connection:
            await execute(
                connection,
                "UPDATE outcomes SET next_attempt_at = %(far)s WHERE outcome = 'failed'",
                far=clock.now + timedelta(seconds=seconds),
            )
        await runner.run("second", course)
    assert second.worked == ([] if held else [1, 2, 3])


async def test_a_job_makes_room_after_its_units(database: Database, course: int, clock: Clock) -> None:
    stage = ToyStage("first", batch=1)
    async with opened(database, clock, stage, first=Limits(units=2)) as runner:
        await runner.run("first", course)
        assert stage.worked == [1, 2]
        assert await waiting_jobs(database) == [f"first of course {course}"]


@pytest.mark.parametrize("most", [1, 2])
async def test_batches_are_worked_on_side_by_side_up_to_the_limit(
    database: Database, course: int, clock: Clock, most: int
) -> None:
    stage = MeetingToys("first", batch=1, wanted=most)
    async with opened(database, clock, stage, first=Limits(concurrency=most)) as runner:
        await runner.run("first", course)
    assert stage.most == most
    assert sorted(stage.worked) == [1, 2, 3]


async def test_a_job_begins_nothing_after_its_time(
    database: Database, course: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = ToyStage("first", batch=1)
    passing = SimpleNamespace(monotonic=lambda: 20.0 * len(stage.worked))
    monkeypatch.setattr("gradient.work.runner.time", passing)
    async with opened(database, clock, stage, first=Limits(seconds=30)) as runner:
        await runner.run("first", course)
        assert stage.worked == [1, 2]
        assert await waiting_jobs(database) == [f"first of course {course}"]
        await runner.run("first", course)
    assert stage.worked == [1, 2, 3]


async def test_in_an_outage_all_units_of_a_batch_fail_and_none_is_tried_alone(
    database: Database, course: int, clock: Clock
) -> None:
    tried: list[int] = []

    def away(unit: int) -> None:
        tried.append(unit)
        raise Outage("Nobody answers.")

    async with opened(database, clock, ToyStage("first", trouble=away)) as runner:
        await runner.run("first", course)
    assert tried == [1]
    assert [(await outcome_of(database, "first", toy))["outcome"] for toy in (1, 2, 3)] == ["failed"] * 3


async def test_every_outcome_is_logged(database: Database, course: int, clock: Clock) -> None:
    stage = ToyStage("first", trouble=failing_on(2, ValueError("no luck")))
    async with opened(database, clock, stage) as runner:
        await runner.run("first", course)
        clock.move(seconds=6)
        stage.trouble = lambda _: None
        await runner.run("first", course)
    async with database.transaction() as connection:
        logged = await rows(connection, "SELECT outcome FROM outcome_log WHERE unit_id = 2 ORDER BY id")
        assert [one["outcome"] for one in logged] == ["failed", "done"]
        assert await value(connection, "SELECT count(*) FROM outcomes WHERE unit_id = 2") == 1
