"""`gradient sources`: the copies of a file, and asking about one file or folder."""

import os
from pathlib import Path

import pytest

from gradient.cli.records import at_path
from gradient.errors import Exit
from gradient.home import Home
from tests.cli.conftest import Gradient, Taught


def lies_at(taught: Taught, *paths: str) -> None:
    """Let the source of the course stand in files at these paths."""
    for path in paths:
        taught.rows.one(
            "INSERT INTO source_paths (root, inbox, path_key, path, source_id, size, mtime_ns, inode, sha256)"
            " SELECT 'inbox', 'inbox', %s, %s, id, 1, 1, 1, '01' FROM sources",
            path,
            path,
        )


def test_a_copy_is_shown_with_the_source_that_it_is_a_copy_of(gradient: Gradient, taught: Taught) -> None:
    lies_at(taught, "vision/lectures/01.md", "vision/readings/again.md")
    (found,) = gradient("sources", "--json").json
    assert (found["path"], found["also_at"]) == ("vision/lectures/01.md", ["vision/readings/again.md"])
    shown = " ".join(gradient("sources").out.split())
    assert "vision/lectures/01.md: also at vision/readings/again.md, the same byte by byte." in shown
    assert "1 source in 2 files" in gradient("status").out


def test_a_source_in_one_file_has_no_copies(gradient: Gradient, taught: Taught) -> None:
    lies_at(taught, "vision/lectures/01.md")
    assert gradient("sources", "--json").json[0]["also_at"] == []
    assert "also at" not in gradient("sources").out
    assert "in 1 file" not in gradient("status").out


@pytest.mark.parametrize("asked", ["vision", "lectures/", "01.md", "vision/readings/again.md"])
def test_one_file_or_folder_can_be_asked_for(gradient: Gradient, taught: Taught, asked: str) -> None:
    lies_at(taught, "vision/lectures/01.md", "vision/readings/again.md")
    assert [one["path"] for one in gradient("sources", asked, "--json").json] == ["vision/lectures/01.md"]
    assert gradient("sources", asked, "--left-out", "--json").json == []


def test_a_path_where_no_source_is_is_said(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("sources", "vision/lectures/0")
    assert ran.code == Exit.NAME
    assert "There is no source at 'vision/lectures/0'" in ran.sentence


def test_a_path_may_start_here_or_from_the_inbox(place: Home) -> None:
    inbox = place.base / "inbox"
    for asked in ("inbox/c/1.md", "./inbox/c/../c/1.md", "inbox/c", ".", str(inbox / "c/1.md"), "c"):
        assert at_path(asked, inbox, ["c/1.md"]), asked
    for asked in ("inbox/c/2.md", "1", "inbox/c/1.m", os.fspath(Path("/elsewhere"))):
        assert not at_path(asked, inbox, ["c/1.md"]), asked


def test_a_language_that_is_not_the_course_s_is_told_and_its_own_is_not(
    gradient: Gradient, taught: Taught
) -> None:
    taught.rows.one("UPDATE sources SET current_revision_id = live_revision_id")
    taught.rows.one("UPDATE readings SET language = 'de', encoding = 'utf-8'")
    assert gradient("sources", "--json").json[0]["course_language"] == "de"
    assert "language" not in gradient("sources").out
    taught.rows.one("UPDATE courses SET language = 'en'")
    shown = gradient("sources").out
    assert "vision/lectures/01.md: its language is de, that of the course en." in " ".join(shown.split())
