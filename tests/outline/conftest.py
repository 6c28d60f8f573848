from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gradient.store.sessions import Database
from tests.outline.outlined_course import OutlinedCourse


@pytest.fixture
def course(database_url: str) -> OutlinedCourse:
    """An empty course with the stages up to its outline."""
    return OutlinedCourse(database_url)


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, open."""
    async with Database(database_url, connections=4) as opened:
        yield opened
