from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.inbox.watched import Watched, watching


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(database_url, tmp_path) as watched:
        yield watched
