"""What the shell completes."""

from pathlib import Path

import pytest

from gradient.cli import main
from tests.cli.conftest import Taught


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gradient sta", {"status"}),
        ("gradient page sp", {"spanning-tree"}),
        ("gradient prereqs sp", {"spanning-tree"}),
        ("gradient prereqs a", {"add"}),
        ("gradient topics merge gr", {"graph"}),
        ("gradient topics --course v", {"vision"}),
        ("gradient prereqs show tree --format me", {"mermaid"}),
    ],
)
def test_commands_topics_and_courses_are_completed(
    taught: Taught,
    place: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    offered: set[str],
) -> None:
    ask(line, monkeypatch)
    assert set(capsys.readouterr().out.split()) == offered


def test_without_a_database_nothing_is_completed_and_nothing_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ask("gradient page sp", monkeypatch)
    captured = capsys.readouterr()
    assert (captured.out.strip(), captured.err) == ("", "")
    assert not list(tmp_path.iterdir())


def ask(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_GRADIENT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    with pytest.raises(SystemExit):
        main.run([])
