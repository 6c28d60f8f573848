"""`gradient ingest`, `retire` and `forget`."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gradient.cli.summary import show_summary
from gradient.errors import Exit
from gradient.home import Home
from gradient.settings import load
from gradient.store.sessions import Database
from tests.cli.conftest import Gradient, Taught
from tests.cli.terminal import Terminal
from tests.mirror.mirror_runs import mirror
from tests.pages.course_rows import CourseRows


@pytest.fixture
def given(gradient: Gradient, place: Home) -> Path:
    """A file that was given to the course forestry."""
    file = place.base / "oak.md"
    file.write_text("# Oak\n\nAn oak is a tree.\n", "utf-8")
    ran = gradient("ingest", "oak.md", "--course", "forestry")
    assert ran.code == Exit.DONE
    assert "1 file taken into the new course forestry" in ran.out
    return file


def test_given_files_are_sources_where_they_are(gradient: Gradient, given: Path) -> None:
    (source,) = gradient("sources", "--json").json
    assert (source["course"], source["path"], source["state"]) == ("forestry", str(given), "unread")
    assert "1 file there already" in gradient("ingest", "oak.md", "--course", "forestry").out


def test_what_is_no_file_or_no_course_name_is_refused(gradient: Gradient, place: Home) -> None:
    assert gradient("ingest", "nowhere.md", "--course", "forestry").code == Exit.USAGE
    (place.base / "oak.md").write_text("oak", "utf-8")
    assert gradient("ingest", "oak.md", "--course", "Big Trees").code == Exit.USAGE
    assert gradient("ingest", "oak.md").code == Exit.USAGE


def test_a_course_that_is_nearly_called_like_another_is_made_only_when_that_is_meant(
    gradient: Gradient, given: Path
) -> None:
    ran = gradient("ingest", str(given), "--course", "forestery")
    assert ran.code == Exit.NAME
    assert "did you mean forestry? To make a new course, add --new." in ran.sentence
    assert [one["slug"] for one in gradient("status", "--json").json["courses"]] == ["forestry"]
    assert "the new course forestery" in gradient("ingest", str(given), "--course", "forestery", "--new").out
    assert "taken into forestery;" in gradient("ingest", str(given), "--course", "forestery").out
    ran = gradient("ingest", str(given), "--course", "oceans")
    assert ran.out.startswith("1 file taken into the new course oceans. ")
    held = {(one["course"], one["state"]) for one in gradient("sources", "--json").json}
    assert held == {("forestry", "unread"), ("forestery", "unread"), ("oceans", "unread")}


def test_retiring_names_the_way_back(gradient: Gradient, given: Path) -> None:
    ran = gradient("retire", "oak.md")
    back = ran.err.rpartition("To take it back in: ")[2].split()
    assert back == ["gradient", "ingest", str(given), "--course", "forestry"]
    assert "gradient ingest" in gradient("sources", "--json").json[0]["reason"]
    assert "1 file taken into forestry" in gradient(*back[1:]).out
    assert gradient("sources", "--json").json[0]["state"] == "unread"


def test_the_help_of_retire_names_the_way_back_and_all_that_is_confirmed(gradient: Gradient) -> None:
    said = " ".join(gradient("retire", "--help").out.split())
    assert "gradient ingest FILE --course C takes it back in" in said
    assert "Retire all sources of the course whose files are gone, and take all notes of" in said
    assert "all notes in the vault of topics that are no more are removed" in said


def test_a_source_is_retired_by_the_end_of_its_path(gradient: Gradient, given: Path) -> None:
    assert gradient("retire", "oak.md").code == Exit.DONE
    assert gradient("sources", "--json").json[0]["state"] == "retired"
    assert given.exists()


def test_retire_says_what_it_needs(gradient: Gradient, given: Path) -> None:
    for words in ([], ["--confirm"], ["oak.md", "--course", "forestry", "--confirm"]):
        assert gradient("retire", *words).code == Exit.USAGE
    assert gradient("retire", "elm.md").code == Exit.NAME
    ran = gradient("retire", "--course", "forestry", "--confirm")
    assert ran.code == Exit.REFUSED
    assert "none is retired" in ran.sentence


def test_what_a_mirror_would_not_remove_by_itself_goes_when_it_is_confirmed(
    gradient: Gradient, course: CourseRows, place: Home
) -> None:
    for number in range(10):
        course.topic(f"Topic {number}")
    vault = place.path(".gradient/vault")
    mirrored(course, vault)
    course.one("UPDATE topics SET state = 'retired'")
    mirrored(course, vault)
    assert len(list(vault.glob("vision/Topic *.md"))) == 10

    ran = gradient("retire", "--course", "vision", "--confirm")

    assert (ran.code, ran.out) == (Exit.DONE, "10 notes of what is no more taken out of the mirrors.\n")
    assert list(vault.glob("vision/Topic *.md")) == []
    assert gradient("retire", "--course", "vision", "--confirm").code == Exit.REFUSED
    assert gradient("retire", "--course", "no-such", "--confirm").code == Exit.NAME


def test_what_a_guard_refused_is_told_with_the_way_out(
    gradient: Gradient, course: CourseRows, place: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(10):
        course.topic(f"Topic {number}")
    vault = place.path(".gradient/vault")
    mirrored(course, vault)
    course.one("UPDATE topics SET state = 'retired'")
    mirrored(course, vault)
    way_out = "gradient retire --course vision --confirm"
    assert way_out in " ".join(gradient("status").out.split())
    asyncio.run(show_summary(course.url, place, load(place), datetime.now(UTC), as_json=False))
    assert way_out in " ".join(capsys.readouterr().out.split())
    assert any(way_out in one["said"] for one in gradient("doctor", "--json").json)

    gradient("retire", "--course", "vision", "--confirm")
    mirrored(course, vault)

    assert gradient("status", "--json").json["notices"] == []


def mirrored(course: CourseRows, vault: Path) -> None:
    """Write the vault of a course."""

    async def write() -> None:
        async with Database(course.url, connections=4) as database:
            await mirror(database, course.id, vault)

    asyncio.run(write())


def test_nothing_is_forgotten_unasked(gradient: Gradient, given: Path) -> None:
    ran = gradient("forget", "oak.md")
    assert ran.code == Exit.USAGE
    assert "--yes" in ran.sentence
    assert gradient("sources", "--json").json[0]["state"] == "unread"


def test_a_source_is_forgotten_for_good(gradient: Gradient, given: Path) -> None:
    assert gradient("forget", "oak.md", "--yes").code == Exit.DONE
    assert given.exists()
    assert gradient("forget", "oak.md", "--yes").code == Exit.NAME


def test_a_course_is_forgotten_for_good(gradient: Gradient, given: Path, taught: Taught) -> None:
    assert gradient("forget", "forestry", "--yes").code == Exit.DONE
    assert [one["slug"] for one in gradient("status", "--json").json["courses"]] == ["vision"]
    assert gradient("forget", "forrestry", "--yes").code == Exit.NAME


def test_where_the_only_course_was_forgotten_nobody_says_that_there_is_none_yet(
    gradient: Gradient, given: Path, place: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gradient("status", "--json").json["gone"] == []
    gradient("forget", "forestry", "--yes")
    url = str(place.database_url)
    shown = gradient("status").out
    asyncio.run(show_summary(url, place, load(place), datetime.now(UTC), as_json=False))
    for told in (shown, capsys.readouterr().out):
        assert "There is no course: forestry was forgotten or retired" in told
        assert "no course yet" not in told
    assert "There is no course:" in gradient("topics", "add", "Oak").sentence


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_forgetting_without_a_name_says_what_to_write(gradient: Gradient) -> None:
    ran = gradient("forget", "--course", "forestry")
    assert ran.code == Exit.USAGE
    assert "gradient forget forestry" in ran.sentence
    assert gradient("forget").code == Exit.USAGE


@pytest.mark.parametrize(("answer", "left"), [("no", "unread"), ("yes", "retired")])
def test_on_a_terminal_forgetting_is_asked_about(
    gradient: Gradient, given: Path, answer: str, left: str
) -> None:
    terminal = Terminal("forget", "oak.md")
    terminal.read_until("Type yes to go on: ")
    terminal.type(f"{answer}\n")
    assert terminal.ended() == 0
    assert [one["state"] for one in gradient("sources", "--json").json] in ([left], [])
