"""Homes with courses in their inboxes, each on a database of its own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.runs import SAMPLE, make_home
from tests.daemon.worked import copies, put_lectures

HERE = Path(__file__).parent
LONGEST = 300
"""Seconds: a test here starts several daemons, and on a busy machine each takes its time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LONGEST))


@pytest.fixture
def empty_home(database_url: str, tmp_path: Path) -> Path:
    """A home with an empty inbox."""
    return make_home(tmp_path / "home", database_url)


@pytest.fixture
def little_home(empty_home: Path) -> Path:
    """A home with a course of two short lectures."""
    put_lectures(empty_home)
    return empty_home


@pytest.fixture
def worked(server_url: str, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A home whose course of two short lectures has been worked off, and the address of its database."""
    yield from copies(server_url, tmp_path / "home")


@pytest.fixture
def worked_home(worked: tuple[Path, str]) -> Path:
    return worked[0]


@pytest.fixture
def worked_url(worked: tuple[Path, str]) -> str:
    return worked[1]


@pytest.fixture
def sample_home(empty_home: Path) -> Path:
    """A home with the sample course."""
    shutil.copytree(SAMPLE, empty_home / "inbox", dirs_exist_ok=True)
    return empty_home


@pytest.fixture(scope="module")
def module_database_url(server_url: str) -> Iterator[str]:
    """A migrated database that the tests of a module share."""
    yield from fresh_database(server_url, TEMPLATE)
