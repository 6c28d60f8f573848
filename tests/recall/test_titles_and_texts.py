"""A title is about what the titles around it are about, a sentence of a text about what it names."""

import pytest

from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse, embed_stage, recall_stage, work_off

STONE = "A stone is what lies there beside."


@pytest.fixture
async def title(database: Database, course: SmallCourse) -> int:
    """A title that names one topic, among titles that are about another, both recalled."""
    source = course.source("garden/01.md")
    for hour in range(6):
        sentence = f"Tulips open in the {hour}th hour of the sun, as tulips do."
        course.content(sentence, course.chunk(source, sentence))
    content = course.content(STONE, course.chunk(source, STONE))
    course.topic("Stone")
    course.topic("Tulip")
    await recalled(database, course)
    return content


async def recalled(database: Database, course: SmallCourse) -> None:
    for stage in (embed_stage(), recall_stage()):
        await work_off(database, stage, course)


async def test_a_text_that_comes_later_changes_nothing_of_titles(
    database: Database, course: SmallCourse, title: int
) -> None:
    before = course.candidates(title)
    assert before == ["tulip", "stone"]
    text = "Stones lie beside tulips."
    sentence = course.content(text, course.chunk(course.source("garden/02.md"), f"{text} So it is."))
    course.one("INSERT INTO recall_again VALUES (%s)", title)
    await recalled(database, course)
    assert course.candidates(title) == before
    assert course.candidates(sentence)[0] == "stone"


async def test_the_same_sentence_within_a_text_is_about_what_it_names(
    database: Database, course: SmallCourse, title: int
) -> None:
    source = course.source("garden/01.md")
    longer = course.chunk(source, f"{STONE} So it is.")
    course.one("UPDATE supports SET chunk_id = %s WHERE content_id = %s", longer, title)
    course.one("INSERT INTO recall_again VALUES (%s)", title)
    await recalled(database, course)
    assert course.candidates(title)[0] == "stone"


async def test_a_text_that_has_gone_counts_no_more(
    database: Database, course: SmallCourse, title: int
) -> None:
    gone = course.source("garden/03.md")
    course.one(
        "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote) VALUES (%s, %s, 0, %s, %s)",
        title,
        course.chunk(gone, f"{STONE} So it is."),
        len(STONE),
        STONE,
    )
    course.retire(gone)
    course.one("INSERT INTO recall_again VALUES (%s)", title)
    await recalled(database, course)
    assert course.candidates(title) == ["tulip", "stone"]
