"""The scan of the inbox: what lies there becomes sources, and what is gone is retired behind a guard."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gradient.errors import InboxMissing
from gradient.inbox.observed import Observed, observe
from gradient.inbox.settling import Monotonic, Settling
from gradient.inbox.state import load_known
from gradient.inbox.storing import Storing
from gradient.settings import InboxSettings
from gradient.store import scans, sources
from gradient.store.scans import Scan
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock, utc_now

OnChange = Callable[[Connection, int], Awaitable[object]]


@dataclass(frozen=True)
class ScanResult:
    """What a scan came to.

    `settling` are paths that have not stood still yet, and `settles_in` the seconds until the first of
    them may have. `courses` are the ids of the courses in which something changed. `notice` is what a
    person should know, a sentence a line.
    """

    complete: bool
    files: int
    settling: frozenset[str]
    settles_in: float | None
    courses: frozenset[int]
    notice: str | None


class Scanner:
    """Scans one inbox again and again, and remembers in between what has to settle.

    `on_change` is called for each course in which something changed, in the transaction that stores it.
    """

    def __init__(
        self,
        database: Database,
        inbox: Path,
        settings: InboxSettings,
        *,
        clock: Clock = utc_now,
        monotonic: Monotonic = time.monotonic,
        on_change: OnChange | None = None,
    ) -> None:
        self._database = database
        self._inbox = inbox
        self._clock = clock
        self._settling = Settling(settings.settle_seconds, monotonic)
        self._on_change = on_change

    async def scan(self) -> ScanResult:
        """Look at the whole inbox once and store what changed.

        Raises InboxMissing if there is no inbox: the record of the scan says so, and nothing is retired.
        """
        while True:
            result = await self._try_scan()
            if result is not None:
                return result

    async def _try_scan(self) -> ScanResult | None:
        """One scan; None if someone else changed what sources there are meanwhile."""
        started_at = self._clock()
        async with self._database.transaction() as connection:
            known = await load_known(connection)
        try:
            observed = await asyncio.to_thread(observe, self._inbox, known, self._settling)
        except InboxMissing as error:
            async with self._database.transaction() as connection:
                await scans.record(connection, self._scan(started_at, None, str(error)))
            raise
        async with self._database.transaction() as connection:
            await sources.lock(connection)
            if await load_known(connection) != known:
                return None
            storing = Storing(connection, known, observed, self._clock())
            await storing.run(suspicious=await self._suspicion(connection, observed))
            notice = "\n".join(storing.notices) or None
            await scans.record(connection, self._scan(started_at, observed, notice))
            if self._on_change is not None:
                for course_id in sorted(storing.touched):
                    await self._on_change(connection, course_id)
        return ScanResult(
            complete=observed.walked.complete,
            files=observed.files,
            settling=frozenset(observed.settling),
            settles_in=self._settling.seconds_left(observed.settling),
            courses=frozenset(storing.touched),
            notice=notice,
        )

    async def _suspicion(self, connection: Connection, observed: Observed) -> str | None:
        """Why nothing should be retired after this scan, as half a sentence."""
        if observed.files == 0:
            return "the inbox is empty"
        before = await scans.newest(connection, str(self._inbox))
        if before is not None and before.files == 0:
            return "the inbox was missing or empty just now"
        return None

    def _scan(self, started_at: datetime, observed: Observed | None, notice: str | None) -> Scan:
        return Scan(
            inbox=str(self._inbox),
            started_at=started_at,
            ended_at=self._clock(),
            complete=observed is not None and observed.walked.complete,
            files=0 if observed is None else observed.files,
            notice=notice,
        )
