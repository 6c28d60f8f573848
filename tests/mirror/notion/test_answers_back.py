from datetime import timedelta
from pathlib import Path

import pytest

from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.stage import MirrorStage
from gradient.pages.stage import PageStage
from gradient.store.sessions import Database
from gradient.work.runner import Runner
from tests.mirror.notion.courses import EDGE, OPEN, asked_course, decisions, synced
from tests.mirror.notion.workspace import START, Killed, Workspace, mirror_in
from tests.pages.course_rows import CourseRows


@pytest.fixture
def items(course: CourseRows) -> tuple[int, int]:
    """The items of a course with two topics: of a tag, of a prerequisite."""
    return asked_course(course)


def row(notion: Workspace, question: str = OPEN) -> dict[str, object]:
    return notion.rows("Review")[question]


def told(notion: Workspace, question: str = OPEN) -> str:
    return notion.text(row(notion, question), "Answer")


def state(notion: Workspace, question: str = OPEN) -> str:
    return row(notion, question)["properties"]["State"]["select"]["name"]  # type: ignore[index]


async def test_an_answer_is_taken_once_with_who_gave_it_when_and_why(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    at = notion.now() + timedelta(seconds=41)
    notion.decide(
        row(notion)["id"], "reject", by="Ben", at=at, Note={"rich_text": [{"text": {"content": "No."}}]}
    )
    for _ in range(3):
        await synced(notion, database, course.id)
    assert decisions(course) == [("reject", "Ben", "No.")]
    (made,) = course.all("SELECT at FROM decisions")[0]
    assert made == at.replace(second=0, microsecond=0)
    assert told(notion) == f"Rejected by Ben, {made:%Y-%m-%d %H:%M} (decision 1)."
    assert state(notion) == "answered"
    assert course.one("SELECT state FROM review_items WHERE id = %s", items[0]) == "closed"


async def test_answers_are_taken_in_the_order_in_which_they_were_given(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(row(notion, EDGE)["id"], "later", at=notion.now() + timedelta(minutes=3))
    notion.decide(row(notion, OPEN)["id"], "accept", by="Ben", at=notion.now() + timedelta(minutes=1))
    await synced(notion, database, course.id)
    assert [one[:2] for one in decisions(course)] == [("accept", "Ben"), ("later", "Ada")]


async def test_change_names_the_right_topic_by_its_page(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(row(notion)["id"], "change")
    await synced(notion, database, course.id)
    assert told(notion) == "Name one topic under Correct topic, by its page in Topics."
    assert state(notion) == "open"
    loss = notion.rows("Topics")["Softmax loss"]["id"]
    notion.person(
        "set_properties", row(notion)["id"], properties={"Correct topic": {"relation": [{"id": loss}]}}
    )
    await synced(notion, database, course.id)
    await synced(notion, database, course.id)
    assert [one[0] for one in decisions(course)] == ["reject", "accept"]
    assert told(notion).startswith("Changed by Ada")


async def test_what_cannot_be_decided_is_told_in_the_row(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    source = notion.database("Topics")["data_sources"][0]["id"]
    stranger = notion.person(
        "create_page",
        parent={"data_source_id": source},
        properties={"Topic": {"title": [{"text": {"content": "My own"}}]}},
    )
    notion.decide(row(notion)["id"], "change", **{"Correct topic": {"relation": [{"id": stranger["id"]}]}})
    notion.decide(row(notion, EDGE)["id"], "perhaps")
    await synced(notion, database, course.id)
    assert told(notion) == "What stands under Correct topic is no topic of this course; name another."
    assert told(notion, EDGE) == "perhaps is no answer; choose one of accept, reject, change, later."
    assert decisions(course) == []
    notion.decide(row(notion, EDGE)["id"], "accept")
    await synced(notion, database, course.id)
    assert "circle" in told(notion, EDGE) or decisions(course)


async def test_an_answer_to_what_is_asked_no_more_is_told_so(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    course.one("UPDATE review_items SET state = 'closed' WHERE id = %s", items[0])
    notion.decide(row(notion)["id"], "accept")
    await synced(notion, database, course.id)
    assert told(notion) == "The question is closed by now, so nothing was changed."
    assert state(notion) == "closed"
    assert decisions(course) == []


@pytest.mark.parametrize(("earlier", "holds"), [(5, "accept"), (0, "reject"), (-5, "reject")])
async def test_the_last_word_holds_and_in_the_same_minute_that_of_the_terminal(
    notion: Workspace,
    database: Database,
    course: CourseRows,
    items: tuple[int, int],
    earlier: int,
    holds: str,
) -> None:
    await synced(notion, database, course.id)
    answered = START + timedelta(hours=2, seconds=30)
    course.one(
        "INSERT INTO decisions (course_id, question_id, act, person, at)"
        " SELECT course_id, question_id, 'reject', 'root', %s FROM review_items WHERE id = %s",
        answered - timedelta(minutes=earlier),
        items[0],
    )
    course.one("UPDATE review_items SET state = 'closed' WHERE id = %s", items[0])
    notion.decide(row(notion)["id"], "accept", at=answered + timedelta(seconds=20))
    notion.at(answered + timedelta(minutes=10))
    await synced(notion, database, course.id)
    assert course.one("SELECT act FROM effective_decisions") == holds
    if holds == "reject":
        assert told(notion).startswith("root decided it at ")


async def test_another_answer_in_the_same_row_holds_from_then_on_and_none_takes_it_back(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    page = str(row(notion)["id"])
    for answer, holds in (("accept", "accept"), ("reject", "reject"), (None, None)):
        notion.decide(page, answer)
        await synced(notion, database, course.id)
        assert course.one("SELECT act FROM effective_decisions") == holds
    assert [one[0] for one in decisions(course)] == ["accept", "undo", "reject", "undo"]


async def test_a_second_answer_within_the_same_minute_is_seen(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    page, minute = str(row(notion)["id"]), notion.now()
    notion.decide(page, "accept", at=minute + timedelta(seconds=5))
    await synced(notion, database, course.id)
    notion.decide(page, "reject", at=minute + timedelta(seconds=50))
    await synced(notion, database, course.id)
    assert course.one("SELECT act FROM effective_decisions") == "reject"


async def test_a_note_that_comes_after_the_answer_is_kept(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(str(row(notion)["id"]), "accept")
    await synced(notion, database, course.id)
    note = {"Note": {"rich_text": [{"text": {"content": "As I said."}}]}}
    notion.person("set_properties", str(row(notion)["id"]), properties=note)
    await synced(notion, database, course.id)
    assert course.one("SELECT note FROM effective_decisions") == "As I said."


async def test_a_question_that_is_asked_again_gets_a_row_of_its_own(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(str(row(notion)["id"]), "accept", Note={"rich_text": [{"text": {"content": "Sure."}}]})
    await synced(notion, database, course.id)
    answered = row(notion)["id"]
    course.one("UPDATE review_items SET state = 'open' WHERE id = %s", items[0])
    await synced(notion, database, course.id)
    questions = [one for one in notion.objects("page") if "Question" in one["properties"]]
    rows = [one for one in questions if notion.text(one, "Question") == OPEN]
    assert len(rows) == 2
    old = next(one for one in rows if one["id"] == answered)
    new = next(one for one in rows if one["id"] != answered)
    assert old["properties"]["Decision"]["select"]["name"] == "accept"
    assert notion.text(old, "Note") == "Sure."
    assert new["properties"]["Decision"]["select"] is None
    assert new["properties"]["State"]["select"]["name"] == "open"
    with notion.counted() as calls:
        await synced(notion, database, course.id)
    assert not [one for one in calls if one[0] in ("PATCH", "DELETE") or one == ("POST", "pages")]


async def test_a_row_in_the_trash_means_later_and_comes_back_when_it_is_taken_out(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    page = str(row(notion)["id"])
    notion.person("trash", page, by="Ben")
    await synced(notion, database, course.id)
    assert decisions(course) == [("later", "Ben", None)]
    assert course.one("SELECT later_until IS NOT NULL FROM review_items WHERE id = %s", items[0])
    notion.person("restore", page, by="Ben")
    await synced(notion, database, course.id)
    assert [one[0] for one in decisions(course)] == ["later", "undo"]


async def test_an_answered_row_in_the_trash_and_out_of_it_changes_nothing(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    page = str(row(notion)["id"])
    notion.decide(page, "accept")
    for op in ("", "trash", "restore"):
        if op:
            notion.person(op, page)
        await synced(notion, database, course.id)
    assert decisions(course) == [("accept", "Ada", None)]


async def test_an_answer_is_not_lost_where_the_program_is_killed_before_it_is_decided(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(str(row(notion)["id"]), "accept")
    notion.later(minutes=30)
    notion.decide(str(row(notion, EDGE)["id"]), "later")

    async def kill(method: str, path: str) -> None:
        if path.startswith("/v1/users/") and not path.endswith("/me"):
            raise Killed

    notion.meanwhile = kill
    with pytest.raises(Killed):
        await synced(notion, database, course.id)
    notion.meanwhile = None
    await synced(notion, database, course.id)
    assert [one[0] for one in decisions(course)] == ["accept", "later"]


async def test_all_pages_of_results_are_read(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    for number in range(300):
        topic = course.topic(f"Topic {number}")
        course.item("proposal", course.question("proposal", topic, None), "It is named once.", None)
    course.one("UPDATE topics SET state = 'proposed'")
    await synced(notion, database, course.id)
    rows = notion.rows("Review")
    assert len(rows) == 300
    late = sorted(rows, key=lambda title: rows[title]["created_time"])[100:]
    minute = notion.now()
    for place, title in enumerate(late):
        notion.decide(rows[title]["id"], "reject", at=minute + timedelta(seconds=place))
    notion.later(minutes=10)
    notion.faults(
        {"probability": 0.1, "seed": 1, "status": 409},
        {"probability": 0.05, "seed": 2, "status": 502},
    )
    await synced(notion, database, course.id)
    assert len(decisions(course)) == 200
    notion.faults()
    await synced(notion, database, course.id)
    assert len(notion.rows("Review")) == 300
    assert len(decisions(course)) == 200


async def test_an_answer_that_stands_ready_while_a_stage_writes_is_taken_before(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int], tmp_path: Path
) -> None:
    runner = Runner(database, [PageStage(), MirrorStage([MarkdownMirror(tmp_path), mirror_in(notion)])])
    async with runner.queue.opened():
        await runner.run("page", course.id)
        await runner.run("mirror", course.id)
        notion.decide(str(row(notion)["id"]), "reject")
        course.one("UPDATE tags SET confidence = 0.7")
        await runner.run("page", course.id)
        await runner.run("mirror", course.id)
    assert [one[:2] for one in decisions(course)] == [("reject", "Ada")]
    assert [
        notion.text(one, "Question") for one in notion.objects("page") if "State" in one["properties"]
    ].count(OPEN) == 1
    assert notion.rows("Topics")["Score"]["properties"]["Confidence"]["number"] == 0.7
    assert course.all("SELECT outcome FROM outcomes WHERE stage = 'mirror' AND outcome <> 'done'") == []


async def test_an_answer_that_comes_while_we_write_to_rows_keeps_who_gave_it(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    rows = {str(row(notion, question)["id"]) for question in (OPEN, EDGE)}
    answered: list[str] = []

    async def meanwhile(method: str, path: str) -> None:
        page = path.rpartition("/")[2]
        if method == "PATCH" and page in rows and not answered:
            answered.extend(rows - {page})
            notion.decide(answered[0], "later", by="Ben")

    course.one("UPDATE review_items SET reason = 'It is close.', priority = 0.9")
    notion.meanwhile = meanwhile
    await synced(notion, database, course.id)
    notion.meanwhile = None
    assert answered
    for _ in range(2):
        await synced(notion, database, course.id)
    assert [one[:2] for one in decisions(course)] == [("later", "Ben")]
    assert "by Ben" in "".join(told(notion, question) for question in (OPEN, EDGE))


async def test_characters_in_a_note_that_nobody_sees_cost_no_answer(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    note = {"Note": {"rich_text": [{"text": {"content": "It is\u202e right."}}]}}
    notion.decide(str(row(notion)["id"]), "accept", by="Ben", **note)
    await synced(notion, database, course.id)
    assert decisions(course) == [("accept", "Ben", "It is right.")]


async def test_a_topic_that_notion_hides_from_an_answer_is_nobodys_edit(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    topic = notion.rows("Topics")["Softmax loss"]["id"]
    named = {"Correct topic": {"relation": [{"id": topic}]}}
    notion.decide(str(row(notion)["id"]), "change", by="Ben", **named)
    await synced(notion, database, course.id)
    said = told(notion)
    assert "Changed by Ben" in said
    made = decisions(course)
    for now in ("retired", "active"):
        course.one("UPDATE topics SET state = %s WHERE title = 'Softmax loss'", now)
        await synced(notion, database, course.id)
        await synced(notion, database, course.id, whole=True)
        assert decisions(course) == made
        assert told(notion) == said


async def test_columns_of_answers_that_go_or_change_take_no_answer_back(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int]
) -> None:
    await synced(notion, database, course.id)
    notion.decide(str(row(notion)["id"]), "accept", by="Ben")
    await synced(notion, database, course.id)
    source = notion.source("Review")
    for change in ({"Note": {"number": {}}}, {"Note": {"rich_text": {}}}, {"Decision": None}):
        notion.person("update_data_source", source, properties=change)
        await synced(notion, database, course.id, whole=True)
        await synced(notion, database, course.id, whole=True)
        assert [one[:2] for one in decisions(course)] == [("accept", "Ben")]
    notion.decide(str(row(notion)["id"]), "accept", by="Ada")
    await synced(notion, database, course.id)
    assert [one[:2] for one in decisions(course)] == [("accept", "Ben")]


async def test_what_fails_in_notion_alone_is_tried_again_and_stands_in_the_vault(
    notion: Workspace, database: Database, course: CourseRows, items: tuple[int, int], tmp_path: Path
) -> None:
    runner = Runner(database, [PageStage(), MirrorStage([MarkdownMirror(tmp_path), mirror_in(notion)])])
    notion.faults({"method": "POST", "path": "/pages$", "nth": 1, "status": 400})
    async with runner.queue.opened():
        await runner.run("page", course.id)
        await runner.run("mirror", course.id)
    failed = course.all("SELECT unit_key, reason FROM outcomes WHERE outcome = 'failed' ORDER BY unit_key")
    assert failed == [
        ("score", "Notion refused POST pages: Injected 400."),
        ("softmax-loss", "It waits for the page of Score."),
    ]
    assert (tmp_path / "vision" / "Score.md").exists()
    await synced(notion, database, course.id)
    assert sorted(notion.rows("Topics")) == ["Score", "Softmax loss"]
    assert course.all("SELECT 1 FROM outcomes WHERE outcome = 'failed'") == []
