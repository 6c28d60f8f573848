"""What the database calls off because it crossed the daemon's work is done again, and done once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from psycopg import errors

from gradient.cli.deciding import Act
from gradient.home import Home
from gradient.work import crossing
from gradient.work.queue import Queue
from tests.acceptance.settled_course import SettledCourse
from tests.calibration.answered import answered
from tests.cli.conftest import Gradient, Taught


def crossed_once(monkeypatch: pytest.MonkeyPatch, where: type, name: str) -> list[int]:
    """Let a method do its work and then fail as in a deadlock, the first time; how often it was called."""
    real: Callable[..., Any] = getattr(where, name)
    calls: list[int] = []

    async def crossing_at_first(self: Any, *given: Any) -> Any:
        calls.append(1)
        result = await real(self, *given)
        if len(calls) == 1:
            raise errors.DeadlockDetected("deadlock detected")
        return result

    monkeypatch.setattr(where, name, crossing_at_first)
    monkeypatch.setattr(crossing, "PAUSES_SECONDS", (0.0,))
    return calls


@pytest.mark.parametrize(
    "command",
    [
        ("review", "decide", "ITEM", "accept"),
        ("prereqs", "add", "spanning-tree", "graph", "--course", "vision"),
        ("topics", "add", "Leaf", "--course", "vision"),
        ("topics", "rename", "tree", "Trees"),
        ("topics", "merge", "graph", "tree"),
        ("topics", "split", "spanning-tree", "Skeleton", "--name", "skeleton"),
        ("topics", "retire", "tree"),
    ],
    ids=" ".join,
)
def test_a_decision_that_crossed_other_work_is_made_once_all_the_same(
    gradient: Gradient, taught: Taught, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    rows = taught.rows
    item = rows.item(
        "tag", rows.question("tag", taught.contents["doubt"], taught.tree), "It is in doubt.", 0.4
    )
    calls = crossed_once(monkeypatch, Act, "settle")

    ran = gradient(*(str(item) if word == "ITEM" else word for word in command))

    assert (ran.code, len(calls)) == (0, 2), ran.err
    assert rows.one("SELECT count(*) FROM decisions") == (2 if "split" in command else 1)


@pytest.mark.parametrize("command", [("review", "undo"), ("review", "undo", "ITEM"), ("topics", "undo")])
def test_so_is_one_that_is_taken_back(
    gradient: Gradient, taught: Taught, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    rows = taught.rows
    item = rows.item(
        "tag", rows.question("tag", taught.contents["doubt"], taught.tree), "It is in doubt.", 0.4
    )
    first = (
        ("topics", "rename", "tree", "Trees")
        if command[0] == "topics"
        else ("review", "decide", str(item), "accept")
    )
    assert gradient(*first).code == 0
    calls = crossed_once(monkeypatch, Act, "settle")

    ran = gradient(*(str(item) if word == "ITEM" else word for word in command))

    assert (ran.code, len(calls)) == (0, 2), ran.err
    assert rows.one("SELECT count(*) FROM decisions WHERE act = 'undo'") == 1


@pytest.mark.parametrize("command", ["fit", "undo"])
def test_maps_are_fitted_and_taken_back_once(
    gradient: Gradient, place: Home, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    course = SettledCourse(str(place.database_url))
    answered(course, range(40))
    if command == "undo":
        gradient("calibrate", "fit")
    calls = crossed_once(monkeypatch, Act, "settle")

    ran = gradient("calibrate", command)

    assert (ran.code, len(calls)) == (0, 2), ran.err
    assert course.all("SELECT decisions, active FROM maps") == [(40, command == "fit")]


@pytest.mark.parametrize(
    "command",
    [
        ("ingest", "leaves.md", "--course", "vision"),
        ("retry",),
        ("retire", "vision/lectures/01.md"),
        ("forget", "vision/lectures/01.md", "--yes"),
    ],
    ids=" ".join,
)
def test_the_daemon_is_reminded_all_the_same(
    gradient: Gradient, taught: Taught, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    taught.rows.one(
        "INSERT INTO outcomes (course_id, stage, kind, unit_id, unit_key, tool, outcome, input_hash, at)"
        " SELECT course_id, 'tags', 'content', id, sentence, 'tags', 'parked', '', now() FROM contents"
    )
    Path("leaves.md").write_text("A leaf is a vertex with one edge.\n")
    calls = crossed_once(monkeypatch, Queue, "remind")

    ran = gradient(*command)

    assert ran.code == 0, ran.err
    assert len(calls) >= 2
