from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse


@pytest.fixture
def course(database_url: str) -> SettledCourse:
    """An empty course with its settle stage."""
    return SettledCourse(database_url)


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, open."""
    async with Database(database_url, connections=4) as opened:
        yield opened
