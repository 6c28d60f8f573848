"""Where errors become sentences and exit codes."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gradient.cli import main, status
from gradient.errors import Exit
from gradient.home import Home
from gradient.store.daemons import only_daemon
from tests.cli.conftest import Gradient, Ran, Taught
from tests.conftest import CHECKOUT
from tests.pages.course_rows import CourseRows


def test_an_unknown_command_is_a_sentence_on_stderr(gradient: Gradient) -> None:
    ran = gradient("statsu")
    assert ran.code == Exit.USAGE
    assert "statsu" in ran.sentence
    assert "status" in ran.sentence


def test_an_unknown_option_says_where_the_options_are_listed(gradient: Gradient) -> None:
    ran = gradient("status", "--colour")
    assert ran.code == Exit.USAGE
    assert "gradient status --help" in ran.sentence


def test_a_fault_of_the_program_is_a_sentence_without_a_traceback(
    gradient: Gradient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "_status", _broken)
    ran = gradient("status")
    assert ran.code == Exit.UNEXPECTED
    assert "ZeroDivisionError" in ran.sentence
    assert "--debug" in ran.sentence


@pytest.mark.parametrize("where", [["--debug", "status"], ["status", "--debug"]])
def test_debug_shows_where_an_error_comes_from(
    gradient: Gradient, monkeypatch: pytest.MonkeyPatch, where: list[str]
) -> None:
    monkeypatch.setattr(status, "_status", _broken)
    assert "Traceback" in gradient(*where).err


def test_a_variable_shows_it_too(gradient: Gradient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "_status", _broken)
    monkeypatch.setenv("GRADIENT_DEBUG", "1")
    assert "Traceback" in gradient("status").err


@pytest.mark.parametrize("word", ["Foo\udcffbar", "Foo\0bar"])
@pytest.mark.parametrize("command", ["prereqs", "topics add", "topics show", "run --plan --inbox", "ingest"])
def test_a_word_that_is_no_text_is_refused_before_anything_reads_it(
    gradient: Gradient, command: str, word: str
) -> None:
    ran = gradient(*command.split(), word)
    assert ran.code == Exit.USAGE
    assert "“Foo\ufffdbar” is no text" in ran.sentence


def test_a_number_beyond_those_of_the_database_is_one_that_is_not_there(
    gradient: Gradient, taught: Taught
) -> None:
    number = "9" * 20
    for command in (
        ("review", "show", number),
        ("review", "decide", number, "accept"),
        ("review", "undo", number),
        ("review", "undo", "--decision", number),
        ("explain", "tag", number),
        ("topics", "split", "tree", "Leaf", "--content", number),
    ):
        ran = gradient(*command)
        assert ran.code == Exit.NAME, command
        assert number in ran.sentence


def test_the_most_decisions_to_show_may_be_any_number(gradient: Gradient, taught: Taught) -> None:
    assert gradient("review", "log", "--last", "9" * 20, "--json").json == []


def test_a_folder_without_gradient_is_told_what_to_do_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["status"], ["topics"], ["prereqs", "tree"], ["review", "list"], ["worker"]):
        ran = Ran(main.run(command), *capsys.readouterr())
        assert ran.code == Exit.DATABASE
        assert str(tmp_path) in ran.sentence
    assert not list(tmp_path.iterdir())


def test_a_database_that_does_not_answer_is_a_sentence(
    gradient: Gradient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADIENT_DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none")
    for command in ("status", "topics"):
        ran = gradient(command)
        assert ran.code == Exit.DATABASE
        assert "does not answer" in ran.sentence
        assert "secret" not in ran.err
    assert gradient("prereqs", "tree").code == Exit.DATABASE


def test_an_occupied_database_names_who_holds_it(program: Gradient, place: Home) -> None:
    async def hold() -> Ran:
        async with only_daemon(str(place.database_url)):
            return await asyncio.to_thread(program, "run", "--until-idle")

    ran = asyncio.run(hold())
    assert ran.code == Exit.DATABASE
    assert "gradient daemon, process" in ran.err


def test_a_wrong_setting_names_file_and_key(gradient: Gradient, place: Home) -> None:
    (place.base / "gradient.toml").write_text("[thresholds]\ntag_acept = 0.6\n", "utf-8")
    ran = gradient("status")
    assert ran.code == Exit.USAGE
    assert "gradient.toml" in ran.sentence
    assert "tag_accept" in ran.sentence


@pytest.mark.parametrize("wrong", ["file", "variable"])
@pytest.mark.parametrize(
    "command",
    [
        "status",
        "sources",
        "sources 01.md",
        "changes",
        "topics",
        "topics show tree",
        "prereqs tree",
        "prereqs tree --json",
        "path spanning-tree",
        "page tree",
        "review list",
        "review log",
        "costs",
        "jobs list",
        "db path",
    ],
)
def test_commands_that_only_show_refuse_a_wrong_setting_too(
    gradient: Gradient,
    taught: Taught,
    place: Home,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    wrong: str,
) -> None:
    assert gradient(*command.split()).code in (Exit.DONE, Exit.NAME)
    if wrong == "file":
        (place.base / "gradient.toml").write_text("[thresholds]\ntag_acept = 0.6\n", "utf-8")
    else:
        monkeypatch.setenv("GRADIENT_REVIEW_OPEN_MAX", "abc")
    ran = gradient(*command.split())
    assert ran.code == Exit.USAGE
    assert ("tag_accept" if wrong == "file" else "GRADIENT_REVIEW_OPEN_MAX") in ran.sentence


def test_a_missing_inbox_names_it(gradient: Gradient, place: Home) -> None:
    ran = gradient("run", "--until-idle", "--inbox", "nowhere")
    assert ran.code == Exit.INBOX
    assert str(place.base / "nowhere") in ran.sentence


def test_an_unknown_course_names_those_there_are(gradient: Gradient, taught: Taught) -> None:
    for command in (
        *(
            "status",
            "sources",
            "sources --left-out",
            "changes",
            "topics",
            "topics show tree",
            "topics add Leaf",
        ),
        *("topics undo", "prereqs tree", "prereqs add tree graph", "path tree", "page tree", "review list"),
        *("review log", "review undo", "explain page tree", "costs", "retry", "refresh", "retire --confirm"),
        "forget 01.md --yes",
    ):
        ran = gradient(*command.split(), "--course", "visoin")
        assert ran.code == Exit.NAME, command
        assert ran.sentence == "gradient: There is no course 'visoin'; the courses are: vision."


def test_a_course_that_is_named_by_its_folder_or_name_is_told_its_slug(
    gradient: Gradient, course: CourseRows
) -> None:
    course.one("UPDATE courses SET folder = 'seeing2', name = 'Computer vision'")
    for named in ("seeing2", "Seeing2/", "computer vision"):
        meant = f"There is no course '{named}'; did you mean vision, which has that folder or name?"
        for command in ("status --course", "prereqs tree --course", "forget --yes"):
            ran = gradient(*command.split(), named)
            assert ran.code == Exit.NAME
            assert ran.sentence == f"gradient: {meant}"
    ran = gradient("ingest", "gradient.toml", "--course", "seeing2")
    assert "did you mean vision? To make a new course, add --new." in ran.sentence
    assert "no source and no course 'hearing'" in gradient("forget", "hearing", "--yes").sentence


@pytest.mark.parametrize(
    "piped",
    [
        "topics --json | head -c 1",
        "topics show tree --json | true",
        "prereqs spanning-tree --json | true",
        "prereqs spanning-tree --format dot --course vision | true",
        "--help | true",
        "topics --help | true",
        "topcis 2>&1 | true",
    ],
)
@pytest.mark.parametrize("buffered", [True, False])
def test_a_reader_that_has_seen_enough_is_no_error(
    place: Home, taught: Taught, piped: str, buffered: bool
) -> None:
    ended = in_bash(f"gradient {piped} >/dev/null; echo ${{PIPESTATUS[0]}}", buffered=buffered)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


def in_bash(line: str, *, buffered: bool = True) -> "subprocess.CompletedProcess[str]":
    """A line in which `gradient` is a program of its own."""
    program = f"{shlex.quote(sys.executable)} -m gradient.cli.main"
    return subprocess.run(
        ["bash", "-c", f'gradient() {{ {program} "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUNBUFFERED": "" if buffered else "1"},
    )


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", ["topics", "prereqs tree --json", "--help"])
def test_a_full_disk_under_the_output_is_a_sentence(
    place: Home, taught: Taught, words: str, buffered: bool
) -> None:
    ended = in_bash(f"gradient {words} >/dev/full", buffered=buffered)
    assert ended.returncode == Exit.WORK_FAILED
    last = ended.stderr.splitlines()[-1]
    assert re.fullmatch(
        r"gradient: The output.* could not be written \(No space left on device\); make room .*", last
    )


@pytest.mark.parametrize("closed", [">&-", "<&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [("topics", Exit.DONE), ("topcis", Exit.USAGE)])
def test_a_stream_that_is_closed_is_no_error(
    place: Home, taught: Taught, words: str, code: Exit, closed: str
) -> None:
    ended = in_bash(f"gradient {words} {closed}")
    assert ended.returncode == code
    assert "went wrong" not in ended.stderr
    assert (ended.stdout != "") == (">&-" not in closed.split() and code == Exit.DONE)


def test_a_program_of_its_own_behaves_alike(program: Gradient, taught: Taught) -> None:
    assert program("prereqs", "tree", "--json").json["order"] == ["graph"]
    assert program("prereqs", "tre").code == Exit.NAME
    assert program("--help").code == Exit.DONE


def test_without_a_command_the_commands_are_listed(gradient: Gradient) -> None:
    ran = gradient()
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert "prereqs" in ran.out
    assert "gradient jobs --help" in gradient("jobs").sentence


async def _broken(course: str | None) -> dict[str, object]:
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize("words", [["statsu"], ["topics", "shwo"], ["status", "--jsn"]])
def test_a_mistyped_word_is_answered_with_the_nearest(gradient: Gradient, words: list[str]) -> None:
    ran = gradient(*words)
    assert ran.code == Exit.USAGE
    assert re.search(r"; did you mean .*\? See gradient", ran.sentence), ran.sentence
