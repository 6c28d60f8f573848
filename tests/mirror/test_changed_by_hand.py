from pathlib import Path

from gradient.store.sessions import Database
from tests.mirror.mirror_runs import RANGE, files, mirror, two_topics
from tests.pages.course_rows import CourseRows

LOSS_NOTE = "vision/Softmax loss.md"


def more_to_say(course: CourseRows, topic: int) -> None:
    """One more sentence for the page of a topic."""
    chunk = course.one("SELECT chunk_id FROM supports ORDER BY id DESC LIMIT 1")
    course.tag(topic, chunk, RANGE)


async def test_a_changed_file_stays_and_what_is_new_stands_beside_it(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    _, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    note = tmp_path / LOSS_NOTE
    note.write_text(note.read_text().replace("how far", "HOW FAR"))
    mine = note.read_text()
    more_to_say(course, loss)
    await mirror(database, course.id, tmp_path)
    assert note.read_text() == mine
    assert RANGE in files(tmp_path)["vision/Softmax loss.new.md"]


async def test_what_stands_beside_goes_once_the_file_is_given_back(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    note = tmp_path / LOSS_NOTE
    note.write_text(note.read_text().replace("how far", "HOW FAR"))
    more_to_say(course, loss)
    await mirror(database, course.id, tmp_path)
    note.unlink()
    course.one("UPDATE topics SET title = 'Scores' WHERE id = %s", score)
    await mirror(database, course.id, tmp_path)
    assert RANGE in note.read_text()
    assert "vision/Softmax loss.new.md" not in files(tmp_path)


async def test_a_changed_file_with_nothing_new_to_say_gets_nothing_beside(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    note = tmp_path / LOSS_NOTE
    note.write_text(note.read_text().replace("how far", "HOW FAR"))
    course.one("DELETE FROM outcomes WHERE stage = 'mirror'")
    await mirror(database, course.id, tmp_path)
    assert not [name for name in files(tmp_path) if name.endswith(".new.md")]


async def test_what_a_person_writes_below_stays_when_the_note_is_written_anew(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    _, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    note = tmp_path / LOSS_NOTE
    note.write_text(note.read_text() + "\nMy own note.\n")
    more_to_say(course, loss)
    await mirror(database, course.id, tmp_path)
    assert RANGE in note.read_text()
    assert note.read_text().endswith("\nMy own note.\n")
    course.one("UPDATE topics SET title = 'Softmax' WHERE id = %s", loss)
    await mirror(database, course.id, tmp_path)
    assert files(tmp_path)["vision/Softmax.md"].endswith("\nMy own note.\n")
    assert not note.exists()


async def test_a_moved_file_is_found_and_stays_where_it_was_put(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / LOSS_NOTE).rename(tmp_path / "mine" / "Loss.md")
    more_to_say(course, loss)
    course.one("UPDATE topics SET summary = '', title = 'Scores' WHERE id = %s", score)
    await mirror(database, course.id, tmp_path)
    assert LOSS_NOTE not in files(tmp_path)
    assert RANGE in files(tmp_path)["mine/Loss.md"]
    assert "[[mine/Loss|Softmax loss]]" in files(tmp_path)["vision/Scores.md"]
    assert course.one("SELECT place FROM mirror_items WHERE kind = 'topic' AND item_id = %s", loss) == (
        "mine/Loss.md"
    )


async def test_links_that_an_editor_updated_are_no_change_by_hand(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    _, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    note = tmp_path / LOSS_NOTE
    note.write_text(
        note.read_text().replace("[[vision/Score|", "[[mine/Score|").replace("\n", "\r\n"), newline=""
    )
    more_to_say(course, loss)
    await mirror(database, course.id, tmp_path)
    assert RANGE in note.read_text()


async def test_a_file_of_a_person_at_our_place_is_never_written_over(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    (tmp_path / "vision").mkdir()
    (tmp_path / LOSS_NOTE).write_text("Mine alone.")
    two_topics(course)
    await mirror(database, course.id, tmp_path)
    assert (tmp_path / LOSS_NOTE).read_text() == "Mine alone."
    assert "gradient_topic" in files(tmp_path)["vision/Softmax loss 2.md"]
    assert "[[vision/Softmax loss 2|Softmax loss]]" in files(tmp_path)["vision/Score.md"]


async def test_a_run_cut_off_before_it_was_noted_ends_in_the_same_state(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    score, loss = two_topics(course)
    await mirror(database, course.id, tmp_path)
    more_to_say(course, loss)
    course.one("UPDATE topics SET title = 'Scores' WHERE id = %s", score)
    noted = course.all("SELECT * FROM mirror_items ORDER BY kind, item_id")
    await mirror(database, course.id, tmp_path)
    after = files(tmp_path)
    for values in noted:
        course.one("UPDATE mirror_items SET place = %s, written_hash = %s WHERE kind = %s AND item_id = %s",
                   values[3], values[4], values[1], values[2])  # fmt: skip
    course.one("DELETE FROM outcomes WHERE stage = 'mirror'")
    await mirror(database, course.id, tmp_path)
    assert files(tmp_path) == after
