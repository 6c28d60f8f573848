"""A daemon that is killed at any moment and started again ends where an undisturbed one ends."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.runs import SAMPLE, make_home, run
from tests.daemon.state import files_of, state_of, written_rows

pytestmark = pytest.mark.xdist_group("deaths")

LAUNCHER = Path(__file__).with_name("dying.py")
SEEDED = random.Random(20)
PARSES = [[f"parse {number}"] for number in SEEDED.sample(range(1, 8), 4)]
DEATHS = [
    first + [f"write {SEEDED.randrange(1, 80)}" for _ in range(4 - len(first))] for first in [*PARSES, []]
]
"""Twenty deaths of five daemons: the first at a file or a write, each next one so many writes later."""

KILLED = -9


@pytest.fixture(scope="module")
def undisturbed(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The state and the vault after a run over the sample course that nothing came across."""
    for url in fresh_database(server_url, TEMPLATE):
        home = make_home(tmp_path_factory.mktemp("undisturbed"), url)
        shutil.copytree(SAMPLE, home / "inbox", dirs_exist_ok=True)
        run(home, "run", "--until-idle")
        yield state_of(url), files_of(home / ".gradient" / "vault")


def assert_same(home: Path, url: str, undisturbed: Any, what: str) -> None:
    state, vault = state_of(url), files_of(home / ".gradient" / "vault")
    for name, rows in undisturbed[0].items():
        assert state[name] == rows, f"{name} differ after {what}"
    assert vault.keys() == undisturbed[1].keys()
    for name in vault.keys() - {"graph-theory/Review.md"}:
        assert vault[name] == undisturbed[1][name], name


@pytest.mark.timeout(400)
@pytest.mark.parametrize("moments", DEATHS, ids=", ".join)
def test_killed_again_and_again(
    moments: list[str], undisturbed: Any, database_url: str, sample_home: Path
) -> None:
    for moment in moments:
        run(sample_home, "run", "--until-idle", launcher=LAUNCHER, code=KILLED, DIE_AT=moment)
    run(sample_home, "run", "--until-idle")
    assert_same(sample_home, database_url, undisturbed, f"deaths at {moments}")


@pytest.mark.timeout(400)
def test_a_killed_parser_is_tried_again(undisturbed: Any, database_url: str, sample_home: Path) -> None:
    run(sample_home, "run", "--until-idle", launcher=LAUNCHER, DIE_AT="parser 3")
    assert_same(sample_home, database_url, undisturbed, "the death of a parser")


def test_a_second_run_writes_no_row_and_no_file(database_url: str, sample_home: Path) -> None:
    inbox = files_of(sample_home / "inbox")
    run(sample_home, "run", "--until-idle")
    rows, vault = written_rows(database_url), files_of(sample_home / ".gradient" / "vault", times=True)
    run(sample_home, "run", "--until-idle")
    assert written_rows(database_url) == rows
    assert files_of(sample_home / ".gradient" / "vault", times=True) == vault
    assert files_of(sample_home / "inbox") == inbox
