"""The queue: a job is one stage on one course, and of each at most one waits and one runs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.worker import Worker

from gradient.store.queries import load
from gradient.store.sessions import Connection, Database, execute, value

WORK_QUEUE = "work"
READ_QUEUE = "read"
TASK = "gradient.run"
LIVE_WORKER = 1_196_572_996
"""First half of the advisory lock that each living worker holds; the second half is its number."""

_queries = load("jobs")

RunStage = Callable[[str, int], Awaitable[None]]


class Queue:
    """Defers and works off jobs. `run` is what a job does: it is given a stage and a course id."""

    def __init__(self, database: Database, run: RunStage | None = None) -> None:
        self._database = database
        self._app = App(connector=PsycopgConnector())
        if run is not None:
            self._app.task(name=TASK)(_as_task(run))

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator["Queue"]:
        """The queue, on the connections of the database."""
        async with self._app.open_async(self._database.pool):
            yield self

    async def defer(self, connection: Connection, stage: str, course_id: int) -> bool:
        """Put a job into the queue with this transaction; False if one like it already waits.

        A held queueing lock raises inside a savepoint, so the transaction stays good.
        """
        job = self._app.configure_task(
            TASK,
            connection=connection,
            queue=READ_QUEUE if stage == "read" else WORK_QUEUE,
            lock=f"course {course_id}",
            queueing_lock=f"{stage} of course {course_id}",
        )
        try:
            async with connection.transaction():
                await job.defer_async(stage=stage, course_id=course_id)
        except AlreadyEnqueued:
            return False
        return True

    async def work(self, *, concurrency: int, queues: tuple[str, ...] = (READ_QUEUE, WORK_QUEUE)) -> None:
        """Work off jobs until cancelled; the running ones get ten seconds to come to an end.

        Each of the concurrent jobs has a worker of its own: such a worker looks for the next job as soon
        as its last one is done, while one that has room for more would wait for its next poll.
        """
        async with asyncio.TaskGroup() as group:
            for _ in range(concurrency):
                group.create_task(self._work_one_by_one(queues))

    async def _work_one_by_one(self, queues: tuple[str, ...]) -> None:
        worker = Worker(
            self._app,
            queues=list(queues),
            concurrency=1,
            install_signal_handlers=False,
            fetch_job_polling_interval=2,
            shutdown_graceful_timeout=10,
            delete_jobs="successful",
        )
        async with await psycopg.AsyncConnection.connect(self._database.url, autocommit=True) as connection:
            running: asyncio.Task[None] = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
            try:
                while worker.worker_id is None and not running.done():  # noqa: ASYNC110 - it has no event
                    await asyncio.sleep(0.01)
                await connection.execute(
                    _queries.hold_worker.encode(), {"class": LIVE_WORKER, "worker": worker.worker_id}
                )
                await asyncio.shield(running)
            finally:
                worker.stop()  # type: ignore[no-untyped-call]
                await running

    async def unfinished(self, connection: Connection) -> int:
        """How many jobs run or wait."""
        return int(await value(connection, _queries.unfinished, task=TASK) or 0)

    async def free_orphans(self) -> int:
        """Put the jobs of workers that died back to waiting; how many."""
        async with self._database.transaction() as connection:
            parameters = {"class": LIVE_WORKER}
            dropped = await execute(connection, _queries.drop_orphans, **parameters)
            return dropped + await execute(connection, _queries.free_orphans, **parameters)

    async def rescue_stalled(self) -> int:
        """Put back the jobs of workers that have sent no sign of life for 30 seconds; how many."""
        stalled = list(await self._app.job_manager.get_stalled_jobs())
        for job in stalled:
            await self._app.job_manager.retry_job(job)
        return len(stalled)


def _as_task(run: RunStage) -> RunStage:
    async def run_stage(stage: str, course_id: int) -> None:
        await run(stage, course_id)

    return run_stage
