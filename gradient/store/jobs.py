"""The jobs in the queue, and the workers that are alive."""

from typing import Any

import psycopg

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, value

LIVE_WORKER = 1_196_572_996
"""First half of the advisory lock that each living worker holds; the second half is its number."""

_queries = load("jobs")


async def unfinished(connection: Connection, task: str) -> int:
    """How many jobs of a task run or wait."""
    return int(await value(connection, _queries.unfinished, task=task) or 0)


async def living_workers(connection: Connection) -> int:
    """How many workers are alive, here and elsewhere."""
    return int(await value(connection, _queries.living_workers, **{"class": LIVE_WORKER}))


async def free_orphans(connection: Connection) -> int:
    """Put the jobs of workers that died back to waiting; how many. Those of living ones are not touched."""
    dropped = await execute(connection, _queries.drop_orphans, **{"class": LIVE_WORKER})
    freed = await execute(connection, _queries.free_orphans, **{"class": LIVE_WORKER})
    await execute(connection, _queries.forget_workers, **{"class": LIVE_WORKER})
    return dropped + freed


async def register(alive: psycopg.AsyncConnection[Any]) -> int:
    """The number of a new worker, which is alive for as long as this connection lasts."""
    for setting in ("idle = 30", "interval = 10", "count = 3"):
        await alive.execute(f"SET tcp_keepalives_{setting}".encode())
    cursor = await alive.execute(_queries.register.encode(), {"class": LIVE_WORKER})
    found = await cursor.fetchone()
    assert found is not None
    return int(found[0])


async def beat(alive: psycopg.AsyncConnection[Any], worker_id: int) -> None:
    """A sign of life of a worker, on the connection that shows it to be alive."""
    await alive.execute(_queries.beat.encode(), {"worker": worker_id})


async def unregister(alive: psycopg.AsyncConnection[Any], worker_id: int) -> None:
    """A worker has ended; what it still holds is an orphan from now on."""
    await alive.execute(_queries.unregister.encode(), {"worker": worker_id})
