"""`gradient status`, `sources`, `changes`, `retry` and `refresh`."""

import pytest

from gradient.cli.status import asked, show_failures
from gradient.errors import Exit
from gradient.home import Home
from gradient.mirror.markdown.note import make_note
from gradient.mirror.markdown.review_note import review_id
from tests.cli.conftest import Gradient, Taught
from tests.pages.course_rows import CourseRows

STAGES = [
    "read",
    "chunk",
    "distil",
    "extract",
    "outline",
    "embed",
    "recall",
    "tags",
    "prerequisites",
    "calibrate",
    "settle",
    "page",
    "mirror",
]


def test_json_has_the_promised_shape(gradient: Gradient, taught: Taught) -> None:
    found = gradient("status", "--json").json
    (course,) = found["courses"]
    assert course["slug"] == "vision"
    assert course["tags"] == {"accepted": 3, "review": 1, "rejected": 0}
    assert course["prerequisites"] == {"accepted": 2, "review": 1, "rejected": 0}
    assert course["pages"] == {"fresh": 0, "stale": 0, "refused": 0}
    assert (course["sources"], course["chunks"], course["contents"], course["topics"]) == (1, 1, 4, 3)
    assert list(found["stages"]) == STAGES
    for standing in found["stages"].values():
        assert standing.keys() == {
            "due", "waiting", "done", "refused", "skipped", "failed", "parked", "stale",
        }  # fmt: skip
    assert found["models"] == {"calls": 0, "input_tokens": 0, "output_tokens": 0, "usd": 0.0, "unpriced": 0}
    assert found["failures"] == []


def test_a_course_is_shown_with_its_name_and_folder_where_its_slug_does_not_say_them(
    gradient: Gradient, course: CourseRows
) -> None:
    course.one("UPDATE courses SET name = slug")
    assert gradient("status").out.startswith("vision  0 sources")
    course.one("UPDATE courses SET folder = 'seeing2', name = folder")
    course.one("UPDATE courses SET name = folder")
    assert gradient("status").out.startswith("vision  in the folder seeing2  0 sources")
    course.one("UPDATE courses SET name = 'Computer vision'")
    assert gradient("status").out.startswith("vision  “Computer vision” in the folder seeing2  0 sources")
    (found,) = gradient("status", "--json").json["courses"]
    assert (found["name"], found["folder"]) == ("Computer vision", "seeing2")


def test_what_an_earlier_stage_holds_is_waiting(gradient: Gradient, taught: Taught) -> None:
    stages = gradient("status", "--json").json["stages"]
    first = next(name for name in STAGES if stages[name]["due"] or stages[name]["waiting"])
    assert stages[first]["due"] > 0
    later = STAGES[STAGES.index(first) + 1 :]
    assert all(stages[name]["due"] == 0 for name in later)
    assert any(stages[name]["waiting"] > 0 for name in later)
    waiting = gradient("status", "--json").json["waiting"]
    assert {one["stage"]: one["units"] for one in waiting} == {
        name: standing["waiting"] for name, standing in stages.items() if standing["waiting"]
    }
    assert {(one["course"], one["reason"]) for one in waiting} == {("vision", f"{first} comes first.")}
    assert f": {first} comes first." in gradient("status").out


def test_the_share_read_weighs_sources_equally_and_leaves_skipped_ones_out(
    gradient: Gradient, taught: Taught
) -> None:
    rows = taught.rows
    for share, path in ((1.0, "a"), (0.5, "b"), (0.0, "c")):
        source = rows.source(path)
        rows.one(
            "INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, share_read)"
            " VALUES (%s, '.md', 'test', '', '', '{}', %s)",
            path,
            share,
        )
        rows.one(
            "UPDATE revisions SET reading_id = (SELECT max(id) FROM readings) WHERE source_id = %s", source
        )
    rows.one("DELETE FROM placements")
    rows.one("UPDATE sources SET retired_at = now() WHERE path = 'vision/lectures/01.md'")
    skipped = rows.source("d.zip")
    rows.one("UPDATE sources SET live_revision_id = NULL WHERE id = %s", skipped)
    revision = rows.one("SELECT id FROM revisions WHERE source_id = %s", skipped)
    rows.one("UPDATE sources SET current_revision_id = %s WHERE id = %s", revision, skipped)
    outcome(taught, "read", "revision", revision, "skipped", "It is no document.")
    assert gradient("status", "--json").json["courses"][0]["share_read"] == 0.5
    assert "50%" in gradient("status").out


