"""Names that picks propose: asked about, never topics by themselves, and gone with what they rest on."""

from collections.abc import AsyncIterator

import pytest

from gradient.store.sessions import Database
from tests.outline.outlined_course import OutlinedCourse

SENTENCE = "Osmosis moves water through a membrane."


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> OutlinedCourse:
    course = OutlinedCourse(database_url)
    course.file("1.md", "Cells", SENTENCE)
    return course


async def proposed(database: Database, course: OutlinedCourse) -> list[tuple[str, str]]:
    """The topics of the course after a pick has proposed one."""
    await course.outline(database)
    course.one(
        "INSERT INTO proposed_names (content_id, key, name)"
        " SELECT id, 'osmosis', 'Osmosis' FROM contents WHERE sentence = %s ON CONFLICT DO NOTHING",
        SENTENCE,
    )
    await course.outline(database)
    return [(title, state) for title, state, _ in course.topics()]


async def test_a_name_is_proposed_with_a_question_and_becomes_no_topic_by_itself(
    database: Database, course: OutlinedCourse
) -> None:
    assert await proposed(database, course) == [("Osmosis", "proposed")]
    assert course.all("SELECT task, natural_key FROM questions") == [("proposal", "proposal|osmosis")]
    assert await proposed(database, course) == [("Osmosis", "proposed")]
    (told,) = course.all("SELECT what FROM changes WHERE kind = 'topic'")
    assert told == ("Osmosis is proposed: a sentence is about it that no topic fits.",)


@pytest.mark.parametrize(("state", "stands"), [("active", [("Osmosis", "active")]), ("retired", [])])
async def test_what_a_person_says_of_it_holds(
    database: Database, course: OutlinedCourse, state: str, stands: list[tuple[str, str]]
) -> None:
    await proposed(database, course)
    course.one("UPDATE topics SET state = %s, state_by = 'person'", state)
    assert await proposed(database, course) == stands


async def test_it_goes_with_the_sentence(database: Database, course: OutlinedCourse) -> None:
    await proposed(database, course)
    course.one("UPDATE sources SET retired_at = now()")
    await course.outline(database)
    assert course.topics() == []


async def test_an_outline_that_closes_the_course_leaves_it_out(
    database: Database, course: OutlinedCourse
) -> None:
    course.outline_file("- Cells\n")
    assert await proposed(database, course) == [("Cells", "active")]


async def test_what_the_course_names_as_a_topic_is_no_proposal(
    database: Database, course: OutlinedCourse
) -> None:
    course.file("2.md", "Osmosis", "**Osmosis** is a flow of water. Osmosis needs a membrane.")
    assert await proposed(database, course) == [("Osmosis", "active")]
