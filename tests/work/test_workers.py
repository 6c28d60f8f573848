"""Workers side by side: a course is worked on by one of them, and files are read where the folder is."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

from gradient.store.sessions import Database, execute, rows, value
from gradient.work.queue import READ_QUEUE, WORK_QUEUE, Queue


class Jobs:
    """What ran, and what runs at the moment; each job lasts until it is let go."""

    def __init__(self) -> None:
        self.running: list[tuple[str, int]] = []
        self.ended: list[tuple[str, int]] = []
        self.go = asyncio.Event()

    async def run(self, stage: str, course_id: int) -> None:
        self.running.append((stage, course_id))
        await self.go.wait()
        self.running.remove((stage, course_id))
        self.ended.append((stage, course_id))


@asynccontextmanager
async def working(queue: Queue, *queues: str) -> Any:
    task = asyncio.create_task(queue.work(concurrency=2, queues=queues))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - the queue tells nobody
            await asyncio.sleep(0.02)


async def test_jobs_of_one_course_run_one_after_the_other_and_those_of_two_side_by_side(
    database: Database, course: int
) -> None:
    jobs = Jobs()
    queue = Queue(database, jobs.run)
    async with queue.opened():
        async with database.transaction() as connection:
            other = await value(
                connection, "INSERT INTO courses (slug, folder, name) VALUES ('b', 'b', 'B') RETURNING id"
            )
            for stage, course_id in (("chunk", course), ("extract", course), ("chunk", other)):
                await queue.defer(connection, stage, course_id)
        async with working(queue, WORK_QUEUE):
            await until(lambda: len(jobs.running) == 2)
            assert sorted(jobs.running) == sorted([("chunk", course), ("chunk", other)])
            jobs.go.set()
            await until(lambda: len(jobs.ended) == 3)


async def test_a_worker_without_the_folder_leaves_reading_to_others(database: Database, course: int) -> None:
    jobs = Jobs()
    jobs.go.set()
    queue = Queue(database, jobs.run)
    async with queue.opened():
        async with database.transaction() as connection:
            await queue.defer(connection, "read", course)
            other = await value(
                connection, "INSERT INTO courses (slug, folder, name) VALUES ('b', 'b', 'B') RETURNING id"
            )
            await queue.defer(connection, "chunk", other)
        async with working(queue, WORK_QUEUE):
            await until(lambda: jobs.ended == [("chunk", other)])
        async with database.transaction() as connection:
            left = await rows(connection, "SELECT queue_name, status::text FROM procrastinate_jobs")
    assert [(job["queue_name"], job["status"]) for job in left] == [(READ_QUEUE, "todo")]


async def test_jobs_of_a_worker_whose_connection_is_gone_are_put_back(
    database: Database, course: int
) -> None:
    queue = Queue(database)
    async with queue.opened():
        async with database.transaction() as connection:
            await queue.defer(connection, "chunk", course)
            await execute(
                connection,
                "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 hour')",
            )
            await execute(
                connection,
                "UPDATE procrastinate_jobs SET status = 'doing',"
                " worker_id = (SELECT max(id) FROM procrastinate_workers)",
            )
        assert await queue.free_orphans() == 1
        async with database.transaction() as connection:
            assert await value(connection, "SELECT status::text FROM procrastinate_jobs") == "todo"