def test_settings_that_leave_a_course_without_topics_are_told(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    assert gradient("status", "--json").json["notices"] == []
    rows.one("UPDATE courses SET outline_open = false, language = 'de'")
    rows.one("UPDATE placements SET language = 'en-GB'")
    rows.chunk(rows.one("SELECT id FROM sources"), "Short.")
    closed, foreign = gradient("status", "--json").json["notices"]
    assert closed == (
        "vision/course.toml: 'outline' is \"closed\", but the course has no outline, so its files make no"
        " topics; put an outline into vision/topics, or remove the line."
    )
    assert foreign == (
        "vision/course.toml: 'language' is \"de\", but 1 of 2 passages are in another (en-GB), so they make"
        " no topics; correct the line, or remove it."
    )
    assert "! vision/course.toml: 'outline' is" in gradient("status").out
    rows.one("UPDATE courses SET language = 'en'")
    source = rows.source("vision/topics/outline.md")
    rows.one("UPDATE sources SET type = 'topics' WHERE id = %s", source)
    assert gradient("status", "--json").json["notices"] == []


def test_a_course_that_changes_its_vectors_is_among_the_notices(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    rows.one("INSERT INTO serving_spaces VALUES (%s, 'another', '1:64', 64)", rows.id)
    (notice,) = gradient("status", "--json").json["notices"]
    assert notice.startswith("vision: its texts are embedded anew by wordllama")
    assert notice.endswith("until all are it is searched by the vectors of another@1:64.")


def test_topics_that_an_outline_keeps_out_are_told(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    source = rows.source("vision/topics/outline.md")
    rows.one("UPDATE sources SET type = 'topics' WHERE id = %s", source)
    rows.one("UPDATE topics SET origin = 'outline' WHERE id = %s", taught.graph)
    rows.one("UPDATE topics SET state = 'retired' WHERE id IN (%s, %s)", taught.tree, taught.spanning)
    assert gradient("status", "--json").json["notices"] == []
    chunk = rows.one("SELECT min(id) FROM chunks")
    rows.one("INSERT INTO mentions (chunk_id, kind, key, surface) VALUES (%s, 'term', 'tree', 'tree')", chunk)
    rows.one("INSERT INTO topic_names (topic_id, key, name, origin) VALUES (%s, 'tree', 'Tree', 'mention')"
             " ON CONFLICT DO NOTHING", taught.tree)  # fmt: skip
    (notice,) = gradient("status", "--json").json["notices"]
    assert notice == (
        "The outline of vision lists 1 topic, and an outline closes its course: 1 other is gone from it;"
        ' outline = "open" in vision/course.toml has you asked about them, "closed" says that it is meant so.'
    )
    assert {"about": "course", "state": "note", "said": notice} in gradient("doctor", "--json").json
    rows.one("UPDATE courses SET outline_open = false")
    assert gradient("status", "--json").json["notices"] == []


def test_notes_that_a_mirror_did_not_dare_to_remove_are_told(gradient: Gradient, taught: Taught) -> None:
    outcome(taught, "mirror", "index", taught.rows.id, "refused", "9 of the 9 notes would go at once.")
    assert gradient("status", "--json").json["notices"] == ["9 of the 9 notes would go at once."]
    assert "! 9 of the 9 notes would go at once." in gradient("status").out


def test_failures_are_listed_with_their_reason(gradient: Gradient, taught: Taught) -> None:
    revision = current(taught)
    outcome(taught, "read", "revision", revision, "parked", "01.md is damaged; replace it.")
    assert gradient("status", "--json").json["courses"][0]["revisions_failed"] == 1
    (source,) = gradient("sources", "--json").json
    assert (source["state"], source["reason"]) == ("parked", "01.md is damaged; replace it.")
    assert source.keys() >= {"course", "path", "type", "state", "share_read", "reason"}
    assert "01.md is damaged" in gradient("sources").out


def test_sources_that_are_skipped_are_counted_apart(gradient: Gradient, taught: Taught) -> None:
    outcome(taught, "read", "revision", current(taught), "skipped", "vision/lectures/01.md is of no use.")
    assert gradient("status", "--json").json["courses"][0]["sources_skipped"] == 1
    assert "1 source (skipped)," in gradient("status").out
    taught.rows.source("vision/lectures/02.md")
    assert "2 sources (1 skipped, the others 0% read)," in gradient("status").out
    assert "\nvision/lectures/01.md is of no use.\n" in gradient("sources").out


def test_a_failure_whose_input_is_gone_is_listed_no_more(gradient: Gradient, taught: Taught) -> None:
    outcome(taught, "page", "topic", 999, "failed", "It is no topic.")
    assert gradient("status", "--json").json["failures"] == []


def test_of_many_that_failed_for_one_reason_some_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = {"stage": "tags", "outcome": "parked", "attempts": 1, "next_attempt_at": None, "error": "Refused."}
    other = one | {"unit": "last", "error": "Cut off."}
    show_failures([*(one | {"unit": f"unit {number}"} for number in range(9)), other])
    out = capsys.readouterr().out
    assert [f"unit {number}" in out for number in range(5)] == [True] * 3 + [False] * 2
    assert "and 6 more for the same reason" in out
    assert (out.count("Refused."), out.count("Cut off."), out.count("more for")) == (1, 1, 1)


def test_retry_puts_failed_and_parked_work_to_be_done(gradient: Gradient, taught: Taught) -> None:
    assert "Nothing failed" in gradient("retry").out
    outcome(taught, "read", "revision", current(taught), "parked", "damaged")
    assert gradient("retry", "--json").json == {"retried": 1, "waiting": 0}
    assert taught.rows.one("SELECT outcome FROM outcomes") == "failed"
    assert taught.rows.one("SELECT next_attempt_at <= now() FROM outcomes")


def test_refresh_finds_nothing_stale_where_all_tools_are_free(gradient: Gradient, taught: Taught) -> None:
    assert gradient("refresh", "--plan").out == "Nothing is stale.\n"
    assert gradient("refresh", "--json").json == {"planned": False, "stages": []}


def test_changes_name_what_and_cause(gradient: Gradient, taught: Taught) -> None:
    change(taught, "Tree is new.", "01.md", "now() - interval '3 days'")
    change(taught, "Graph is new.", "02.md", "now()")
    assert [one["what"] for one in gradient("changes", "--json").json] == ["Tree is new.", "Graph is new."]
    assert [one["what"] for one in gradient("changes", "--since", "1d", "--json").json] == ["Graph is new."]
    text = gradient("changes", "--since", "1d").out
    assert "  because of 02.md:\n" in text
    assert "topic         Graph is new.\n" in text
    assert gradient("changes", "--since", "yesterday").code == Exit.USAGE


def test_a_cause_is_named_once_for_all_that_it_changed(gradient: Gradient, taught: Taught) -> None:
    for topic in ("Tree", "Leaf"):
        change(taught, f"{topic} is new.", "01.md", "now()")
    change(taught, "02.md was added.", "02.md", "now()")
    out = gradient("changes", "--since", "1d").out
    assert out.count("01.md") == 1
    assert out.count("02.md") == 1


def test_a_cause_that_is_a_sentence_stands_as_one(gradient: Gradient, taught: Taught) -> None:
    change(
        taught, "Tree → Leaf: accepted became rejected.", "Confidence 0.1 is below the floor 0.3.", "now()"
    )
    out = gradient("changes", "--since", "1d").out
    assert "  Confidence 0.1 is below the floor 0.3:\n" in out
    assert "because of Confidence" not in out


def test_changes_count_the_pages_that_were_written(gradient: Gradient, taught: Taught) -> None:
    for topic in (taught.graph, taught.tree):
        outcome(taught, "page", "topic", topic, "done", "")
    assert [one["what"] for one in gradient("changes", "--json").json] == ["2 pages were written."]


def test_changes_are_those_of_the_last_run(gradient: Gradient, taught: Taught) -> None:
    change(taught, "Tree is new.", "01.md", "now() - interval '3 days'")
    for days in (3, 1):
        taught.rows.one(
            "INSERT INTO rounds (course_id, opened_at, closed_at)"
            " VALUES (%s, now() - %s * interval '1 day', now() - %s * interval '1 day' + interval '1 hour')",
            taught.rows.id,
            days,
            days,
        )
    change(taught, "Graph is new.", "02.md", "now() - interval '1 day'")
    change(taught, "Leaf is new.", "a decision", "now()")
    assert [one["what"] for one in gradient("changes", "--json").json] == ["Graph is new.", "Leaf is new."]


def test_commands_without_data_say_so_on_stderr(gradient: Gradient) -> None:
    for command in ("sources", "changes", "topics"):
        ran = gradient(command)
        assert (ran.code, ran.out) == (Exit.DONE, "")
        assert ran.err
        assert gradient(command, "--json").json == []
    assert gradient("status", "--json").json["courses"] == []


def current(taught: Taught) -> int:
    taught.rows.one("UPDATE sources SET current_revision_id = live_revision_id")
    return int(taught.rows.one("SELECT current_revision_id FROM sources"))


def outcome(taught: Taught, stage: str, kind: str, unit: int, became: str, reason: str) -> None:
    taught.rows.one(
        "INSERT INTO outcomes"
        " (stage, kind, unit_id, course_id, unit_key, outcome, reason, input_hash, tool, at)"
        " VALUES (%s, %s, %s, %s, '01.md', %s, %s, 'x', 'test', now())",
        stage,
        kind,
        unit,
        taught.rows.id,
        became,
        reason,
    )


def change(taught: Taught, what: str, cause: str, at: str) -> None:
    taught.rows.one(
        f"INSERT INTO changes (course_id, kind, what, cause, at) VALUES (%s, 'topic', %s, %s, {at})",
        taught.rows.id,
        what,
        cause,
    )


def test_a_run_that_opened_no_round_is_the_last_one_and_courses_it_did_not_touch_are_left_out(
    gradient: Gradient, taught: Taught
) -> None:
    other = CourseRows(taught.rows.url, "forestry")
    for course in (taught.rows, other):
        course.one(
            "INSERT INTO rounds (course_id, opened_at, closed_at)"
            " VALUES (%s, now() - interval '2 hours', now() - interval '1 hour')",
            course.id,
        )
        course.one(
            "INSERT INTO changes (course_id, kind, what, cause, at)"
            " VALUES (%s, 'topic', 'Tree is new.', '01.md', now() - interval '90 minutes')",
            course.id,
        )
    for topic, ago in ((taught.graph, "90 minutes"), (taught.tree, "0 minutes")):
        outcome(taught, "page", "topic", topic, "done", "")
        taught.rows.one("UPDATE outcomes SET at = now() - %s::interval WHERE unit_id = %s", ago, topic)
        taught.rows.one(
            "INSERT INTO outcome_log (stage, kind, unit_id, course_id, outcome, tool, input_hash, at)"
            " VALUES ('page', 'topic', %s, %s, 'done', 'test', 'x', now() - %s::interval)",
            topic,
            taught.rows.id,
            ago,
        )
    assert [one["what"] for one in gradient("changes", "--json").json] == ["One page was written."]
    told = gradient("changes", "--course", "forestry", "--json").json
    assert [one["what"] for one in told] == ["Tree is new."]


def test_boxes_that_were_ticked_in_vain_are_told(gradient: Gradient, taught: Taught, place: Home) -> None:
    vault = place.base / ".gradient/vault/vision"
    vault.mkdir(parents=True)
    boxes = "".join(f"    - [x] {word} ^gradient-7-0123abcd-{word}\n" for word in ("accept", "reject"))
    note = make_note(review_id("vision"), [], f"# Review\n\n- A question\n{boxes}")
    (vault / "Review.md").write_text(note.text, "utf-8")
    (notice,) = gradient("status", "--json").json["notices"]
    assert "of question 7 several boxes are ticked" in notice
    assert "Review.md: of question 7" in " ".join(gradient("status").out.split())


def test_questions_that_wait_for_a_place_are_counted_beside_the_open_ones(
    gradient: Gradient, taught: Taught
) -> None:
    rows = taught.rows
    item = rows.item("tag", rows.question("tag", taught.contents["doubt"], taught.tree), "So it seems.")
    assert "1 question open\n" in gradient("status").out
    rows.item("prerequisite", rows.question("prerequisite", taught.graph, taught.spanning), "So it seems.")
    rows.one("UPDATE review_items SET state = 'waiting' WHERE id <> %s", item)
    (course,) = gradient("status", "--json").json["courses"]
    assert (course["questions"], course["questions_waiting"]) == (1, 1)
    assert "1 question open (1 more waits for a place)\n" in gradient("status").out


def test_questions_of_several_courses_are_added_up() -> None:
    courses = [{"questions": 50, "questions_waiting": 1113}, {"questions": 3, "questions_waiting": 0}]
    assert asked(courses) == "53 questions open (1,113 more wait for a place)"
