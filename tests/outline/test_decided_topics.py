"""Topics that a person said something about, where an outline states the others."""

import pytest

from gradient.outline.curation import Curator
from gradient.review.decisions import put_prerequisite
from gradient.store import decisions, topics
from gradient.store.sessions import Database
from tests.outline.outlined_course import BACKPROPAGATION, DESCENT, NETWORKS, OutlinedCourse

DECIDED = ["Backpropagation", "Descent", "Learning rate", "Neural network"]


def lectures(course: OutlinedCourse) -> None:
    for position, file in enumerate((BACKPROPAGATION, DESCENT, NETWORKS)):
        course.file(*file, position=position)


def active(course: OutlinedCourse) -> list[str]:
    return [title for title, state, _ in course.topics() if state == "active"]


async def needed(course: OutlinedCourse, database: Database, first: str, then: str, act: str) -> None:
    async with database.transaction() as connection:
        subject, object_ = [{"id": course.topic_id(slug), "slug": slug} for slug in (first, then)]
        await put_prerequisite(connection, course.id, subject, object_, act, person="Ada", now=course.now)


async def decide(course: OutlinedCourse, database: Database) -> None:
    """A prerequisite between two topics, a title for a third, a tag of a fourth."""
    await needed(course, database, "backpropagation", "learning-rate", "accept")
    async with database.transaction() as connection:
        curator = Curator(connection, course.id, course.slug, "Ada", course.now)
        renamed = await topics.by_slug(connection, course.id, "gradient-descent")
        assert renamed is not None
        await curator.rename(renamed, "Descent")
        content = course.one("SELECT min(id) FROM contents")
        question = await decisions.ensure_tag(connection, content, course.topic_id("neural-network"))
        await decisions.insert(
            connection, course.id, "accept", person="Ada", at=course.now, question_id=question
        )


@pytest.mark.parametrize("order", [(None, True), (True, None), (False, True), (True, False)])
async def test_what_a_person_decided_about_stays_a_topic_whether_the_course_is_closed_or_open(
    course: OutlinedCourse, database: Database, order: tuple[bool | None, ...]
) -> None:
    lectures(course)
    await course.outline(database)
    await decide(course, database)
    course.outline_file("- Hardware\n")

    for is_open in order:
        course.one("UPDATE courses SET outline_open = %s", is_open)
        await course.outline(database)
        assert active(course) == sorted([*DECIDED, "Hardware"])

    assert await course.outline(database) == []
    course.one("DELETE FROM outcomes WHERE stage = 'outline'")
    before = course.versions(("topics", "topic_names", "changes"))
    await course.outline(database)
    assert course.versions(("topics", "topic_names", "changes")) == before


async def test_deciding_about_a_proposal_makes_it_a_topic_and_taking_it_back_a_proposal(
    course: OutlinedCourse, database: Database
) -> None:
    course.one("UPDATE courses SET outline_open = true")
    lectures(course)
    course.outline_file("- Hardware\n")
    await course.outline(database)
    assert active(course) == ["Hardware"]

    await needed(course, database, "backpropagation", "learning-rate", "accept")
    await course.outline(database)
    assert active(course) == ["Backpropagation", "Hardware", "Learning rate"]

    await needed(course, database, "backpropagation", "learning-rate", "reject")
    await course.outline(database)
    assert active(course) == ["Hardware"]


async def test_a_topic_that_was_decided_about_lives_again_when_it_is_named_again(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    await course.outline(database)
    await needed(course, database, "backpropagation", "learning-rate", "accept")
    course.outline_file("- Hardware\n")
    source = course.one("SELECT id FROM sources WHERE path = %s", DESCENT[0])
    course.retire(source)
    await course.outline(database)
    assert active(course) == ["Backpropagation", "Hardware"]

    course.bring_back(source)
    await course.outline(database)
    assert active(course) == ["Backpropagation", "Hardware", "Learning rate"]
