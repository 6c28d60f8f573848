"""Workers side by side: a course is worked on by one of them, and files are read where the folder is."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from gradient.store.jobs import LIVE_WORKER
from gradient.store.sessions import Database, execute, rows, value
from gradient.work import worker
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


async def test_a_worker_ends_with_the_first_job_that_fails_and_leaves_it_waiting(
    database: Database, course: int
) -> None:
    async def fail(stage: str, course_id: int) -> None:
        raise LookupError(stage)

    queue = Queue(database, fail)
    async with queue.opened():
        async with database.transaction() as connection:
            await queue.defer(connection, "chunk", course)
        async with asyncio.timeout(30):
            with pytest.raises(LookupError):
                await queue.work(concurrency=2)
        async with database.transaction() as connection:
            assert await value(connection, "SELECT status::text FROM procrastinate_jobs") == "todo"


async def test_a_job_whose_end_cannot_be_stored_holds_nothing_up(database: Database, course: int) -> None:
    jobs = Jobs()
    jobs.go.set()
    queue = Queue(database, jobs.run)
    async with queue.opened():
        async with database.transaction() as connection:
            await execute(
                connection,
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql"
                " AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$",
            )
            await execute(
                connection,
                "CREATE TRIGGER full_disk BEFORE DELETE ON procrastinate_jobs"
                " FOR EACH ROW EXECUTE FUNCTION full_disk()",
            )
            await queue.defer(connection, "chunk", course)
        async with asyncio.timeout(30):
            with pytest.raises(ConnectorException):
                await queue.work(concurrency=1)
        async with database.transaction() as connection:
            assert await value(connection, "SELECT status::text FROM procrastinate_jobs") == "todo"
            await execute(connection, "DROP TRIGGER full_disk ON procrastinate_jobs")
        async with working(queue, WORK_QUEUE):
            await until(lambda: len(jobs.ended) == 2)


async def test_a_worker_whose_connection_is_lost_ends(
    database: Database, course: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.05)
    queue = Queue(database, Jobs().run)
    async with queue.opened():
        task = asyncio.create_task(queue.work(concurrency=1))
        async with asyncio.timeout(30):
            ended = 0
            while not ended:
                await asyncio.sleep(0.02)
                async with database.transaction() as connection:
                    ended = await execute(
                        connection,
                        "SELECT pg_terminate_backend(pid) FROM pg_locks"
                        " WHERE locktype = 'advisory' AND classid = %(class)s"
                        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
                        **{"class": LIVE_WORKER},
                    )
            with pytest.raises(psycopg.OperationalError):
                await task


async def test_a_stopped_worker_leaves_what_it_could_not_end(
    database: Database, course: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE_SECONDS", 0.1)
    jobs = Jobs()
    queue = Queue(database, jobs.run)
    async with queue.opened():
        async with database.transaction() as connection:
            await queue.defer(connection, "chunk", course)
        async with working(queue, WORK_QUEUE):
            await until(lambda: len(jobs.running) == 1)
        async with database.transaction() as connection:
            assert await value(connection, "SELECT status::text FROM procrastinate_jobs") == "todo"
            assert await value(connection, "SELECT count(*) FROM procrastinate_workers") == 0


async def test_a_stopped_worker_ends_what_is_nearly_done(database: Database, course: int) -> None:
    jobs = Jobs()
    queue = Queue(database, jobs.run)
    async with queue.opened():
        async with database.transaction() as connection:
            await queue.defer(connection, "chunk", course)
        task = asyncio.create_task(queue.work(concurrency=1))
        await until(lambda: len(jobs.running) == 1)
        task.cancel()
        asyncio.get_running_loop().call_soon(jobs.go.set)
        await asyncio.gather(task, return_exceptions=True)
        async with database.transaction() as connection:
            assert await value(connection, "SELECT count(*) FROM procrastinate_jobs") == 0
    assert jobs.ended == [("chunk", course)]
