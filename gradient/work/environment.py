"""What is no fault of the work: the database is away, full, or takes nothing for a while."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import psycopg
from procrastinate.exceptions import ConnectorException

from gradient.store import reasons

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

PAUSE_SECONDS = 2.0
TOLD_EVERY_SECONDS = 60.0

_CLASSES = ("08", "53", "57", "58")
"""Classes of SQLSTATE: connection, resources such as disk and memory, intervention, the system below."""

_CROSSINGS = frozenset({"40001", "40P01"})
"""Serialisation failure, deadlock."""

_STATES = frozenset({"25006", "55P03"}) | _CROSSINGS
"""Read-only, lock not available, and those."""

_CANCELLED = "57014"
"""The server's own limit of time for a query: what runs into it does so again, so it is the unit's fault."""


def is_environment(error: BaseException) -> bool:
    """Whether an error says nothing about the work: the same may well succeed when the database is back."""
    error = _cause(error)
    if not isinstance(error, psycopg.Error):
        return False
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    passing = error.sqlstate.startswith(_CLASSES) or error.sqlstate in _STATES
    return passing and error.sqlstate != _CANCELLED


def is_crossing(error: BaseException) -> bool:
    """Whether a transaction was undone because it crossed another one, so that it may be done again."""
    error = _cause(error)
    return isinstance(error, psycopg.Error) and error.sqlstate in _CROSSINGS


async def patiently(attempt: Callable[[], Awaitable[Result]], what: str) -> Result:
    """The result of an attempt, which is repeated for as long as the database does not do its part.

    `what` is who waits, for the log. Every other error is raised.
    """
    told_at = None
    while True:
        try:
            result = await attempt()
        except (psycopg.Error, ConnectorException) as error:
            if not is_environment(error):
                raise
            if told_at is None or time.monotonic() - told_at >= TOLD_EVERY_SECONDS:
                told_at = time.monotonic()
                logger.warning("%s waits for the database: %s.", what, reason_of(error))
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            if told_at is not None:
                logger.info("The database is back; %s goes on.", what)
            return result


def reason_of(error: BaseException) -> str:
    """What the database says, in one line."""
    cause = _cause(error)
    primary = cause.diag.message_primary if isinstance(cause, psycopg.Error) else None
    return primary.strip().rstrip(".") if primary else reasons.reason_of(cause)


def _cause(error: BaseException) -> BaseException:
    """What lies behind an error of the queue's connection."""
    return error.__cause__ or error if isinstance(error, ConnectorException) else error
