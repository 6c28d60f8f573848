from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gradient.mirror.notion.setup import set_up
from gradient.store.sessions import Database
from tests.mirror.notion.workspace import ROOT, Workspace, connected


@pytest.fixture
def empty_workspace() -> Workspace:
    """A workspace with one page that is shared."""
    return Workspace()


@pytest_asyncio.fixture
async def notion(empty_workspace: Workspace, database: Database) -> AsyncIterator[Workspace]:
    """A workspace with both databases, set up for the test's database."""
    await set_up(connected(empty_workspace), database, ROOT)
    yield empty_workspace
