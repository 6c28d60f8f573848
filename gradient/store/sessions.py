"""Connections to the one database."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

Connection = AsyncConnection[DictRow]

LARGEST = 2**63 - 1
"""The largest number that the database can hold."""

NO_ROW = 0
"""An id that no row has; they count from 1."""


SEARCHED_JOINS = 4
"""Among so many tables at a time the planner looks for the best order; beyond, they are joined as they are
written. With PostgreSQL's 8, planning the look for what is left to do takes longer than the look itself."""

SEARCH_LESS = """
SELECT set_config('join_collapse_limit', %(tables)s::text, false),
       set_config('from_collapse_limit', %(tables)s::text, false)
"""


class Database:
    """A pool of connections: `async with Database(url) as database`, then `database.transaction()`."""

    def __init__(self, url: str, *, connections: int = 8) -> None:
        self.url = url
        self.pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            open=False,
            min_size=1,
            max_size=connections,
            connection_class=AsyncConnection[DictRow],
            kwargs={"row_factory": dict_row},
            configure=_search_less,
            check=AsyncConnectionPool.check_connection,
        )

    async def __aenter__(self) -> Self:
        try:
            await self.pool.open(wait=True)
        except BaseException:
            # The workers of a pool that was left half open would outlive the cancellation.
            await self.pool.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.pool.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection whose work is committed at the end, or undone by an exception."""
        async with self.pool.connection() as connection, connection.transaction():
            yield connection


async def _search_less(connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute(SEARCH_LESS, {"tables": SEARCHED_JOINS})


def row_id(number: int) -> int:
    """A number that a person gave for a row, as an id; `NO_ROW` for one that cannot be any."""
    return number if 0 < number <= LARGEST else NO_ROW


async def rows(connection: Connection, query: Any, **parameters: Any) -> list[dict[str, Any]]:
    """All rows of a query, each a dict by column."""
    cursor = await connection.execute(query, parameters)
    return await cursor.fetchall()


async def row(connection: Connection, query: Any, **parameters: Any) -> dict[str, Any] | None:
    """The first row of a query, or None."""
    cursor = await connection.execute(query, parameters)
    return await cursor.fetchone()


async def value(connection: Connection, query: Any, **parameters: Any) -> Any:
    """The first column of the first row, or None."""
    found = await row(connection, query, **parameters)
    return None if found is None else next(iter(found.values()))


async def execute(connection: Connection, query: Any, **parameters: Any) -> int:
    """Carry a statement out; how many rows it touched."""
    cursor = await connection.execute(query, parameters)
    return cursor.rowcount


async def execute_many(connection: Connection, query: Any, parameters: list[dict[str, Any]]) -> None:
    """Carry a statement out once for each set of parameters."""
    if parameters:
        async with connection.cursor() as cursor:
            await cursor.executemany(query, parameters)


async def copy(connection: Connection, query: Any, lines: Iterable[Sequence[Any]]) -> None:
    """Store many rows by a COPY … FROM STDIN, each line the values of its columns."""
    async with connection.cursor() as cursor, cursor.copy(query) as copying:
        for line in lines:
            await copying.write_row(line)
