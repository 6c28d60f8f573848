"""The record of the scans of the inbox."""

from dataclasses import dataclass
from datetime import datetime

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row

_queries = load("scans")


@dataclass(frozen=True)
class Scan:
    """One scan. `notice` is what it has to say to a person, a sentence a line; None if nothing."""

    inbox: str
    started_at: datetime
    ended_at: datetime
    complete: bool
    files: int
    notice: str | None


async def record(connection: Connection, scan: Scan) -> None:
    """Keep the record of a scan that has ended."""
    await execute(connection, _queries.record, **vars(scan))


async def newest(connection: Connection, inbox: str | None = None) -> Scan | None:
    """The newest scan (of this inbox), or None."""
    found = await row(connection, _queries.newest, inbox=inbox)
    return None if found is None else Scan(**found)
