"""The daemon: watcher, scheduler and worker in one process."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from procrastinate.exceptions import ConnectorException

from gradient.calibration.refit import MapFitting
from gradient.errors import Exit, GradientError, InboxMissing
from gradient.health import serving
from gradient.home import Home
from gradient.inbox.scan import ScanResult, scan
from gradient.inbox.watcher import Watcher
from gradient.mirror.answers import answers
from gradient.mirror.port import Mirror
from gradient.mirror.stage import MirrorStage
from gradient.pipeline import mirrors, model_remarks, opened_stages, vector_changes
from gradient.review.decisions import decide
from gradient.settings import Settings
from gradient.store import courses, daemons
from gradient.store.sessions import Connection, Database
from gradient.work.beginning import begin
from gradient.work.environment import is_environment, patiently, reason_of
from gradient.work.idleness import nothing_left, told
from gradient.work.job_files import JobFile, load_jobs
from gradient.work.queue import FIT, WORK_QUEUE
from gradient.work.revival import keep_server
from gradient.work.runner import Clock, Limits, Progress, Runner, no_progress, utc_now
from gradient.work.stopping import stopped_by_signals
from gradient.work.ticks import ticking
from gradient.work.together import together

logger = logging.getLogger(__name__)

CONCURRENT_JOBS = 3
CONNECTIONS = CONCURRENT_JOBS + 8
"""In the pool. A process has three more: that of its worker, that for notices, that of the one daemon."""

IDLE_CHECK_SECONDS = 0.2
IDLE_TOLD_SECONDS = 1.0
"""How often a daemon that stays looks whether its work has come to an end."""

STOPPED = "Stopped; what was done is kept, and the next run goes on from here."

INCOMPLETE_SCANS = 3
"""So many scans in a row that could not see everything are no passing matter."""

INCOMPLETE_PAUSE_SECONDS = 2.0


@dataclass(frozen=True)
class Ended:
    """How a run ended; `notice` is what a person should know."""

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
        Database(url, connections=CONNECTIONS) as database,
        opened_stages(home, settings, inbox, clock=clock) as stages,
    ):
        runner = Runner(database, stages, limits=limits, clock=clock, progress=progress, fitting=MapFitting())
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
        on_start: Callable[[], None] = lambda: None,
    ) -> None:
        self._url = url
        self._home = home
        self._settings = settings
        self._inbox = inbox
        self._until_idle = until_idle
        self._progress = progress
        self._clock = clock
        self._on_start = on_start
        self._started_at = clock()
        self._wake = asyncio.Event()
        self._stop = asyncio.Event()
        self._worked = asyncio.Event()
        self._worked.set()
        self._scanned: ScanResult | None = None
        self._stirred = 0  # how many scans found something new
        self._incomplete = 0
        self._notice: str | None = None
        self._slips: list[str] = []
        self._wrong = False
        self._taken_back = not settings.notion.enabled
        self._idle = False

    async def run(self) -> Ended:
        """Run; SIGTERM and SIGINT end it. Raises DatabaseOccupied if another daemon works on the database.

        `on_start` is called once it is certain that none does.
        """
        async with (
            daemons.only_daemon(self._url) as place,
            opened_runner(
                self._url,
                self._home,
                self._settings,
                self._inbox,
                clock=self._clock,
                progress=self._note_work,
            ) as (database, runner),
        ):
            self._on_start()
            await patiently(lambda: begin(database, self._settings, self._clock), "The start")
            await patiently(lambda: self._tell_changes(database, runner), "The look for changed models")
            for sentence in await model_remarks(self._settings, self._clock()):
                logger.warning("%s", sentence)
            with stopped_by_signals(self._stop):
                async with serving(self._settings.health, database, runner.stages, self._clock):
                    await self._until_stopped(database, runner, place)
            return await patiently(lambda: self._ended(database, runner), "The end")

    @staticmethod
    async def _tell_changes(database: Database, runner: Runner) -> None:
        """Log which courses get other vectors, since another model embeds now."""
        async with database.transaction() as connection:
            for sentence in await vector_changes(connection, runner.stages):
                logger.info("%s", sentence)

    async def _until_stopped(self, database: Database, runner: Runner, place: daemons.OnlyDaemon) -> None:
        """Run everything until the stop; whatever fails meanwhile is raised."""
        loops: list[Coroutine[Any, Any, None]] = [
            _wait(self._stop),
            self._scan_loop(database, runner),
            patiently(lambda: runner.queue.work(concurrency=CONCURRENT_JOBS), "The worker"),
            patiently(place.keep, "The place of the one daemon"),
            keep_server(self._home),
            self._look_for_idleness(database, runner),
        ]
        if self._settings.notion.enabled:
            loops.append(self._take_back_loop(database, runner))
        watcher = Watcher(self._inbox, self._wake.set, mode=self._settings.inbox.watch)
        jobs = load_jobs(self._home.directory).values()
        with ticking(jobs, partial(self._tick, database, runner)) as fault:
            async with watcher:
                await together(_await(fault), *loops)

    async def _ended(self, database: Database, runner: Runner) -> Ended:
        if not self._until_idle:
            return Ended(Exit.DONE, STOPPED)
        if not self._idle:
            return Ended(Exit.WORK_FAILED, "Stopped before all was done; the next run goes on from here.")
        queries = [stage.units() for stage in runner.stages]
        async with database.transaction() as connection:
            troubled = [
                await daemons.troubled_since(connection, queries, course_id, self._started_at)
                for course_id in await daemons.courses(connection)
            ]
            waits = [
                await runner.waits(connection, course_id) for course_id in await daemons.courses(connection)
            ]
        failed = any(troubled) or any(waits) or self._incomplete > 0 or self._wrong
        return Ended(Exit.WORK_FAILED if failed else Exit.DONE, self._notice)

    async def _scan_loop(self, database: Database, runner: Runner) -> None:
        """Scan at the start, after events, and whenever the job of the scan says so."""
        while True:
            self._wake.clear()
            self._scanned = None
            await patiently(lambda: self._take_answers(database), "The reading of answers")
            try:
                result = await patiently(lambda: self._scan(database, runner), "The scan")
            except InboxMissing as error:
                if self._until_idle:
                    raise
                self._tell(str(error))
                pause = None
            else:
                if not self._until_idle:  # else the look for what is left does it
                    await patiently(lambda: self._defer_all(database, runner), "The queue")
                pause = self._note(result)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def _scan(self, database: Database, runner: Runner) -> ScanResult:
        first = runner.stages[0].name

        async def defer_first(connection: Connection, course_id: int) -> None:
            await runner.queue.defer(connection, first, course_id)

        return await scan(
            database, self._inbox, self._settings.inbox, clock=self._clock, on_change=defer_first
        )

    def _note(self, result: ScanResult) -> float | None:
        """Keep what a scan came to; the seconds after which the next one is worth while by itself."""
        self._scanned = result
        self._stirred += bool(result.courses or result.settling)
        self._incomplete = 0 if result.complete else self._incomplete + 1
        self._wrong = result.wrong
        self._tell(result.notice)
        if 0 < self._incomplete < INCOMPLETE_SCANS:
            return INCOMPLETE_PAUSE_SECONDS
        return result.settles_in

    def _tell(self, notice: str | None) -> None:
        """Log what a person should know, each line once while it holds; a run until idle ends with it."""
        told = (self._notice or "").splitlines()
        for line in (notice or "").splitlines():
            if line not in told and not self._until_idle:
                logger.warning("%s", line)
        self._notice = notice

    async def _take_answers(self, database: Database) -> None:
        """Decide what people have answered in mirrors; a mirror that cannot be read is left for later."""
        places = mirrors(self._home, self._settings)
        try:
            self._tell_slips([slip for place in places for slip in await place.slips()])
            async with database.transaction() as connection:
                given = await answers(connection, places)
        except GradientError as error:
            logger.warning("Answers are not read: %s", error)
            return
        for one in given:
            try:
                async with database.transaction() as connection:
                    await decide(connection, one.item_id, one.answer, person="mirror", now=self._clock())
            except GradientError as error:
                logger.warning("The answer to question %d is not taken: %s", one.item_id, error)

    async def _take_back_loop(self, database: Database, runner: Runner) -> None:
        """Carry out what people did in mirrors that have a life of their own, time and again."""
        places = [one for stage in runner.stages if isinstance(stage, MirrorStage) for one in stage.mirrors]
        while True:
            await patiently(lambda: self._take_back(database, places), "The look at Notion")
            self._taken_back = True
            self._worked.set()
            await patiently(lambda: self._defer_all(database, runner), "The queue")
            await asyncio.sleep(self._settings.notion.poll_seconds)

    @staticmethod
    async def _take_back(database: Database, places: Sequence[Mirror]) -> None:
        for place in places:
            try:
                taken = await place.on(database).take_back()
            except GradientError as error:
                logger.warning("What people did in %s is not taken yet: %s", place.name, error)
                continue
            for sentence in taken.notices:
                logger.warning("%s", sentence)

    def _tell_slips(self, slips: list[str]) -> None:
        """Log what was ticked in vain, each once while it stands there."""
        for slip in slips:
            if slip not in self._slips:
                logger.warning("%s", slip)
        self._slips = slips

    async def _defer_all(self, database: Database, runner: Runner) -> None:
        async with database.transaction() as connection:
            courses = await daemons.courses(connection)
        for course_id in courses:
            await runner.defer_next(course_id)

    async def _look_for_idleness(self, database: Database, runner: Runner) -> None:
        """Once nothing is left to do, end a run until idle; others say so, each time after there was work."""
        pause = IDLE_CHECK_SECONDS if self._until_idle else IDLE_TOLD_SECONDS
        while not self._idle:
            await self._worked.wait()
            self._worked.clear()
            while not await patiently(  # noqa: ASYNC110 - workers elsewhere tell nobody
                lambda: self._is_idle(database, runner), "The look for what is left"
            ):
                await asyncio.sleep(pause)
            if self._until_idle:
                self._idle = True
                self._stop.set()
            elif not self._worked.is_set():
                await patiently(lambda: self._tell_idle(database), "The look for what there is")

    @staticmethod
    async def _tell_idle(database: Database) -> None:
        async with database.transaction() as connection:
            logger.info("%s", told(await daemons.standing(connection)))
            for sentence in await courses.notices(connection):
                logger.warning("%s", sentence)

    def _note_work(self, stage: str, course_id: int, done: int, total: int) -> None:
        self._worked.set()
        self._progress(stage, course_id, done, total)

    async def _is_idle(self, database: Database, runner: Runner) -> bool:
        """A complete scan has ended, nothing settles, is due, is due within a minute, waits or runs.

        An inbox that cannot be seen completely time after time counts as scanned, and as trouble.
        """
        stirred = self._stirred
        if not self._is_quiet() or not await nothing_left(database, runner, self._clock):
            return False
        return self._is_quiet() and self._stirred == stirred

    def _is_quiet(self) -> bool:
        """Whether a scan has ended, none is under way or called for, and nothing settles."""
        scanned = self._scanned
        if not self._taken_back or scanned is None or scanned.settles_in is not None or self._wake.is_set():
            return False
        return not 0 < self._incomplete < INCOMPLETE_SCANS

    async def _tick(self, database: Database, runner: Runner, stage: str) -> None:
        """What a scheduled job does: remind of work that is due."""
        try:
            if stage == "scan":
                self._wake.set()
            elif stage == "rescue":
                await runner.queue.free_orphans()
            elif stage == FIT:
                async with database.transaction() as connection:
                    await runner.defer_fit(connection)
            else:
                await self._remind(database, runner, stage)
        except (psycopg.Error, ConnectorException) as error:
            if not is_environment(error):
                raise
            logger.debug("The tick of %s is left out: %s.", stage, reason_of(error))

    @staticmethod
    async def _remind(database: Database, runner: Runner, stage: str) -> None:
        async with database.transaction() as connection:
            for course_id in await daemons.courses(connection):
                if await runner.has_due(connection, stage, course_id):
                    await runner.queue.defer(connection, stage, course_id)


async def work(url: str, home: Home, settings: Settings) -> None:
    """One more worker on the database, until it is cancelled; it needs no inbox and reads no files."""
    async with opened_runner(url, home, settings, None) as (_, runner):
        await together(
            patiently(
                lambda: runner.queue.work(concurrency=CONCURRENT_JOBS, queues=(WORK_QUEUE,)), "The worker"
            ),
            keep_server(home),
        )


async def _wait(event: asyncio.Event) -> None:
    await event.wait()


async def _await(fault: "asyncio.Future[None]") -> None:
    await fault


def _limits(job: JobFile) -> Limits:
    return Limits(units=job.batch, concurrency=job.concurrency, seconds=job.time_limit)
