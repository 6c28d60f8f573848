from pathlib import Path

from gradient.mirror.answers import answers
from gradient.mirror.markdown.mirror import MarkdownMirror, read_back
from gradient.store.sessions import Database
from tests.mirror.mirror_runs import LOSS, files, mirror, two_topics
from tests.pages.course_rows import CourseRows

REVIEW = "vision/Review.md"


def ask(course: CourseRows) -> tuple[int, int]:
    """A tag and a prerequisite in the queue; their items."""
    score, loss = two_topics(course)
    content = course.one("SELECT id FROM contents WHERE sentence = %s", LOSS)
    tag = course.item("tag", course.question("tag", content, score), "The scorer is not sure.", 0.46)
    edge = course.item("prerequisite", course.question("prerequisite", loss, score), "No direction.", None)
    return tag, edge


def tick(vault: Path, item: int, word: str, mark: str = "x") -> None:
    """Tick a box in the review file."""
    file = vault / REVIEW
    lines = file.read_text().split("\n")
    at = next(n for n, line in enumerate(lines) if f"^gradient-{item}-" in line and line.endswith(f"-{word}"))
    lines[at] = lines[at].replace("[ ]", f"[{mark}]")
    file.write_text("\n".join(lines))


async def test_each_open_item_is_a_line_with_three_boxes(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    ask(course)
    await mirror(database, course.id, tmp_path)
    text = files(tmp_path)[REVIEW]
    assert (
        f"- **Is this about Score? “{LOSS}”** Confidence 0.46. The scorer is not sure."
        " (lectures/01 intro.md, page 3)\n    - [ ] accept ^gradient-" in text
    )
    assert "- **Do you have to know Softmax loss before Score?** No confidence. No direction.\n" in text
    assert text.count("- [ ]") == 6


async def test_whose_word_a_confidence_is_stands_beside_it_as_elsewhere(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    ask(course)
    course.one(
        "INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, evidence, at)"
        " SELECT id, 'offline', '1', -1, -1, '{}', now() FROM questions WHERE task = 'tag'"
    )
    await mirror(database, course.id, tmp_path)
    assert "Confidence 0.46, offline, raw." in files(tmp_path)[REVIEW]

    course.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, reason, digest,"
        " newest_decision, active, created_at)"
        " VALUES ('tag', 'offline', '1', 'temperature', '{}', 40, '', '', 0, true, now())"
    )
    await mirror(database, course.id, tmp_path)
    assert "Confidence 0.46, offline, temperature on 40 decisions." in files(tmp_path)[REVIEW]


async def test_ticked_boxes_are_read_back(database: Database, course: CourseRows, tmp_path: Path) -> None:
    tag, edge = ask(course)
    await mirror(database, course.id, tmp_path)
    assert read_back(tmp_path) == []
    tick(tmp_path, tag, "reject")
    tick(tmp_path, edge, "later", "X")
    found = {(answer.item_id, answer.answer) for answer in read_back(tmp_path)}
    assert found == {(tag, "reject"), (edge, "later")}


async def test_items_without_a_question_are_asked_and_answered_too(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, loss = two_topics(course)
    revision = course.one("SELECT max(id) FROM revisions")
    asked = {"homonym": score, "thin": loss, "unread": revision}
    items = {course.item(kind, None, f"Why {kind}."): kind for kind in asked}
    for item, kind in items.items():
        course.one("UPDATE review_items SET subject_id = %s WHERE id = %s", asked[kind], item)
    await mirror(database, course.id, tmp_path)
    text = files(tmp_path)[REVIEW]
    assert "- **Does Score mean the same thing throughout the course?**" in text
    assert "- **Is Softmax loss a topic of this course?**" in text
    assert "- **Is it all right that a part of lectures/01 intro.md was not read?**" in text
    for item in items:
        tick(tmp_path, item, "accept")
    async with database.transaction() as connection:
        given = await answers(connection, [MarkdownMirror(tmp_path)])
    assert {items[answer.item_id] for answer in given} == set(asked)


async def test_an_item_with_two_boxes_ticked_has_no_answer(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, _ = ask(course)
    await mirror(database, course.id, tmp_path)
    tick(tmp_path, tag, "reject")
    tick(tmp_path, tag, "accept")
    assert read_back(tmp_path) == []


async def test_ticks_stay_until_they_are_applied_and_go_with_the_item(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, edge = ask(course)
    await mirror(database, course.id, tmp_path)
    tick(tmp_path, tag, "accept")
    course.one("UPDATE review_items SET state = 'closed' WHERE id = %s", edge)
    await mirror(database, course.id, tmp_path)
    assert [(answer.item_id, answer.answer) for answer in read_back(tmp_path)] == [(tag, "accept")]
    course.one("UPDATE review_items SET state = 'closed' WHERE id = %s", tag)
    await mirror(database, course.id, tmp_path)
    assert read_back(tmp_path) == []
    assert "Nothing is asked at the moment." in files(tmp_path)[REVIEW]
    assert not [name for name in files(tmp_path) if name.endswith(".new.md")]


async def test_answers_to_closed_items_and_to_another_database_are_left_out(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, edge = ask(course)
    await mirror(database, course.id, tmp_path)
    tick(tmp_path, tag, "accept")
    tick(tmp_path, edge, "reject")
    async with database.transaction() as connection:
        given = await answers(connection, [MarkdownMirror(tmp_path)])
    assert {answer.item_id for answer in given} == {tag, edge}
    course.one("UPDATE review_items SET state = 'closed' WHERE id = %s", edge)
    course.one("UPDATE questions SET natural_key = 'another question' WHERE task = 'tag'")
    async with database.transaction() as connection:
        assert await answers(connection, [MarkdownMirror(tmp_path)]) == []


async def test_a_review_file_that_was_moved_is_read_where_it_lies(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, _ = ask(course)
    await mirror(database, course.id, tmp_path)
    tick(tmp_path, tag, "accept")
    (tmp_path / REVIEW).rename(tmp_path / "Today.md")
    assert [answer.item_id for answer in read_back(tmp_path)] == [tag]


async def test_a_queue_that_a_person_rewrote_stays_and_the_one_beside_it_counts_too(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, edge = ask(course)
    await mirror(database, course.id, tmp_path)
    file = tmp_path / REVIEW
    file.write_text(file.read_text().replace("# Review of Vision", "# What I have to look at"))
    tick(tmp_path, tag, "accept")
    course.one("UPDATE review_items SET reason = 'A new reason.' WHERE id = %s", edge)
    await mirror(database, course.id, tmp_path)
    assert "# What I have to look at" in file.read_text()
    beside = tmp_path / "vision/Review.new.md"
    anchor = f"^gradient-{edge}-"
    lines = [line.replace("[ ]", "[x]") if anchor in line and "reject" in line else line
             for line in beside.read_text().split("\n")]  # fmt: skip
    beside.write_text("\n".join(lines))
    found = {(answer.item_id, answer.answer) for answer in read_back(tmp_path)}
    assert found == {(tag, "accept"), (edge, "reject")}


async def test_a_question_with_two_boxes_ticked_is_named(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    tag, edge = ask(course)
    await mirror(database, course.id, tmp_path)
    tick(tmp_path, edge, "accept")
    assert await MarkdownMirror(tmp_path).slips() == []
    tick(tmp_path, tag, "reject")
    tick(tmp_path, tag, "accept")
    (slip,) = await MarkdownMirror(tmp_path).slips()
    assert slip.startswith(f"{tmp_path / REVIEW}: of question {tag} several boxes are ticked")
    assert "Where two are ticked, none is taken." in files(tmp_path)[REVIEW]
