"""What is left in database and vault of a file that is forgotten: nothing but its name."""

from pathlib import Path
from typing import Any

import pytest

from gradient.errors import Exit
from gradient.mirror.removal import LARGEST_COUNT
from tests.daemon.runs import ask, put, run, running
from tests.daemon.state import files_of, state_of, written_rows

QUINCES = """# Quince theory

A **quince** is a fruit of a spanning tree. A quince needs a marmalade. To cook a quince you need to know
what a tree is.

## Marmalade

A **marmalade** is a quince that was boiled. Every marmalade holds a spanning tree, and every spanning tree
holds a marmalade. A **Kruskal marmalade** is a marmalade that closes no cycle.

## Quince cheese

A **quince cheese** is a marmalade that was dried. The quince cheese is older than Kruskal's algorithm.
"""
ORCHARD = QUINCES + "".join(
    f"\n## {kind} quince\n\nA **{kind.lower()} quince** is a quince that grows beside a marmalade.\n"
    for kind in ("Bitter", "Golden", "Northern", "Winter", "Hollow", "Crooked", "Silver")
)
SLOW = Path(__file__).with_name("slow.py")
LAUNCHER = Path(__file__).with_name("dying.py")
KILLED = -9
WORDS = ("quince", "marmalade", "boiled")

ASKED = """
SELECT review_items.id, contents.sentence ~* 'quince|marmalade'
  FROM review_items
  JOIN questions ON questions.id = review_items.question_id AND questions.task = 'tag'
  JOIN contents ON contents.id = questions.subject_id
 WHERE review_items.state = 'open'
 ORDER BY 2 DESC, 1
 LIMIT 6
"""


def everything(url: str) -> dict[str, str]:
    """All rows of all tables as text, by table."""
    tables = ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {one: "\n".join(ask(url, f"SELECT t::text FROM {one} AS t")).casefold() for one in tables}


def active_topics(url: str) -> list[Any]:
    return [row for row in state_of(url)["topics"] if "active" in row]


def left_in(url: str, home: Path) -> list[str]:
    """Where one of the words still stands, the bare name of the file aside."""
    vault = {name: text.decode().casefold() for name, text in files_of(home / ".gradient/vault").items()}
    found = everything(url) | vault | {name: name.casefold() for name in vault}
    found = {place: text.replace("3-quinces.md", "") for place, text in found.items()}
    lines = [f"{place}: {line}" for place, text in found.items() for line in text.splitlines()]
    return [line for line in lines if any(word in line for word in WORDS)]


@pytest.fixture
def forgotten(worked_home: Path, worked_url: str) -> Path:
    """A home that knew a third lecture, of which people decided something."""
    put(worked_home, "graphs/lectures/3-quinces.md", QUINCES)
    run(worked_home, "run", "--until-idle")
    assert len({line.partition(":")[0] for line in left_in(worked_url, worked_home)}) > 15
    run(worked_home, "topics", "rename", "marmalade", "Quince jam", "--note", "not marmalade", code=None)
    for item, own in ask(worked_url, ASKED):
        note = ("--note", "as the quince says") if own else ()
        run(worked_home, "review", "decide", str(item), "accept", *note, code=None)
    run(worked_home, "run", "--until-idle")
    run(worked_home, "forget", "3-quinces.md", "--yes")
    return worked_home


def test_no_word_is_left_at_once_and_none_comes_back(forgotten: Path, worked_url: str) -> None:
    assert left_in(worked_url, forgotten) == []
    run(forgotten, "run", "--until-idle")
    assert left_in(worked_url, forgotten) == []
    assert "quince" not in run(forgotten, "review", "log").stdout.casefold()
    for decision in ask(worked_url, "SELECT id FROM decisions ORDER BY id"):
        assert run(forgotten, "review", "undo", str(decision), code=None).returncode != Exit.UNEXPECTED
    run(forgotten, "run", "--until-idle")
    assert left_in(worked_url, forgotten) == []


def test_what_other_files_say_is_as_if_it_had_never_been_there(worked_home: Path, worked_url: str) -> None:
    before = active_topics(worked_url)
    put(worked_home, "graphs/lectures/3-quinces.md", QUINCES)
    run(worked_home, "run", "--until-idle")
    assert active_topics(worked_url) != before
    run(worked_home, "forget", "3-quinces.md", "--yes")
    run(worked_home, "run", "--until-idle")
    assert active_topics(worked_url) == before


def test_no_word_of_a_forgotten_course_is_left(worked_home: Path, worked_url: str) -> None:
    put(worked_home, "fruit/1.md", QUINCES)
    run(worked_home, "run", "--until-idle")
    run(worked_home, "forget", "fruit", "--yes")
    assert left_in(worked_url, worked_home) == []
    run(worked_home, "run", "--until-idle")
    assert left_in(worked_url, worked_home) == []


@pytest.mark.parametrize(("path", "name"), [("graphs/lectures/3-quinces.md",) * 2, ("fruit/1.md", "fruit")])
def test_what_was_forgotten_leaves_the_vault_though_the_program_was_killed_before_it_did(
    worked_home: Path, worked_url: str, path: str, name: str
) -> None:
    put(worked_home, path, ORCHARD)
    run(worked_home, "run", "--until-idle")
    notes = [file for file in files_of(worked_home / ".gradient/vault") if "quince" in file.casefold()]
    assert len(notes) > LARGEST_COUNT
    run(worked_home, "forget", name, "--yes", launcher=LAUNCHER, code=KILLED, DIE_AT="removal 1")
    assert files_of(worked_home / ".gradient/vault").keys() >= set(notes)
    run(worked_home, "run", "--until-idle")
    assert left_in(worked_url, worked_home) == []
    before = written_rows(worked_url)
    run(worked_home, "run", "--until-idle")
    assert written_rows(worked_url) == before


@pytest.mark.parametrize("stage", ["read", "outline", "embed", "page", "mirror"])
def test_what_was_under_way_when_its_source_was_forgotten_is_not_stored(
    worked_home: Path, worked_url: str, stage: str
) -> None:
    put(worked_home, "graphs/lectures/3-quinces.md", QUINCES)
    with running(worked_home, "run", "--until-idle", launcher=SLOW, SLOW=f"held {stage}") as daemon:
        daemon.until((worked_home / "held").exists, f"a held {stage}")
        run(worked_home, "forget", "3-quinces.md", "--yes")
        (worked_home / "go").touch()
        assert daemon.process.wait(120) == 0, daemon.said
    assert left_in(worked_url, worked_home) == []
    assert "violates" not in daemon.said
