from pathlib import Path

from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.removal import remove_confirmed
from gradient.store.sessions import Database
from tests.mirror.mirror_runs import files, mirror, two_topics
from tests.pages.course_rows import CourseRows


def retire_all(course: CourseRows, but: int = 0) -> None:
    course.one("UPDATE topics SET state = 'retired' WHERE id <> %s", but)


async def test_the_note_of_a_retired_topic_goes(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, _ = two_topics(course)
    await mirror(database, course.id, tmp_path)
    retire_all(course, but=score)
    await mirror(database, course.id, tmp_path)
    assert "vision/Softmax loss.md" not in files(tmp_path)
    assert "Softmax" not in files(tmp_path)["vision/Score.md"]
    assert course.one("SELECT count(*) FROM mirror_items WHERE kind = 'topic'") == 1


async def test_a_note_that_a_person_changed_or_added_to_stays_when_its_topic_goes(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    changed, added = tmp_path / "vision/Score.md", tmp_path / "vision/Softmax loss.md"
    changed.write_text(changed.read_text().replace("number", "NUMBER"))
    added.write_text(added.read_text() + "My own note.")
    retire_all(course)
    await mirror(database, course.id, tmp_path)
    assert changed.exists()
    assert added.exists()


async def test_a_large_removal_is_refused_in_a_sentence_until_it_is_confirmed(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    for number in range(10):
        course.topic(f"Topic {number}")
    await mirror(database, course.id, tmp_path)
    retire_all(course)
    await mirror(database, course.id, tmp_path)
    assert len(files(tmp_path)) == 12
    outcome, reason = course.all("SELECT outcome, reason FROM outcomes WHERE kind = 'index'")[0]
    assert outcome == "refused"
    assert reason.startswith("10 of the 12 notes of vision would go at once, so none was removed")
    assert await mirror(database, course.id, tmp_path) == 0
    assert await remove_confirmed(database, [MarkdownMirror(tmp_path)], course.id) == 10
    assert set(files(tmp_path)) == {"vision/Index.md", "vision/Review.md"}
    assert await mirror(database, course.id, tmp_path) == 1
    assert course.all("SELECT outcome FROM outcomes WHERE kind = 'index'") == [("done",)]
    assert await remove_confirmed(database, [MarkdownMirror(tmp_path)], course.id) == 0
    assert await mirror(database, course.id, tmp_path) == 0


async def test_a_retired_course_leaves_the_vault(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    course.one("UPDATE courses SET retired_at = now()")
    await mirror(database, course.id, tmp_path)
    assert files(tmp_path) == {}
    assert await mirror(database, course.id, tmp_path) == 0
