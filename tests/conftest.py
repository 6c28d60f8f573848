"""What tests share: a real PostgreSQL for the session, a migrated database for each test, real courses."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import hypothesis
import psycopg
import pytest

from gradient.home import Home
from gradient.store.embedded import URL_FILE, embedded
from gradient.store.embedded_place import POINTER, make_folder, place_of
from gradient.store.embedded_server import server_in, stop
from gradient.store.migrate import upgrade
from tests.connections import kept_connection

CHECKOUT = Path(__file__).parents[1]
TEST_HOME = "TESTED_GRADIENT_HOME"
SHARED = "TESTED_GRADIENT_SHARED"
"""The names of what tests hand on to their own processes; they are none of Gradient's variables."""

TEMPLATE = "migrated"
TEMPLATE_LOCK = 1
MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 6 * 2**30
"""Bytes. The databases of a session took under 2 GB at a time."""
OWNS_HOME = pytest.StashKey[bool]()
FAST_AND_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300")


# How long an example takes says something of the machine, and nothing of what is tested.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """One home for the session, shared by all its processes."""
    if "GRADIENT_SHARED" in os.environ:
        os.environ[SHARED] = os.environ["GRADIENT_SHARED"]
    for name in [name for name in os.environ if name.startswith("GRADIENT_")]:
        del os.environ[name]
    # Tests start the program hundreds of times: each start would compile all of it anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if config.getoption("numprocesses", None):
        # The processes of tests share the processors; threads that spin between sums take turns of others.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if TEST_HOME not in os.environ:
        os.environ[TEST_HOME] = str(make_home())
        config.stash[OWNS_HOME] = True


def make_home() -> Path:
    """The home of the session; its database lies in memory where there is room.

    Each test has a database of hundreds of files, and a disk that gets new files for ones that have just gone
    looks for places most of the time.
    """
    home = Path(tempfile.mkdtemp(prefix="gradient-tests-"))
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_IN_MEMORY:
        place = MEMORY / home.name
        make_folder(place, 0o711)
        (home / POINTER).write_text(f"{place}\n", "utf-8")
    return home


def pytest_unconfigure(config: pytest.Config) -> None:
    """The process that made the home takes it away, with the database that may lie elsewhere."""
    if config.stash.get(OWNS_HOME, False):
        home = Path(os.environ.pop(TEST_HOME))
        place = place_of(home)
        if (place / URL_FILE).exists():
            stop(server_in(place))
        shutil.rmtree(place, ignore_errors=True)
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The address of the session's PostgreSQL, which holds the template of a migrated database."""
    with embedded(Path(os.environ[TEST_HOME]), options=FAST_AND_FORGETFUL) as url:
        make_template(url)
        yield url


def make_template(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [TEMPLATE_LOCK])
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE]).fetchone()
        if known is None:
            connection.execute(f"CREATE DATABASE {TEMPLATE}")
        upgrade(on_database(url, TEMPLATE))


@pytest.fixture
def empty_database_url(server_url: str) -> Iterator[str]:
    """The address of a database without any table, made for one test."""
    yield from fresh_database(server_url, "template1")


@pytest.fixture
def database_url(server_url: str) -> Iterator[str]:
    """The address of a migrated, empty database, made for one test."""
    yield from fresh_database(server_url, TEMPLATE)


def fresh_database(server_url: str, template: str) -> Iterator[str]:
    name = f"test_{uuid4().hex[:12]}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        # A session that has not quite ended would forbid the copy; one that makes the template is none.
        connection.execute("SELECT pg_advisory_lock_shared(%s)", [TEMPLATE_LOCK])
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [template]
        )
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        connection.execute("SELECT pg_advisory_unlock_shared(%s)", [TEMPLATE_LOCK])
        url = on_database(server_url, name)
        with kept_connection(url):
            yield url
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def on_database(url: str, name: str) -> str:
    return url.replace("/gradient?", f"/{name}?")


@pytest.fixture
def home(tmp_path: Path, database_url: str) -> Home:
    """A home of its own for one test, on the test's database, with an empty inbox beside it."""
    (tmp_path / "inbox").mkdir()
    directory = tmp_path / ".gradient"
    directory.mkdir()
    return Home(directory, tmp_path, None, database_url)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real courses beside the checkout, or in `GRADIENT_SHARED`; without it, skip."""
    shared = Path(os.environ.get(SHARED, CHECKOUT.parent / "shared"))
    if not (shared / "corpus").is_dir():
        pytest.skip(f"the shared courses are not in {shared}")
    return shared / "corpus"
