from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gradient.evaluation.gold import CONTENTS, Gold, read_gold
from gradient.store.sessions import Database
from tests.evaluation.gold_sets import write_gold


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def gold(tmp_path: Path) -> Gold:
    """The ten rows."""
    return read_gold(write_gold(tmp_path / "ten"), CONTENTS)
