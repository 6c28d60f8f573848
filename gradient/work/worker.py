"""A worker: takes jobs out of the queue and works them off, several at once.

The jobs, their locks and their notices are procrastinate's; its own worker is not used. That one goes on
when the end of a job could not be stored, and the job then holds its course for as long as the process
lives. This one ends with the first error, and whoever starts it anew finds its jobs free again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import psycopg
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

from gradient.store import jobs
from gradient.work.together import together

POLL_SECONDS = 2.0
BEAT_SECONDS = 5.0
GRACE_SECONDS = 10.0

RunStage = Callable[[str, int], Awaitable[None]]


class Worker:
    """Works off the jobs of some queues, at most `concurrency` at a time."""

    def __init__(
        self, manager: JobManager, url: str, run: RunStage, *, queues: Sequence[str], concurrency: int
    ) -> None:
        self._manager = manager
        self._url = url
        self._run = run
        self._queues = list(queues)
        self._concurrency = concurrency
        self._inserted = 0
        self._told = asyncio.Condition()

    async def run(self) -> None:
        """Work until cancelled; running jobs then get ten seconds to come to an end. Raises any error."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as alive:
            worker_id = await jobs.register(alive)
            try:
                await together(
                    self._listen(),
                    self._beat(alive, worker_id),
                    *(self._work_off(worker_id) for _ in range(self._concurrency)),
                )
            finally:
                with contextlib.suppress(psycopg.OperationalError):  # it is gone, and what it showed with it
                    await jobs.unregister(alive, worker_id)

    async def _listen(self) -> None:
        async def inserted(**_: Any) -> None:
            async with self._told:
                self._inserted += 1
                self._told.notify_all()

        await self._manager.listen_for_jobs(on_notification=inserted, queues=self._queues)

    @staticmethod
    async def _beat(alive: psycopg.AsyncConnection[Any], worker_id: int) -> None:
        """Notice when the connection that shows this worker to be alive is gone."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await jobs.beat(alive, worker_id)

    async def _work_off(self, worker_id: int) -> None:
        while True:
            seen = self._inserted
            job = await self._manager.fetch_job(queues=self._queues, worker_id=worker_id)
            if job is None:
                await self._next_insertion(seen)
            else:
                await _with_grace(asyncio.ensure_future(self._work_on(job)))

    async def _next_insertion(self, seen: int) -> None:
        """Wait until a job was put in; locks that are freed elsewhere are not told, so not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS), self._told:
                await self._told.wait_for(lambda: self._inserted != seen)

    async def _work_on(self, job: Job) -> None:
        given: dict[str, Any] = job.task_kwargs
        await self._run(given["stage"], given["course_id"])
        await self._manager.finish_job(job, status=Status.SUCCEEDED, delete_job=True)


async def _with_grace(working: asyncio.Future[None]) -> None:
    """Wait for work; when this is cancelled, the work is too, but only after a while."""
    try:
        await asyncio.shield(working)
    except asyncio.CancelledError:
        try:
            await asyncio.wait([working], timeout=GRACE_SECONDS)
        finally:
            working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        raise
