"""Topics of every origin are first taught where the course first speaks of them at any length."""

import pytest

from gradient.store import topics
from gradient.store.sessions import Database
from tests.outline.outlined_course import BACKPROPAGATION, DESCENT, NETWORKS, OutlinedCourse

STEP = "Step size"
PLACES = """
SELECT topics.slug, live_chunks.path, live_chunks.position
  FROM first_taught
  JOIN topics ON topics.id = first_taught.topic_id
  LEFT JOIN live_chunks ON live_chunks.id = first_taught.chunk_id
 WHERE topics.course_id = %s AND topics.state = 'active'
"""
STEPS = ("lectures/04.md", "Practice", "In practice the step size falls.", "A small step size is slow.")


@pytest.fixture
def lectures(database_url: str) -> OutlinedCourse:
    course = OutlinedCourse(database_url)
    for position, (path, heading, *sentences) in enumerate((BACKPROPAGATION, DESCENT, NETWORKS, STEPS)):
        course.file(path, heading, *sentences, position=position)
    return course


async def add(database: Database, course: OutlinedCourse, title: str) -> int:
    """A topic that a person adds."""
    slug = title.lower().replace(" ", "-")
    async with database.transaction() as connection:
        made = await topics.insert(connection, course.id, slug, title, origin="person", by="person")
        await topics.put_name(connection, made, title.lower(), title, "person")
    return made


def place(course: OutlinedCourse, slug: str) -> tuple[str | None, int | None]:
    """The path and chunk where a topic is first taught."""
    (found,) = [(path, at) for one, path, at in course.all(PLACES, course.id) if one == slug]
    return found


async def test_a_topic_added_by_hand_is_first_taught_where_the_text_names_it(
    database: Database, lectures: OutlinedCourse
) -> None:
    await lectures.outline(database)
    await add(database, lectures, STEP)

    await lectures.outline(database)

    assert place(lectures, "step-size") == ("lectures/04.md", 0)


async def test_an_outline_and_a_person_give_the_same_topic_the_same_place(
    database: Database, lectures: OutlinedCourse, database_url: str
) -> None:
    await add(database, lectures, STEP)
    await lectures.outline(database)
    stated = OutlinedCourse(database_url, "stated")
    for position, (path, heading, *sentences) in enumerate((BACKPROPAGATION, DESCENT, NETWORKS, STEPS)):
        stated.file(path, heading, *sentences, position=position)
    stated.outline_file("".join(f"- {title}\n" for title in lectures.titles()))
    await stated.outline(database)

    assert {one: found for one, *found in lectures.all(PLACES, lectures.id)} == {
        one: found for one, *found in stated.all(PLACES, stated.id)
    }


async def test_a_name_within_a_longer_one_of_another_topic_is_not_its_place(
    database: Database, lectures: OutlinedCourse
) -> None:
    lectures.file("lectures/05.md", "Ends", "A step is what one update does.", position=4)
    await add(database, lectures, STEP)
    await add(database, lectures, "Step")

    await lectures.outline(database)

    # The second lecture speaks of "the length of a step".
    assert place(lectures, "step") == ("lectures/02.md", 2)
    assert place(lectures, "step-size") == ("lectures/04.md", 0)


async def test_a_topic_that_only_its_passages_know_is_first_taught_at_the_earliest_of_them(
    database: Database, lectures: OutlinedCourse
) -> None:
    topic = await add(database, lectures, "Wandering")
    late = lectures.one("SELECT id FROM live_chunks WHERE path = 'lectures/03.md' AND position = 1")
    early = lectures.one("SELECT id FROM live_chunks WHERE path = 'lectures/02.md' AND position = 0")
    await lectures.outline(database)
    assert place(lectures, "wandering") == (None, None)

    lectures.tag(topic, late, "The neural networks of today learn by backpropagation and SGD.")
    lectures.tag(
        topic, early, "Gradient descent is a method that follows the gradient of the loss function downhill."
    )
    assert place(lectures, "wandering") == ("lectures/02.md", 0)

    lectures.one("UPDATE sources SET position = NULL WHERE path = 'lectures/02.md'")
    assert place(lectures, "wandering") == ("lectures/03.md", 1)


async def test_a_second_run_writes_no_place_anew(database: Database, lectures: OutlinedCourse) -> None:
    await add(database, lectures, STEP)
    await lectures.outline(database)
    before = lectures.versions(["topics", "topic_names"])
    lectures.one("DELETE FROM outcomes")

    await lectures.outline(database)

    assert lectures.versions(["topics", "topic_names"]) == before
