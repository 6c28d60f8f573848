"""`gradient notion` over a real connection to the stand-in."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradient.cli.opened import begun_home
from gradient.errors import DatabaseUnreachable
from tests.cli.conftest import Gradient
from tests.mirror.mirror_runs import LOSS, two_topics
from tests.mirror.notion.remote import ROOT, Remote, remote
from tests.pages.course_rows import CourseRows

STATUS = "SELECT status FROM tags WHERE topic_id = %s AND content_id = %s"


@pytest.fixture(scope="module")
def server() -> Iterator[Remote]:
    """One stand-in for the module."""
    with remote() as running:
        yield running


@pytest.fixture
def notion(server: Remote, monkeypatch: pytest.MonkeyPatch) -> Remote:
    """An empty workspace, and the settings by which it is reached."""
    server.control("reset", {})
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    return server


def test_settings_that_are_written_down_are_enough_for_a_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GRADIENT_DATABASE_URL", "GRADIENT_HOME"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(DatabaseUnreachable, match="There is no Gradient in"):
        begun_home()
    (tmp_path / "gradient.toml").write_text("")
    assert begun_home().directory == tmp_path / ".gradient"


def test_set_up_sync_and_status(gradient: Gradient, course: CourseRows, notion: Remote) -> None:
    assert gradient("notion", "status").out.startswith("There are no databases in Notion yet")
    assert gradient("notion", "sync").sentence.startswith("gradient: There are no databases in Notion yet")
    done = gradient("notion", "setup", "--parent", ROOT)
    assert done.out == "The database Topics is made.\nThe database Review is made.\n"
    assert gradient("notion", "setup", "--parent", ROOT, "--json").json[0]["made"] is False
    _, loss = two_topics(course)
    content = course.one("SELECT id FROM contents WHERE sentence = %s", LOSS)
    course.item("tag", course.question("tag", content, loss), "The scorer is not sure.", 0.46)
    assert gradient("notion", "status", "--json").json["pending"] != []
    assert gradient("notion", "sync").out == "4 items in step, 0 removed.\n"
    found = gradient("notion", "status", "--json").json
    assert [(one["kind"], one["pages"]) for one in found["databases"]] == [("topics", 2), ("review", 1)]
    assert (found["pending"], found["failures"], found["notices"]) == ([], [], [])
    assert "3 in step, 0 pending, 0 failed." in gradient("notion", "status").out
    assert sorted(notion.pages("Topic")) == ["Score", "Softmax loss"]

    (row,) = notion.pages("Question").values()
    notion.answer(row["id"], "reject")
    assert gradient("notion", "sync", "--json").json["failures"] == []
    assert course.all("SELECT act, person FROM decisions") == [("reject", "Ben")]
    assert course.one(STATUS, loss, content) == "rejected"


def test_what_is_forgotten_leaves_no_word_in_notion(
    gradient: Gradient, course: CourseRows, notion: Remote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADIENT_NOTION_ENABLED", "true")
    gradient("notion", "setup", "--parent", ROOT)
    _, loss = two_topics(course)
    content = course.one("SELECT id FROM contents WHERE sentence = %s", LOSS)
    course.item("tag", course.question("tag", content, loss), "The scorer is not sure.", 0.46)
    gradient("notion", "sync")
    assert LOSS in json.dumps(notion.control("state"))
    assert gradient("forget", "vision", "--yes").code == 0
    left = [one for one in notion.control("state")["objects"].values() if not one["in_trash"]]
    assert [one for one in left if one["object"] == "page" and one["parent"].get("data_source_id")] == []
    texts = [one for one in notion.control("state")["objects"].values() if one["object"] == "page"]
    assert LOSS not in json.dumps(texts)
    assert "Softmax" not in json.dumps(texts)


def test_a_database_that_is_gone_is_told_by_every_status(
    gradient: Gradient, course: CourseRows, notion: Remote
) -> None:
    made = gradient("notion", "setup", "--parent", ROOT, "--json").json
    notion.control("edit", {"op": "trash", "id": made[0]["database"]})
    assert gradient("notion", "sync").code == 1
    for told in (gradient("notion", "status", "--json").json, gradient("status", "--json").json):
        assert any("so nothing was decided from what is missing" in notice for notice in told["notices"])


def test_what_failed_is_named_with_its_reason(gradient: Gradient, course: CourseRows, notion: Remote) -> None:
    gradient("notion", "setup", "--parent", ROOT)
    two_topics(course)
    notion.control("faults", [{"method": "POST", "path": "/pages$", "nth": [1], "status": 400}])
    ran = gradient("notion", "sync")
    assert ran.code == 1
    assert "Not written, topic" in ran.out
    (failed,) = gradient("notion", "status", "--json").json["failures"]
    assert failed["failure"].startswith("Notion refused POST pages")
    assert gradient("notion", "sync").code == 0
    assert gradient("notion", "status", "--json").json["failures"] == []


def test_the_doctor_makes_a_round_trip_and_leaves_nothing(
    gradient: Gradient, course: CourseRows, notion: Remote
) -> None:
    assert gradient("notion", "doctor", "--write", "--parent", ROOT).out.splitlines()[-1] == (
        "A page was written, changed, read back as it was written, and removed."
    )
    gradient("notion", "setup", "--parent", ROOT)
    told = gradient("notion", "doctor", "--write").out
    assert "Both databases are there, with all their columns." in told
    assert len(notion.living()) == 2


def test_without_a_token_one_is_told_of_it(gradient: Gradient, course: CourseRows) -> None:
    assert gradient("notion", "sync").sentence == (
        "gradient: There is no token for Notion; set GRADIENT_NOTION_TOKEN, or token under [notion], to that"
        " of your integration."
    )
