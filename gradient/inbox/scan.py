"""The scan of the inbox: what lies there becomes sources, and what is gone is retired behind a guard."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gradient.errors import InboxMissing
from gradient.inbox.known import Known
from gradient.inbox.names import inbox_name
from gradient.inbox.observed import Observed, observe
from gradient.inbox.state import load_known
from gradient.inbox.storing import Storing
from gradient.settings import InboxSettings
from gradient.store import scans, sources
from gradient.store.scans import Arrival, Scan
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock, utc_now

OnChange = Callable[[Connection, int], Awaitable[object]]


@dataclass(frozen=True)
class ScanResult:
    """What a scan came to.

    `settling` are paths that have not stood still yet, and `settles_in` the seconds until the first of
    them may have. `courses` are the ids of the courses in which something changed. `notice` is what a
    person should know, a sentence a line; `wrong` says whether any of it has to be put right.
    """

    complete: bool
    files: int
    settling: frozenset[str]
    settles_in: float | None
    courses: frozenset[int]
    notice: str | None
    wrong: bool


async def scan(
    database: Database,
    inbox: Path,
    settings: InboxSettings,
    *,
    clock: Clock = utc_now,
    on_change: OnChange | None = None,
) -> ScanResult:
    """Look at the whole inbox once and store what changed.

    `on_change` is called for each course in which something changed, in the transaction that stores it.
    Raises InboxMissing if there is no inbox: the record of the scan says so, and nothing is retired.
    """
    one = _Scan(database, inbox, settings.settle_seconds, clock, on_change)
    while True:
        result = await one.run()
        if result is not None:
            return result


@dataclass(frozen=True)
class _Scan:
    database: Database
    inbox: Path
    settle_seconds: float
    clock: Clock
    on_change: OnChange | None

    async def run(self) -> ScanResult | None:
        """One scan; None if someone else changed what sources there are meanwhile."""
        now = self.clock()
        async with self.database.transaction() as connection:
            known, before = await load_known(connection), await scans.arrivals(connection)
        try:
            observed = await asyncio.to_thread(observe, self.inbox, known, before, now, self.settle_seconds)
        except InboxMissing as error:
            async with self.database.transaction() as connection:
                await scans.record(connection, self._record(now, None, str(error)))
            raise
        async with self.database.transaction() as connection:
            await sources.lock(connection)
            unchanged = await load_known(connection) == known and await scans.arrivals(connection) == before
            return await self._store(connection, known, before, observed) if unchanged else None

    async def _store(
        self, connection: Connection, known: Known, before: Mapping[str, Arrival], observed: Observed
    ) -> ScanResult:
        storing = Storing(connection, known, observed, self.clock())
        await storing.run(suspicious=await self._suspicion(connection, observed))
        await scans.put_arrivals(connection, before, storing.waited_for)
        notice = "\n".join(storing.notices) or None
        await scans.record(connection, self._record(observed.waiting.now, observed, notice))
        if self.on_change is not None:
            for course_id in sorted(storing.touched):
                await self.on_change(connection, course_id)
        return ScanResult(
            complete=observed.walked.complete,
            files=observed.files,
            settling=frozenset(observed.settling),
            settles_in=observed.settles_in,
            courses=frozenset(storing.touched),
            notice=notice,
            wrong=bool(storing.wrongs),
        )

    async def _suspicion(self, connection: Connection, observed: Observed) -> str | None:
        """Why nothing should be retired after this scan, as half a sentence."""
        if observed.files == 0:
            return "the inbox is empty"
        newest = await scans.newest(connection, observed.inbox)
        if newest is not None and newest.files == 0:
            return "the inbox was missing or empty just now"
        return None

    def _record(self, started_at: datetime, observed: Observed | None, notice: str | None) -> Scan:
        return Scan(
            inbox=inbox_name(self.inbox),
            started_at=started_at,
            ended_at=self.clock(),
            complete=observed is not None and observed.walked.complete,
            files=0 if observed is None else observed.files,
            notice=notice,
        )
