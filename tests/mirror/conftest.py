from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gradient.store.sessions import Database
from tests.pages.course_rows import CourseRows


@pytest.fixture
def course(database_url: str) -> CourseRows:
    """An empty course."""
    return CourseRows(database_url)


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, open."""
    async with Database(database_url, connections=4) as opened:
        yield opened
