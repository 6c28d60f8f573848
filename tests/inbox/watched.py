"""An inbox with a scanner, the first two stages and a clock that tests wind on by hand."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from gradient.chunking.stage import ChunkStage
from gradient.inbox.scan import ScanResult, scan
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.reading.room import Room
from gradient.reading.stage import ReadStage
from gradient.settings import InboxSettings
from gradient.store import sources
from gradient.store.sessions import Connection, Database, rows
from gradient.work.runner import Runner

START = datetime(2030, 3, 1, 9, tzinfo=UTC)
OURS = (
    "arrivals",
    "courses",
    "sources",
    "source_paths",
    "revisions",
    "readings",
    "chunks",
    "placements",
    "outcomes",
    "outcome_log",
    "changes",
)


@asynccontextmanager
async def watching(database_url: str, folder: Path) -> AsyncIterator["Watched"]:
    """An empty inbox in a folder, the database and the first two stages."""
    inbox = folder / "inbox"
    inbox.mkdir()
    async with Database(database_url) as database, Room(workers=1) as room:
        yield Watched(database, inbox, room)


class Watched:
    """What a test works with. Nothing here waits: time passes when `wind_on` is called."""

    def __init__(self, database: Database, inbox: Path, room: Room) -> None:
        self.database = database
        self.inbox = inbox
        self.room = room
        self.seconds = 0.0
        self.reminded: list[int] = []
        stages = [ReadStage(room), ChunkStage(OfflineEmbedder(), self.now)]
        self.runner = Runner(database, stages, clock=self.now)

    async def _remind(self, connection: Connection, course_id: int) -> None:
        self.reminded.append(course_id)

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    def wind_on(self, seconds: float) -> None:
        self.seconds += seconds

    def write(self, path: str, content: str | bytes) -> Path:
        """A file in the inbox, with the folders above it."""
        file = self.inbox / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def touch(self, path: str) -> None:
        """Give a file a time of change that it never had."""
        file = self.inbox / path
        os.utime(file, ns=(0, file.stat().st_mtime_ns + 1_000_000))

    async def scan(self) -> ScanResult:
        settings = InboxSettings(settle_seconds=5)
        return await scan(self.database, self.inbox, settings, clock=self.now, on_change=self._remind)

    async def settle(self) -> ScanResult:
        """Scan until everything that lies still has settled."""
        await self.scan()
        self.wind_on(5)
        return await self.scan()

    async def work(self) -> None:
        """Read and chunk what is due."""
        async with self.runner.queue.opened():
            for course in await self.rows("SELECT id FROM courses"):
                await self.runner.run("read", course["id"])
                await self.runner.run("chunk", course["id"])

    async def settle_and_work(self) -> None:
        await self.settle()
        await self.work()

    async def rows(self, query: str, **parameters: Any) -> list[dict[str, Any]]:
        async with self.database.transaction() as connection:
            return await rows(connection, query, **parameters)

    async def value(self, query: str, **parameters: Any) -> Any:
        found = await self.rows(query, **parameters)
        return next(iter(found[0].values())) if found else None

    async def sources(self) -> Mapping[str, dict[str, Any]]:
        """The sources by path, as `gradient sources` shows them."""
        async with self.database.transaction() as connection:
            return {one["path"]: one for one in await sources.listing(connection)}

    async def ids(self) -> dict[str, int]:
        """The id of each source that is there, by path."""
        found = await self.rows("SELECT id, path FROM sources WHERE retired_at IS NULL")
        return {one["path"]: one["id"] for one in found}

    async def changes(self) -> list[str]:
        return [one["what"] for one in await self.rows("SELECT what FROM changes ORDER BY id")]

    async def snapshot(self) -> dict[str, list[str]]:
        """Every row of ours, the records of scans aside."""
        return {
            table: [str(one) for one in await self.rows(f"SELECT xmin, * FROM {table} ORDER BY {table}.*")]
            for table in OURS
        }
