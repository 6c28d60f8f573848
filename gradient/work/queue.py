"""The queue: a job is one stage on one course, and of each at most one waits and one runs."""

import contextlib
from collections.abc import AsyncIterator, Sequence

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued

from gradient.store import daemons, jobs
from gradient.store.sessions import Connection, Database
from gradient.work.worker import RunStage, Worker

WORK_QUEUE = "work"
READ_QUEUE = "read"
MIRROR_QUEUE = "mirror"
ALL_QUEUES = (READ_QUEUE, WORK_QUEUE, MIRROR_QUEUE)
TASK = "gradient.run"

ANY_STAGE = "settle"
"""Whose job is put in where nobody looks which stage is next: it runs on any worker and goes over to that."""

FIT = "fit"
"""The job that is about no course: it fits maps on the decisions of all."""

EVERY_COURSE = 0
"""What stands for the course in that job; no course has this number."""

LOCAL_QUEUES = {"read": READ_QUEUE, "mirror": MIRROR_QUEUE}
"""Stages that need the daemon's own folders: the inbox, the vault. All others work from rows anywhere."""


async def _nothing(stage: str, course_id: int) -> None:
    """For queues that only defer."""


class Queue:
    """Defers and works off jobs. `run` is what a job does: it is given a stage and a course id."""

    def __init__(self, database: Database, run: RunStage = _nothing) -> None:
        self._database = database
        self._run = run
        self._app = App(connector=PsycopgConnector())

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
            queue=LOCAL_QUEUES.get(stage, WORK_QUEUE),
            lock=f"course {course_id}",
            queueing_lock=f"{stage} of course {course_id}",
        )
        try:
            async with connection.transaction():
                await job.defer_async(stage=stage, course_id=course_id)
        except AlreadyEnqueued:
            return False
        return True

    async def defer_fit(self, connection: Connection) -> bool:
        """Put the job that fits maps into the queue with this transaction; False if it waits already."""
        return await self.defer(connection, FIT, EVERY_COURSE)

    async def remind(self, connection: Connection, course_id: int | None) -> None:
        """Put a job for whatever is next in a course, or in each, into the queue with this transaction."""
        for one in [course_id] if course_id is not None else await daemons.courses(connection):
            await self.defer(connection, ANY_STAGE, one)

    async def work(self, *, concurrency: int, queues: Sequence[str] = ALL_QUEUES) -> None:
        """Free what dead workers held, and work off jobs until cancelled. Raises any error.

        What is still running some seconds after the cancellation is broken off, and waits again.
        """
        await self.free_orphans()
        worker = Worker(
            self._app.job_manager, self._database.url, self._run, queues=queues, concurrency=concurrency
        )
        try:
            await worker.run()
        finally:
            await self.free_orphans()

    async def unfinished(self, connection: Connection) -> int:
        """How many jobs run or wait."""
        return await jobs.unfinished(connection, TASK)

    async def free_orphans(self) -> int:
        """Put the jobs of workers that died back to waiting; how many."""
        async with self._database.transaction() as connection:
            return await jobs.free_orphans(connection)
