"""What people decide between the deaths of a daemon stands in the end as if there had been none."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.runs import SAMPLE, ask, make_home, run
from tests.daemon.state import files_of, state_of

pytestmark = pytest.mark.xdist_group("decisions")

LAUNCHER = Path(__file__).with_name("dying.py")
KILLED = -9
SEEDED = random.Random(21)
DEATHS = [tuple(SEEDED.randrange(1, most) for most in (80, 4, 12, 4, 12)) for _ in range(2)]
"""At which write die: the first daemon, a command, the daemon after it, a command, and the last daemon."""

ANSWERS = {"tag": "reject", "prerequisite": "accept"}
ASKED = """
SELECT review_items.id, questions.task
  FROM review_items JOIN questions ON questions.id = review_items.question_id
 WHERE review_items.state = 'open' AND questions.task = %(task)s
 ORDER BY questions.natural_key LIMIT 1
"""
CURATION = (
    ("topics", "rename", "spanning-tree", "Skeleton tree"),
    ("topics", "add", "Ackermann function", "--alias", "Ackermann's function"),
    ("prereqs", "add", "spanning-tree", "ackermann-function"),
    ("prereqs", "remove", "spanning-tree", "minimum-spanning-tree"),
)


def answers(url: str) -> list[tuple[str, ...]]:
    """The commands that answer an open question of each kind, the first by natural key."""
    found = [ask(url, ASKED, task=task)[0] for task in ANSWERS]
    return [("review", "decide", str(item), ANSWERS[task]) for item, task in found]


def decide(home: Path, *commands: tuple[str, ...], death: int | None = None) -> None:
    """Carry these commands out; the first is killed at a write and given once more."""
    if death is not None:
        run(home, *commands[0], launcher=LAUNCHER, code=KILLED, DIE_AT=f"write {death}")
    for command in commands:
        run(home, *command)


def sample(folder: Path, url: str) -> Path:
    home = make_home(folder, url)
    shutil.copytree(SAMPLE, home / "inbox", dirs_exist_ok=True)
    return home


@pytest.fixture(scope="module")
def undisturbed(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The state and the vault after all decisions, where every run came to its end."""
    for url in fresh_database(server_url, TEMPLATE):
        home = sample(tmp_path_factory.mktemp("undisturbed") / "home", url)
        run(home, "run", "--until-idle")
        decide(home, *answers(url))
        run(home, "run", "--until-idle")
        decide(home, *CURATION)
        run(home, "run", "--until-idle")
        yield state_of(url), files_of(home / ".gradient" / "vault")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("deaths", DEATHS, ids=str)
def test_decisions_between_deaths(
    deaths: tuple[int, ...], undisturbed: Any, database_url: str, tmp_path: Path
) -> None:
    home = sample(tmp_path / "home", database_url)
    first, answering, second, curating, third = deaths
    killed_run(home, first)
    run(home, "run", "--until-idle")
    decide(home, *answers(database_url), death=answering)
    killed_run(home, second)
    decide(home, *CURATION, death=curating)
    killed_run(home, third)
    run(home, "run", "--until-idle")
    state = state_of(database_url)
    assert len(state["decisions"]) >= len(ANSWERS) + len(CURATION)
    for name, rows in undisturbed[0].items():
        assert state[name] == rows, name
    vault = files_of(home / ".gradient" / "vault")
    assert vault.keys() == undisturbed[1].keys()
    for name in vault.keys() - {"graph-theory/Review.md"}:
        assert vault[name] == undisturbed[1][name], name


def killed_run(home: Path, write: int) -> None:
    run(home, "run", "--until-idle", launcher=LAUNCHER, code=KILLED, DIE_AT=f"write {write}")
