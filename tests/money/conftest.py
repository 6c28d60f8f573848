from collections.abc import AsyncIterator

import pytest

from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url, connections=16) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> SmallCourse:
    return SmallCourse(database_url)
