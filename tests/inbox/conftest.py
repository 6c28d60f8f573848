from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gradient.reading.room import Room
from gradient.store.sessions import Database
from tests.inbox.watched import Watched


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    """An inbox, the database and the first two stages."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    async with Database(database_url) as database, Room(workers=1) as room:
        yield Watched(database, inbox, room)
