from collections.abc import AsyncIterator

import pytest

from gradient.store.sessions import Database, execute, value
from tests.working.toys import TABLES, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        async with database.transaction() as connection:
            await execute(connection, TABLES)
        yield database


@pytest.fixture
async def course(database: Database) -> int:
    """A course of three numbers."""
    async with database.transaction() as connection:
        course_id = await value(
            connection,
            "INSERT INTO courses (slug, folder, name) VALUES ('toys', 'toys', 'Toys') RETURNING id",
        )
        await execute(
            connection,
            "INSERT INTO toys SELECT number, %(course)s, 'value ' || number"
            " FROM generate_series(1, 3) AS number",
            course=course_id,
        )
    return int(course_id)
