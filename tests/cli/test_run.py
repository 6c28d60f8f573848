"""`gradient run`: a program of its own, from dropped files to what came of them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from gradient.errors import Exit
from gradient.home import Home
from tests.cli.conftest import Gradient
from tests.conftest import CHECKOUT

LECTURE = """# Trees

A **tree** is a connected graph without a cycle.

## Leaf

A **leaf** is a vertex of degree one in a tree. Every tree with two vertices has two leaves.
"""


@pytest.fixture
def dropped(place: Home) -> Path:
    """A course with one lecture in the inbox."""
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    file = place.base / "inbox" / "forestry" / "lectures" / "01.md"
    file.parent.mkdir(parents=True)
    file.write_text(LECTURE, "utf-8")
    return file


def test_a_plan_tells_what_is_new_and_writes_nothing(gradient: Gradient, dropped: Path) -> None:
    ran = gradient("run", "--plan")
    assert ran.code == Exit.DONE
    assert "1 file new\n  forestry/lectures/01.md" in ran.out
    assert "Cost: nothing" in ran.out
    assert gradient("status", "--json").json["courses"] == []
    assert gradient("run", "--plan", "--json").json["new"] == ["forestry/lectures/01.md"]


def test_a_plan_names_what_has_to_be_put_right(gradient: Gradient, dropped: Path) -> None:
    course = dropped.parents[1]
    (course / "course.toml").write_text('nmae = "Forestry"\n', "utf-8")
    (course.parent / "lost.md").write_text("lost", "utf-8")
    said = gradient("run", "--plan").err
    assert "course.toml: there is no key 'nmae'; did you mean 'name'?" in said
    assert "lost.md lies outside any course folder" in said


def test_a_run_ends_with_how_many_names_found_no_room(program: Gradient, dropped: Path, place: Home) -> None:
    (place.base / "gradient.toml").write_text(
        "[inbox]\nsettle_seconds = 0\n[outline]\nmost_topics = 1\n", "utf-8"
    )
    ran = program("run", "--until-idle")
    assert ran.code == Exit.DONE
    said = " ".join(ran.out.split())
    assert "! forestry: There is room for 1 topic, and 1 more name could be one; first come" in said
    assert "notice" not in ran.err


def test_a_plan_needs_no_database(dropped: Path, gradient: Gradient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRADIENT_DATABASE_URL")
    monkeypatch.setenv("GRADIENT_HOME", str(dropped.parents[3] / "elsewhere"))
    assert gradient("run", "--plan", "--json").json["new"] == ["forestry/lectures/01.md"]
    assert not (dropped.parents[3] / "elsewhere").exists()


def test_a_run_ends_when_idle_and_prints_what_came_of_it(
    program: Gradient, gradient: Gradient, dropped: Path
) -> None:
    ran = program("run", "--until-idle")
    assert ran.code == Exit.DONE, ran.err
    assert ran.out.startswith("forestry  1 source, 100% read")
    assert "read 1 of 1" in ran.err
    assert "\x1b" not in ran.out + ran.err
    assert "gradient changes" in ran.err
    plan = gradient("run", "--plan", "--json").json
    assert (plan["new"], plan["changed"], plan["gone"]) == ([], [], [])
    dropped.write_text(LECTURE + "\nA bush is no tree.\n", "utf-8")
    assert gradient("run", "--plan", "--json").json["changed"] == ["forestry/lectures/01.md"]
    dropped.unlink()
    assert gradient("run", "--plan", "--json").json["gone"] == ["forestry/lectures/01.md"]


def test_a_run_over_a_damaged_file_says_which_and_ends_with_one(program: Gradient, dropped: Path) -> None:
    (dropped.parent / "02.pdf").write_bytes(b"%PDF-1.7 broken")
    ran = program("run", "--until-idle")
    assert ran.code == Exit.WORK_FAILED
    assert "02.pdf" in ran.out
    assert "forestry" in ran.out


def test_a_daemon_ends_when_it_is_told_to(place: Home, dropped: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "gradient.cli.main", "run"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert running.stderr is not None
    with running.stderr as said:
        assert "Watching" in said.readline()
        assert "read 1 of 1" in said.readline()
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == Exit.DONE
        assert "Stopped; what was done is kept" in said.read()


def test_a_daemon_that_stays_says_when_it_becomes_idle_and_again_after_more_work(
    place: Home, dropped: Path
) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "gradient.cli.main", "run"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert running.stderr is not None
    with running.stderr as said:
        lines = list(_up_to("Idle: 1 course, ", said))
        assert [line for line in lines if "mirror" in line]
        (dropped.parent / "02.md").write_text("# Bush\n\nA **bush** is no tree.\n", "utf-8")
        assert "forestry: read 1 of 1\n" in list(_up_to("Idle: 1 course, ", said))
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == Exit.DONE


def _up_to(words: str, said: TextIO) -> Iterator[str]:
    """The lines that are said, up to one with these words."""
    for line in said:
        yield line
        if words in line:
            return
    raise AssertionError(f"{words!r} was never said")


def test_a_worker_ends_when_it_is_told_to(place: Home) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "gradient.cli.main", "worker"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    assert running.stderr is not None
    with running.stderr as said:
        assert "Working" in said.readline()
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == Exit.DONE
        assert "Stopped" in said.read()


def test_json_goes_with_what_ends(gradient: Gradient, dropped: Path) -> None:
    assert gradient("run", "--json").code == Exit.USAGE


def test_what_was_run_over_another_inbox_is_neither_gone_nor_exported_into(
    program: Gradient, gradient: Gradient, dropped: Path, place: Home
) -> None:
    other = place.base / "other"
    dropped.parents[2].rename(other)
    (place.base / "inbox").mkdir()
    assert program("run", "--until-idle", "--inbox", "other").code == Exit.DONE
    plan = gradient("run", "--plan", "--json").json
    assert (plan["new"], plan["gone"]) == ([], [])
    assert "One source of the course forestry belongs to another inbox" in plan["notices"][0]
    assert gradient("export", "other/vault").code == Exit.USAGE
    assert gradient("export", ".").code == Exit.USAGE
    assert [file.name for file in other.iterdir()] == ["forestry"]


def test_trouble_of_an_earlier_run_is_listed_and_counts_no_more(program: Gradient, dropped: Path) -> None:
    (dropped.parent / "02.pdf").write_bytes(b"%PDF-1.7 broken")
    ran = program("run", "--until-idle")
    assert ran.code == Exit.WORK_FAILED
    assert "1 piece of work failed or parked in this run\n" in ran.out
    again = program("run", "--until-idle")
    assert again.code == Exit.DONE
    assert "1 piece of work failed or parked, none of it in this run\n" in again.out


def test_nothing_heavy_is_left_to_import_once_the_database_is_up(place: Home, dropped: Path) -> None:
    asked = (
        "import sys\n"
        "from gradient.cli import main, run\n"
        "def migrated(home):\n"
        "    print('gradient.daemon' in sys.modules)\n"
        "    raise KeyboardInterrupt\n"
        "run.migrated = migrated\n"
        "main.run(['run', '--until-idle'])\n"
    )
    ended = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert ended.stdout == "True\n", ended.stderr
