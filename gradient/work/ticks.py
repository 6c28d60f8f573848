"""What is done by the clock."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator

from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

from gradient.work.job_files import JobFile

MISFIRE_SECONDS = 300
"""A tick that comes later than this is left to the next one; those that were missed come as one."""

Tick = Callable[[str], Awaitable[None]]


def _is_told(record: logging.LogRecord) -> bool:
    """Whether a line of the scheduler is for people: a tick that the end cut off is no error."""
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)


@contextlib.contextmanager
def ticking(jobs: Iterable[JobFile], tick: Tick) -> Iterator["asyncio.Future[None]"]:
    """Call `tick` with the stage of each job whenever its time has come, for as long as the context lasts.

    `tick` is a coroutine function, or a partial of one. The future that is given fails with the
    first error that a tick raises.
    """
    fault: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def failed(event: JobExecutionEvent) -> None:
        if not fault.done() and isinstance(event.exception, Exception):
            fault.set_exception(event.exception)

    scheduler = AsyncIOScheduler(
        job_defaults={"misfire_grace_time": MISFIRE_SECONDS, "coalesce": True, "max_instances": 1}
    )
    logging.getLogger("apscheduler.executors.default").addFilter(_is_told)
    scheduler.add_listener(failed, EVENT_JOB_ERROR)
    for job in jobs:
        scheduler.add_job(tick, _trigger(job), args=[job.stage], id=job.name, name=job.name)
    scheduler.start()
    try:
        yield fault
    finally:
        scheduler.shutdown(wait=False)


def _trigger(job: JobFile) -> BaseTrigger:
    if job.cron is not None:
        return CronTrigger.from_crontab(job.cron, timezone=job.timezone)
    return IntervalTrigger(seconds=job.every, timezone=job.timezone)
