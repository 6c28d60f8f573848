"""A database that takes nothing, or goes away, in the middle of the work: all finish, untouched by people."""

import contextlib
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from gradient.store.embedded import URL_FILE
from gradient.store.embedded_place import place_of
from gradient.store.embedded_server import server_in, stop
from tests.daemon.lectures import KRUSKAL, PATHS, TREES
from tests.daemon.runs import ask, make_home, put, running

FULL_DISK = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
"""
DISCONNECT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
Trouble = Callable[[str], contextlib.AbstractContextManager[None]]


def name_of(url: str) -> str:
    return url.rpartition("/")[2].partition("?")[0]


@contextlib.contextmanager
def read_only(url: str) -> Iterator[None]:
    ask(url, f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on")
    ask(url, DISCONNECT)
    yield
    with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as connection:
        connection.execute(f"ALTER DATABASE {name_of(url)} RESET default_transaction_read_only".encode())
        connection.execute(DISCONNECT.encode())


@contextlib.contextmanager
def full(url: str) -> Iterator[None]:
    tables = ["outcomes", "procrastinate_jobs", "scans"]
    ask(url, FULL_DISK)
    for table in tables:
        ask(url, f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON {table}"
                 " FOR EACH ROW EXECUTE FUNCTION full_disk()")  # fmt: skip
    yield
    for table in tables:
        ask(url, f"DROP TRIGGER full_disk ON {table}")


@contextlib.contextmanager
def away(url: str) -> Iterator[None]:
    other = url.replace(f"/{name_of(url)}?", "/gradient?")
    ask(other, f"ALTER DATABASE {name_of(url)} ALLOW_CONNECTIONS false")
    ask(other, DISCONNECT.replace("current_database()", f"'{name_of(url)}'"))
    yield
    ask(other, f"ALTER DATABASE {name_of(url)} ALLOW_CONNECTIONS true")


def outcomes(url: str, stage: str) -> int:
    return int(ask(url, "SELECT count(*) FROM outcomes WHERE stage = %(stage)s", stage=stage)[0])


def finished(url: str) -> bool:
    """Each lecture has been read, and each topic has its page in the vault."""
    pages, topics, mirrored = ask(
        url,
        "SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM topics WHERE state = 'active'),"
        " (SELECT count(*) FROM outcomes WHERE stage = 'mirror' AND kind = 'topic' AND outcome = 'done')",
    )[0]
    return outcomes(url, "read") == 3 and pages == topics == mirrored > 0 and quiet(url)


def quiet(url: str) -> bool:
    return bool(ask(url, "SELECT count(*) = 0 FROM procrastinate_jobs")[0])


@pytest.mark.parametrize("trouble", [read_only, full, away])
def test_work_goes_on_when_the_database_does(trouble: Trouble, database_url: str, little_home: Path) -> None:
    put(little_home, "graphs/lectures/3-paths.md", PATHS)
    with running(little_home, "run") as daemon:
        daemon.until(lambda: outcomes(database_url, "extract") > 0, "extraction")
        with trouble(database_url):
            daemon.until(lambda: "waits for the database" in daemon.said, "a word about the trouble")
        daemon.until(lambda: finished(database_url), "the end of the work")
        assert daemon.stop() == 0
    assert not ask(database_url, "SELECT 1 FROM outcome_log WHERE outcome IN ('failed', 'parked')")
    assert "Traceback" not in daemon.said


def test_a_run_until_idle_waits_for_the_database(database_url: str, little_home: Path) -> None:
    with running(little_home, "run", "--until-idle") as daemon:
        daemon.until(lambda: outcomes(database_url, "read") > 0, "reading")
        with full(database_url):
            daemon.until(lambda: "waits for the database" in daemon.said, "a word about the trouble")
        assert daemon.process.wait(90) == 0


@pytest.fixture
def embedded_home(tmp_path: Path) -> Iterator[Path]:
    """A home with an embedded database of its own, which goes away with it wherever it lies."""
    home = make_home(tmp_path / "home", "")
    settings = (home / "gradient.toml").read_text("utf-8")
    (home / "gradient.toml").write_text(settings.replace('url = ""', ""), "utf-8")
    yield home
    place = place_of(home / ".gradient")
    if (place / URL_FILE).exists():
        stop(server_in(place))
    shutil.rmtree(place, ignore_errors=True)


def test_an_embedded_server_that_dies_is_started_again(embedded_home: Path) -> None:
    home = embedded_home
    put(home, "graphs/lectures/1-trees.md", TREES)
    put(home, "graphs/lectures/2-kruskal.md", KRUSKAL)
    with running(home, "run") as daemon:
        url = daemon.until(lambda: url_of(home), "an address")
        daemon.until(lambda: there(url) and outcomes(url, "extract") > 0, "extraction")
        os.kill(postmaster_of(url), signal.SIGKILL)
        daemon.until(lambda: "it was started again" in daemon.said, "a new server")
        put(home, "graphs/lectures/3-paths.md", PATHS)
        daemon.until(lambda: there(url) and finished(url), "the end of the work")
        assert daemon.stop() == 0
    assert not there(url)


def url_of(home: Path) -> str | None:
    file = place_of(home / ".gradient") / URL_FILE
    return file.read_text("utf-8").strip() if file.exists() else None


def there(url: str) -> bool:
    """Whether the server answers and the database has its tables."""
    try:
        return bool(ask(url, "SELECT to_regclass('outcomes') IS NOT NULL")[0])
    except psycopg.OperationalError:
        return False


def postmaster_of(url: str) -> int:
    folder = Path(ask(url, "SHOW data_directory")[0])
    return int((folder / "postmaster.pid").read_text().splitlines()[0])
