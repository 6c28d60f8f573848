"""Who is the one daemon of a database, and what it has to look after."""

import asyncio
import os
import re
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg

from gradient.errors import DatabaseOccupied
from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, row, rows, value

DAEMON_LOCK = 1_196_572_995
LOOK_SECONDS = 5.0
GHOST_SECONDS = 10.0
"""For how long the server may not have noticed yet that a process of this machine has died."""
GHOST_LOOK_SECONDS = 0.05

_PROCESS = re.compile(r"process (\d+) on (.+)")

_queries = load("daemons")


class OnlyDaemon:
    """The place of the one daemon of a database; it is held for as long as a connection lasts."""

    def __init__(self, url: str, *, ghost_seconds: float = GHOST_SECONDS) -> None:
        self._url = url
        self._ghost_seconds = ghost_seconds
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def take(self) -> None:
        """Take the place, which one that has died just now leaves in a moment.

        Raises DatabaseOccupied, naming the other, if another daemon has it.
        """
        await self.leave()
        name = f"gradient daemon, process {os.getpid()} on {socket.gethostname()}"[:63]
        self._connection = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, application_name=name
        )
        until = time.monotonic() + self._ghost_seconds
        while not await self._first(_queries.try_lock):
            holder = await self._first(_queries.holder)
            if _has_died(holder) and time.monotonic() < until:
                await asyncio.sleep(GHOST_LOOK_SECONDS)
                continue
            raise DatabaseOccupied(
                f"This database is worked on by {holder or 'another daemon'}; stop that one first"
                f" ({_how_to_stop(holder)}), or start `gradient worker` to help it."
            )

    async def keep(self) -> None:
        """Take the place again when it was lost with its connection. Raises what `take` raises."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._first(_queries.still_there)
            except psycopg.OperationalError:
                await self.take()

    async def leave(self) -> None:
        """Leave the place to others."""
        if self._connection is not None:
            await self._connection.close()

    async def _first(self, query: str) -> Any:
        assert self._connection is not None
        cursor = await self._connection.execute(query.encode(), {"class": DAEMON_LOCK})
        found = await cursor.fetchone()
        return None if found is None else found[0]


def _has_died(holder: str | None) -> bool:
    """Whether the daemon of this name was a process of this machine that is no more; of none, too."""
    process = _PROCESS.search(holder or "")
    if process is None or process[2] != socket.gethostname():
        return holder is None
    try:
        os.kill(int(process[1]), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    # One that nobody has asked for its end yet still has its number.
    stated = Path("/proc", process[1], "stat")
    try:
        return stated.read_text("utf-8", "replace").rpartition(")")[2].split()[:1] == ["Z"]
    except OSError:
        return False


def _how_to_stop(holder: str | None) -> str:
    """How a person ends the daemon of this name."""
    process = _PROCESS.search(holder or "")
    if process is None:
        return "Ctrl-C in its terminal"
    there = "" if process[2] == socket.gethostname() else f" on {process[2]}"
    return f"Ctrl-C in its terminal, or kill {process[1]}{there}"


@asynccontextmanager
async def only_daemon(url: str) -> AsyncIterator[OnlyDaemon]:
    """Be the one daemon of the database. Raises DatabaseOccupied, naming the other, if there is one."""
    place = OnlyDaemon(url)
    try:
        await place.take()
        yield place
    finally:
        await place.leave()


async def holder(connection: Connection) -> dict[str, Any] | None:
    """Who is the one daemon of the database (name, None if hidden, and since when); None if nobody is."""
    return await row(connection, _queries.holder, **{"class": DAEMON_LOCK})


async def standing(connection: Connection) -> dict[str, int]:
    """How many courses, topics and open questions there are."""
    return dict(await row(connection, _queries.standing) or {})


async def courses(connection: Connection) -> dict[int, str]:
    """Every course, by id its slug."""
    return {one["id"]: one["slug"] for one in await rows(connection, _queries.courses)}


async def next_retry(
    connection: Connection, queries: Sequence[UnitQuery], course_id: int, now: datetime
) -> datetime | None:
    """When the first failed unit of a course is tried again, if that is within a minute."""
    times = [
        await value(connection, query.wrapped(_queries.next_retry), **query.values(course_id, now))
        for query in queries
    ]
    return min((time for time in times if time is not None), default=None)


async def troubled_since(
    connection: Connection, queries: Sequence[UnitQuery], course_id: int, since: datetime
) -> int:
    """How many units of a course failed or were parked since a time, and still are."""
    counted = [
        await value(
            connection, query.wrapped(_queries.troubled_since), **query.values(course_id, since), since=since
        )
        for query in queries
    ]
    return sum(counted)
