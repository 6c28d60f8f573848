"""The record of the scans of the inbox, and the files that they wait for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from gradient.files import Stamp
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, rows

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


@dataclass(frozen=True)
class Arrival:
    """How a new or changed file has looked, and since when."""

    stamp: Stamp
    since: datetime


async def record(connection: Connection, scan: Scan) -> None:
    """Keep the record of a scan that has ended."""
    await execute(connection, _queries.record, **vars(scan))


async def newest(connection: Connection, inbox: str | None = None) -> Scan | None:
    """The newest scan (of this inbox), or None."""
    found = await row(connection, _queries.newest, inbox=inbox)
    return None if found is None else Scan(**found)


async def inboxes(connection: Connection) -> list[str]:
    """The folders that were scanned last or hold files of sources, as stored text."""
    return [one["inbox"] for one in await rows(connection, _queries.inboxes)]


async def arrivals(connection: Connection) -> dict[str, Arrival]:
    """The files that have to stand still before they count, by stored path."""
    found = await rows(connection, _queries.arrivals)
    return {one.pop("path"): Arrival(since=one.pop("since"), stamp=Stamp(**one)) for one in found}


async def put_arrivals(
    connection: Connection, before: Mapping[str, Arrival], now: Mapping[str, Arrival]
) -> None:
    """Store the files that are waited for now, where they differ from those before."""
    gone = [path for path in before if path not in now]
    if gone:
        await execute(connection, _queries.drop_arrivals, paths=gone)
    new = [(path, arrival) for path, arrival in now.items() if before.get(path) != arrival]
    await execute_many(
        connection,
        _queries.put_arrival,
        [{"path": path, **vars(arrival.stamp), "since": arrival.since} for path, arrival in new],
    )
