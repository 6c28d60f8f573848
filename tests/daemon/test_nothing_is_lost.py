"""A daemon that is killed at any moment and started again ends where an undisturbed one ends."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.runs import CHECKOUT, make_home, run
from tests.daemon.state import files_of, state_of

LAUNCHER = Path(__file__).with_name("dying.py")
SEEDED = random.Random(20)
WRITES = sorted(SEEDED.sample(range(1, 800), 16))
PARSES = sorted(SEEDED.sample(range(1, 8), 4))
KILLED = -9


def sample_home(folder: Path, url: str) -> Path:
    home = make_home(folder, url)
    shutil.copytree(CHECKOUT / "inbox", home / "inbox", dirs_exist_ok=True)
    return home


@pytest.fixture(scope="module")
def undisturbed(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from tests.conftest import TEMPLATE, fresh_database

    for url in fresh_database(server_url, TEMPLATE):
        home = sample_home(tmp_path_factory.mktemp("undisturbed"), url)
        run(home, "run", "--until-idle")
        yield state_of(url), files_of(home / ".gradient" / "vault")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("moment", [f"write {n}" for n in WRITES] + [f"parse {n}" for n in PARSES])
def test_killed_and_started_again(moment: str, undisturbed: Any, database_url: str, tmp_path: Path) -> None:
    home = sample_home(tmp_path, database_url)
    died = run(home, "run", "--until-idle", launcher=LAUNCHER, check=False, DIE_AT=moment)
    assert died.returncode == KILLED, died.stderr
    run(home, "run", "--until-idle")
    state, vault = state_of(database_url), files_of(home / ".gradient" / "vault")
    for name, rows in undisturbed[0].items():
        assert state[name] == rows, f"{name} differ after a death at {moment}"
    assert vault.keys() == undisturbed[1].keys()


def test_the_inbox_is_left_as_it_is(database_url: str, tmp_path: Path) -> None:
    home = sample_home(tmp_path, database_url)
    before = files_of(home / "inbox")
    run(home, "run", "--until-idle")
    assert files_of(home / "inbox") == before


def test_a_second_run_writes_no_row_of_ours(database_url: str, tmp_path: Path) -> None:
    home = sample_home(tmp_path, database_url)
    run(home, "run", "--until-idle")
    before = written_rows(database_url)
    run(home, "run", "--until-idle")
    assert written_rows(database_url) == before


def written_rows(url: str) -> dict[str, Any]:
    """Every row of ours with the transaction that wrote it; scans are the record of the scan itself."""
    import psycopg

    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND tablename NOT LIKE 'procrastinate%' AND tablename <> 'scans'"
        ).fetchall()
        return {
            table: sorted(connection.execute(f"SELECT xmin::text, ctid::text FROM {table}").fetchall())
            for (table,) in tables
        }
