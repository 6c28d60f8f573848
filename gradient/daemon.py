"""The daemon: watcher, scheduler and worker in one process."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from procrastinate.exceptions import ConnectorException

from gradient.errors import Exit, GradientError, InboxMissing
from gradient.home import Home
from gradient.inbox.scan import ScanResult, scan
from gradient.inbox.watcher import Watcher
from gradient.mirror.answers import answers
from gradient.pipeline import mirrors, opened_stages
from gradient.review.decisions import decide
from gradient.settings import Settings
from gradient.store import daemons
from gradient.store.sessions import Connection, Database
from gradient.work.job_files import JobFile, load_jobs
from gradient.work.queue import WORK_QUEUE
from gradient.work.runner import Clock, Limits, Progress, Runner, no_progress, utc_now

logger = logging.getLogger(__name__)

CONCURRENT_JOBS = 3
IDLE_CHECK_SECONDS = 0.2
AFTER_FAULT_SECONDS = 2.0
MISFIRE_SECONDS = 300


@dataclass(frozen=True)
class Ended:
    """How a run ended; `notice` is what the last scan had to say."""

    exit: Exit
    notice: str | None = None


@contextlib.asynccontextmanager
async def opened_runner(
    url: str,
    home: Home,
    settings: Settings,
    inbox: Path | None,
    *,
    clock: Clock = utc_now,
    progress: Progress = no_progress,
) -> AsyncIterator[tuple[Database, Runner]]:
    """A runner with all its stages on a database; without an inbox it reads no files."""
    limits = {job.stage: _limits(job) for job in load_jobs(home.directory).values()}
    async with (
        Database(url, connections=CONCURRENT_JOBS + 8) as database,
        opened_stages(home, settings, inbox, clock=clock) as stages,
    ):
        runner = Runner(database, stages, limits=limits, clock=clock, progress=progress)
        async with runner.queue.opened():
            yield database, runner


class Daemon:
    """Scans, ticks and works until it is told to stop, or until it is idle."""

    def __init__(
        self,
        url: str,
        home: Home,
        settings: Settings,
        inbox: Path,
        *,
        until_idle: bool = False,
        progress: Progress = no_progress,
        clock: Clock = utc_now,
    ) -> None:
        self._url = url
        self._home = home
        self._settings = settings
        self._inbox = inbox
        self._until_idle = until_idle
        self._progress = progress
        self._clock = clock
        self._wake = asyncio.Event()
        self._stop = asyncio.Event()
        self._last_scan: ScanResult | None = None
        self._started_at = clock()

    async def run(self) -> Ended:
        """Run; SIGTERM and SIGINT end it. Raises DatabaseOccupied if another daemon works on the database."""
        async with (
            daemons.only_daemon(self._url),
            opened_runner(
                self._url,
                self._home,
                self._settings,
                self._inbox,
                clock=self._clock,
                progress=self._progress,
            ) as (database, runner),
        ):
            await runner.queue.free_orphans()
            with self._signals():
                return await self._until_stopped(database, runner)

    async def _until_stopped(self, database: Database, runner: Runner) -> Ended:
        scheduler = self._scheduler(database, runner)
        watcher = Watcher(self._inbox, self._wake.set, mode=self._settings.inbox.watch)
        loops: list[Awaitable[None]] = [
            self._scan_loop(database, runner),
            self._kept_up(lambda: runner.queue.work(concurrency=CONCURRENT_JOBS)),
        ]
        if self._until_idle:
            loops.append(self._stop_when_idle(database, runner))
        scheduler.start()
        try:
            async with watcher:
                tasks = [asyncio.ensure_future(loop) for loop in loops]
                stopped = asyncio.ensure_future(self._stop.wait())
                done, _ = await asyncio.wait([stopped, *tasks], return_when=asyncio.FIRST_COMPLETED)
                await _cancel([stopped, *tasks])
                for task in done - {stopped}:
                    task.result()
        finally:
            scheduler.shutdown(wait=False)
        return await self._ended(database)

    async def _ended(self, database: Database) -> Ended:
        notice = None if self._last_scan is None else self._last_scan.notice
        if not self._until_idle:
            return Ended(Exit.DONE, notice)
        async with database.transaction() as connection:
            troubled = await daemons.troubled_since(connection, self._started_at)
        return Ended(Exit.WORK_FAILED if troubled else Exit.DONE, notice)

    async def _scan_loop(self, database: Database, runner: Runner) -> None:
        """Scan at the start, after events, and in any case from time to time."""
        first = runner.stages[0].name

        async def defer_first(connection: Connection, course_id: int) -> None:
            await runner.queue.defer(connection, first, course_id)

        while True:
            self._wake.clear()
            pause = self._settings.inbox.scan_seconds
            try:
                await self._take_answers(database)
                result = await scan(
                    database,
                    self._inbox,
                    self._settings.inbox,
                    clock=self._clock,
                    on_change=defer_first,
                )
            except InboxMissing as error:
                if self._until_idle:
                    raise
                logger.warning("%s", error)
            except psycopg.OperationalError as error:
                logger.warning("The scan is tried again, for the database does not answer: %s", error)
                pause = AFTER_FAULT_SECONDS
            else:
                await self._defer_all(database, runner)
                self._last_scan = result
                if result.notice:
                    logger.warning("%s", result.notice)
                if result.settles_in is not None:
                    pause = min(pause, result.settles_in)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), pause)

    async def _take_answers(self, database: Database) -> None:
        """Decide what people have answered in mirrors."""
        async with database.transaction() as connection:
            given = await answers(connection, mirrors(self._home, self._settings))
        for one in given:
            try:
                async with database.transaction() as connection:
                    await decide(connection, one.item_id, one.answer, person="mirror", now=self._clock())
            except GradientError as error:
                logger.warning("The answer to question %d is not taken: %s", one.item_id, error)

    async def _defer_all(self, database: Database, runner: Runner) -> None:
        async with database.transaction() as connection:
            courses = await daemons.courses(connection)
        for course_id in courses:
            await runner.defer_next(course_id)

    async def _stop_when_idle(self, database: Database, runner: Runner) -> None:
        """Idle: a complete scan has ended, nothing settles, is due, is due within a minute, waits or runs."""
        while not await self._is_idle(database, runner):
            await asyncio.sleep(IDLE_CHECK_SECONDS)
        self._stop.set()

    async def _is_idle(self, database: Database, runner: Runner) -> bool:
        scanned = self._last_scan
        if scanned is None or scanned.settles_in is not None or self._wake.is_set():
            return False
        async with database.transaction() as connection:
            if await runner.queue.unfinished(connection):
                return False
            for course_id in await daemons.courses(connection):
                stage = await runner.next_stage(connection, course_id)
                if stage is not None:
                    await runner.queue.defer(connection, stage.name, course_id)
                    return False
                if await runner.next_retry(connection, course_id) is not None:
                    return False
        return True

    async def _kept_up(self, work: Callable[[], Awaitable[None]]) -> None:
        """Start the workers anew when the database went away under them."""
        while True:
            try:
                await work()
            except* (psycopg.OperationalError, ConnectorException) as errors:
                logger.warning(
                    "The worker starts anew, for the database did not answer: %s", errors.exceptions
                )
                await asyncio.sleep(AFTER_FAULT_SECONDS)

    def _scheduler(self, database: Database, runner: Runner) -> AsyncIOScheduler:
        scheduler = AsyncIOScheduler(
            job_defaults={"misfire_grace_time": MISFIRE_SECONDS, "coalesce": True, "max_instances": 1}
        )
        for job in load_jobs(self._home.directory).values():
            scheduler.add_job(
                self._tick, _trigger(job), args=[database, runner, job.stage], id=job.name, name=job.name
            )
        return scheduler

    async def _tick(self, database: Database, runner: Runner, stage: str) -> None:
        """What a scheduled job does: remind of work that is due."""
        try:
            if stage == "scan":
                self._wake.set()
            elif stage == "rescue":
                await runner.queue.rescue_stalled()
            else:
                await self._remind(database, runner, stage)
        except psycopg.OperationalError as error:
            logger.warning("The tick of %s is left out, for the database does not answer: %s", stage, error)

    @staticmethod
    async def _remind(database: Database, runner: Runner, stage: str) -> None:
        async with database.transaction() as connection:
            for course_id in await daemons.courses(connection):
                if await runner.has_due(connection, stage, course_id):
                    await runner.queue.defer(connection, stage, course_id)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        try:
            yield
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)


async def work(url: str, home: Home, settings: Settings) -> None:
    """One more worker on the database, until it is cancelled; it needs no inbox and reads no files."""
    async with opened_runner(url, home, settings, None) as (_, runner):
        await runner.queue.work(concurrency=CONCURRENT_JOBS, queues=(WORK_QUEUE,))


def _limits(job: JobFile) -> Limits:
    return Limits(units=job.batch, concurrency=job.concurrency, seconds=job.time_limit)


def _trigger(job: JobFile) -> BaseTrigger:
    if job.cron is not None:
        return CronTrigger.from_crontab(job.cron, timezone=job.timezone)
    return IntervalTrigger(seconds=job.every, timezone=job.timezone)


async def _cancel(futures: Iterable[asyncio.Future[Any]]) -> None:
    """End them and wait until they have ended; what they raise has been seen or does not matter any more."""
    ending = list(futures)
    for future in ending:
        future.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
