"""The short way of `gradient prereqs` says what the long way says."""

import pytest

from gradient.cli import asking
from gradient.cli.main import run
from tests.cli.conftest import Gradient, Taught

SHORT = [
    ["prereqs", "spanning-tree"],
    ["prereqs", "show", "spanning-tree"],
    ["prereqs", "spanning-tree", "--json"],
    ["prereqs", "--json", "spanning-tree"],
    ["prereqs", "spanning-tree", "--direct", "--course", "vision"],
    ["prereqs", "spanning-tree", "--course=vision", "--format=dot"],
    ["prereqs", "spanning-tree", "-c", "vision", "-f", "mermaid"],
    ["prereqs", "tree", "--json", "--format", "json"],
    ["prereqs", "show", "add"],
    ["prereqs", "spaning-tree"],
    ["prereqs", "tree", "--course", "nowhere"],
    ["prereqs", "graph"],
]
LONG = [
    ["prereqs"],
    ["prereqs", "--help"],
    ["prereqs", "add", "graph", "tree"],
    ["prereqs", "remove", "graph", "tree"],
    ["prereqs", "tree", "graph"],
    ["prereqs", "tree", "--format", "picture"],
    ["prereqs", "tree", "--json", "--format", "dot"],
    ["prereqs", "tree", "--course"],
    ["prereqs", "tree", "--colour"],
    ["path", "tree"],
]


@pytest.mark.parametrize("words", SHORT)
def test_a_plain_question_is_answered_alike_both_ways(
    gradient: Gradient, taught: Taught, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert asking.read(words) is not None
    short = gradient(*words)
    monkeypatch.setattr(asking, "read", lambda _: None)
    assert gradient(*words) == short


@pytest.mark.parametrize("words", LONG)
def test_everything_else_is_left_to_typer(words: list[str]) -> None:
    assert asking.read(words) is None


def test_a_wrong_format_is_refused_with_those_there_are(
    taught: Taught, place: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["prereqs", "tree", "--format", "picture"]) == 2
    assert "mermaid" in capsys.readouterr().err
