"""The pages for monitoring, `/healthz` and `/metrics`, on the loopback address alone."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

import psycopg

from gradient.errors import SettingsError
from gradient.settings import HealthSettings
from gradient.store import daemons, jobs, scans, status
from gradient.store.sessions import Database
from gradient.work.runner import Clock
from gradient.work.stage import Stage

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
REQUEST_SECONDS = 5.0
"""A client that takes longer to send its request, or to take the answer, gets nothing."""

DATABASE_SECONDS = 5.0
"""A database that does not answer a look within this time is away."""

COUNTING_SECONDS = 30.0
"""Counting reads every unit."""

PLAIN = "text/plain; charset=utf-8"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True)
class Answer:
    """What a request is answered with."""

    status: HTTPStatus
    body: str
    type: str = PLAIN

    def encoded(self) -> bytes:
        """The answer as it is sent; the connection ends with it."""
        body = self.body.encode()
        allow = "Allow: GET\r\n" if self.status == HTTPStatus.METHOD_NOT_ALLOWED else ""
        head = (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\nContent-Type: {self.type}\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\n{allow}Connection: close\r\n\r\n"
        )
        return head.encode() + body


@contextlib.asynccontextmanager
async def serving(
    settings: HealthSettings, database: Database, stages: Sequence[Stage], clock: Clock
) -> AsyncIterator[int | None]:
    """Serve the pages for as long as the context lasts, at the port that it gives; None if switched off.

    Raises SettingsError if the port is taken.
    """
    if not settings.enabled:
        yield None
        return
    pages = Pages(database, stages, clock)
    try:
        server = await asyncio.start_server(pages.serve, HOST, settings.port)
    except OSError as error:
        raise SettingsError(
            f"health.port is {settings.port}, which cannot be used on {HOST} ({error.strerror}); set another"
            " one, or health.enabled = false."
        ) from error
    async with server:
        port = int(server.sockets[0].getsockname()[1])
        logger.info("Health is told at http://%s:%d/healthz and /metrics.", HOST, port)
        yield port


class Pages:
    """Answers the requests for the pages."""

    def __init__(self, database: Database, stages: Sequence[Stage], clock: Clock) -> None:
        self._database = database
        self._stages = stages
        self._clock = clock

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; a client that leaves or is too slow gets nothing."""
        with contextlib.suppress(OSError, EOFError, TimeoutError), contextlib.closing(writer):
            async with asyncio.timeout(REQUEST_SECONDS):
                request = await _request_line(reader)
            answer = await self._answer(request)
            writer.write(answer.encoded())
            async with asyncio.timeout(REQUEST_SECONDS):
                await writer.drain()

    async def _answer(self, request: str) -> Answer:
        method, target, version = [*request.split(" "), "", "", ""][:3]
        if not version.startswith("HTTP/1."):
            return Answer(HTTPStatus.BAD_REQUEST, "This is no HTTP request.\n")
        pages = {"/healthz": self._health, "/metrics": self._metrics}
        page = pages.get(target.partition("?")[0])
        if page is None:
            return Answer(HTTPStatus.NOT_FOUND, f"There are {' and '.join(pages)}.\n")
        if method != "GET":
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET is answered.\n")
        return await page()

    async def _health(self) -> Answer:
        """200 while the database answers and a worker lives, else 503."""
        found: dict[str, bool | float | None] = {
            "database": False,
            "worker": False,
            "last_scan_seconds": None,
        }
        try:
            async with asyncio.timeout(DATABASE_SECONDS), self._database.transaction() as connection:
                found["worker"] = await jobs.living_workers(connection) > 0
                if scan := await scans.newest(connection):
                    found["last_scan_seconds"] = (self._clock() - scan.ended_at).total_seconds()
                found["database"] = True
        except (psycopg.OperationalError, TimeoutError) as error:
            logger.info("The database does not answer a look at its health: %r", error)
        well = bool(found["database"] and found["worker"])
        return Answer(
            HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE,
            json.dumps({"ok": well, **found}) + "\n",
            "application/json",
        )

    async def _metrics(self) -> Answer:
        try:
            async with asyncio.timeout(COUNTING_SECONDS), self._database.transaction() as connection:
                courses = list(await daemons.courses(connection))
                queries = [stage.units() for stage in self._stages]
                standings = await status.stages(connection, queries, courses, self._clock())
                questions = await status.open_questions(connection)
                scan = await scans.newest(connection)
        except (psycopg.OperationalError, TimeoutError) as error:
            logger.info("The database does not answer a look at its numbers: %r", error)
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, "The database does not answer.\n")
        units = [
            (f'{{stage="{stage}",state="{state}"}}', count)
            for stage, counts in standings.items()
            for state, count in counts.items()
        ]
        lines = _gauge("gradient_units", "Units of work by stage and state.", units)
        lines += _gauge("gradient_review_items_open", "Questions put to people.", [("", questions)])
        ended = [] if scan is None else [("", scan.ended_at.timestamp())]
        lines += _gauge("gradient_last_scan_timestamp_seconds", "When the last scan ended.", ended)
        return Answer(HTTPStatus.OK, "\n".join([*lines, ""]), PROMETHEUS)


async def _request_line(reader: asyncio.StreamReader) -> str:
    """The first line of a request whose headers have been read; empty if they are too long."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        return ""
    return head.partition(b"\r\n")[0].decode("latin-1")


def _gauge(name: str, description: str, values: Iterable[tuple[str, float]]) -> list[str]:
    """A gauge in the text format of Prometheus, with a line for each set of labels."""
    return [
        f"# HELP {name} {description}",
        f"# TYPE {name} gauge",
        *(f"{name}{labels} {value}" for labels, value in values),
    ]
