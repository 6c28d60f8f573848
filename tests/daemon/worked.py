"""The little course, worked off once in a session for all tests that start from there."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.conftest import TEMPLATE, TEST_HOME, fresh_database, on_database
from tests.daemon.lectures import KRUSKAL, TREES
from tests.daemon.runs import ask, make_home, put, run

WORKED = "worked"
WORKED_LOCK = 2
INBOXES = ("scans", "source_paths")
"""The tables that name the inbox."""


def put_lectures(home: Path) -> None:
    put(home, "graphs/lectures/1-trees.md", TREES)
    put(home, "graphs/lectures/2-kruskal.md", KRUSKAL)


def made_once(server_url: str) -> Path:
    """The home that others are copies of; it is worked off by whichever process of the tests comes first."""
    original = Path(os.environ[TEST_HOME]) / WORKED
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [WORKED_LOCK])
        if not original.exists():
            connection.execute(f"CREATE DATABASE {WORKED} TEMPLATE {TEMPLATE}".encode())
            home = make_home(original.with_name(f"{WORKED}-soon"), on_database(server_url, WORKED))
            put_lectures(home)
            run(home, "run", "--until-idle")
            home.rename(original)
    return original


def copies(server_url: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """A copy of that home in a folder, and the address of its own copy of the database."""
    original = made_once(server_url)
    for url in fresh_database(server_url, WORKED):
        shutil.copytree(original, folder, symlinks=True)
        make_home(folder, url)
        for table in INBOXES:
            ask(url, f"UPDATE {table} SET inbox = %(inbox)s", inbox=str((folder / "inbox").resolve()))
        yield folder, url
