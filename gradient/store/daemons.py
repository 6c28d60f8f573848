"""Who is the one daemon of a database, and what it has to look after."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import psycopg

from gradient.errors import DatabaseOccupied
from gradient.store.queries import load
from gradient.store.sessions import Connection, rows, value

DAEMON_LOCK = 1_196_572_995

_queries = load("daemons")


@asynccontextmanager
async def only_daemon(url: str) -> AsyncIterator[psycopg.AsyncConnection[tuple[object, ...]]]:
    """Be the one daemon of the database. Raises DatabaseOccupied, naming the other, if there is one."""
    name = f"gradient daemon, process {os.getpid()} on {socket.gethostname()}"
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, application_name=name[:63])
    async with connection:
        parameters = {"class": DAEMON_LOCK}
        got = await (await connection.execute(_queries.try_lock.encode(), parameters)).fetchone()
        if got is None or not got[0]:
            holder = await (await connection.execute(_queries.holder.encode(), parameters)).fetchone()
            raise DatabaseOccupied(
                f"This database is worked on by {holder[0] if holder else 'another daemon'}; stop that one"
                " first, or start `gradient worker` to help it."
            )
        yield connection


async def courses(connection: Connection) -> dict[int, str]:
    """Every course, by id its slug."""
    return {one["id"]: one["slug"] for one in await rows(connection, _queries.courses)}


async def troubled_since(connection: Connection, since: datetime) -> int:
    """How many units failed or were parked since a time, and still are."""
    return int(await value(connection, _queries.troubled_since, since=since))
