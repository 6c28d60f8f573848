"""Jobs: of each one waits and one runs, and those of the dead are freed."""

import asyncio

from gradient.store.sessions import Database, execute, rows, value
from gradient.work.queue import Queue
from gradient.work.runner import Runner
from tests.working.toys import Clock, ToyStage


async def test_a_job_that_waits_already_leaves_the_transaction_good(database: Database, course: int) -> None:
    async with Queue(database).opened() as queue:
        async with database.transaction() as connection:
            assert await queue.defer(connection, "read", course)
            assert not await queue.defer(connection, "read", course)
            await execute(connection, "UPDATE courses SET name = 'still good'")
        async with database.transaction() as connection:
            assert await value(connection, "SELECT name FROM courses") == "still good"
            assert await queue.unfinished(connection) == 1


async def test_a_job_goes_with_the_transaction_that_deferred_it(database: Database, course: int) -> None:
    async with Queue(database).opened() as queue:
        try:
            async with database.transaction() as connection:
                await queue.defer(connection, "read", course)
                raise LookupError
        except LookupError:
            pass
        async with database.transaction() as connection:
            assert await queue.unfinished(connection) == 0


async def test_the_worker_works_a_course_off_stage_by_stage(
    database: Database, course: int, clock: Clock
) -> None:
    first, second = ToyStage("first"), ToyStage("second")
    runner = Runner(database, [first, second], clock=clock)
    async with runner.queue.opened():
        await runner.defer_next(course)
        working = asyncio.create_task(runner.queue.work(concurrency=2))
        async with asyncio.timeout(30):
            while second.worked != [1, 2, 3]:  # noqa: ASYNC110 - the stage tells nobody
                await asyncio.sleep(0.02)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
    assert first.worked == [1, 2, 3]


async def test_jobs_of_a_dead_worker_are_freed_at_once_and_those_of_a_living_one_are_not(
    database: Database, course: int
) -> None:
    async with Queue(database).opened() as queue:
        async with database.transaction() as connection:
            await queue.defer(connection, "read", course)
            await execute(connection, "INSERT INTO procrastinate_workers DEFAULT VALUES")
            await execute(
                connection,
                "UPDATE procrastinate_jobs SET status = 'doing',"
                " worker_id = (SELECT max(id) FROM procrastinate_workers)",
            )
            await queue.defer(connection, "read", course)
        working = asyncio.create_task(Queue(database).opened().__aenter__())
        await working
        assert await queue.free_orphans() == 1
        async with database.transaction() as connection:
            jobs = await rows(connection, "SELECT status::text FROM procrastinate_jobs")
            assert [job["status"] for job in jobs] == ["todo"]
