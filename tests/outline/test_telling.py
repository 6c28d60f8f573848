"""What people are told when topics come and go, with the true reason."""

from gradient.outline.stage import OutlineStage
from gradient.store import courses
from gradient.store.sessions import Database
from tests.outline.outlined_course import BACKPROPAGATION, DESCENT, NETWORKS, OutlinedCourse

FOUND = ["Backpropagation", "Gradient descent", "Learning rate", "Neural network"]
RANKED = "those that the course explains under their own heading, then those that it names most"


def lectures(course: OutlinedCourse) -> None:
    for position, file in enumerate((BACKPROPAGATION, DESCENT, NETWORKS)):
        course.file(*file, position=position)


async def told(course: OutlinedCourse, database: Database) -> list[str]:
    """What a run of the outline tells."""
    seen = course.one("SELECT coalesce(max(id), 0) FROM changes")
    await course.outline(database)
    return [row[0] for row in course.all("SELECT what FROM changes WHERE id > %s ORDER BY what", seen)]


async def notices(database: Database) -> list[str]:
    async with database.transaction() as connection:
        return await courses.notices(connection)


async def test_what_an_outline_closes_out_is_told_as_such(course: OutlinedCourse, database: Database) -> None:
    lectures(course)
    await course.outline(database)
    assert await notices(database) == []
    course.outline_file("- Hardware\n- Gradient descent\n")

    said = await told(course, database)

    gone = [f"{title} is gone: the outline does not state it, and an outline closes its course."
            for title in FOUND if title != "Gradient descent"]  # fmt: skip
    assert set(gone) < set(said)
    assert {one for one in said if " is gone" in one and "closes its course" not in one} == set()
    (notice,) = await notices(database)
    assert notice.startswith("The outline of vision lists 2 topics, and an outline closes its course: ")
    assert 'outline = "open" in vision/course.toml' in notice
    course.one("UPDATE courses SET outline_open = false")
    assert await notices(database) == []


async def test_an_outline_that_could_never_be_read_is_not_said_to_close_anything(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    await course.outline(database)
    twice = '{"nodes": [{"path": "Hardware"}, {"path": "Hardware"}]}'
    course.outline_file(twice, "topics/o.json")
    course.stages = (course.stages[0], OutlineStage(lambda: course.now, most_topics=1))
    assert [one for one in await told(course, database) if "is gone" in one]
    assert await notices(database) == []


async def test_a_proposal_is_no_topic_that_is_back(course: OutlinedCourse, database: Database) -> None:
    lectures(course)
    await course.outline(database)
    course.outline_file("- Hardware\n")
    await course.outline(database)
    course.one("UPDATE courses SET outline_open = true")
    why = "the outline does not state it, and what else is found is asked about"

    said = await told(course, database)

    assert f"Learning rate is proposed: {why}." in said
    assert not [one for one in said if one.endswith("is back.")]
    course.one("UPDATE courses SET outline_open = NULL")
    closed = "the outline does not state it, and an outline closes its course"
    assert f"Learning rate is no longer proposed: {closed}." in await told(course, database)
    course.retire(course.one("SELECT id FROM sources WHERE type = 'topics'"))
    said = await told(course, database)
    assert "Learning rate is back." in said
    assert "Hardware is gone: no outline states it any more." in said


async def test_a_defined_name_that_is_taken_for_a_part_of_documents_is_told(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.file("lectures/04.md", "Day", "A day is the time in which the earth turns once about its axis.")

    said = await told(course, database)

    assert "Day is new." not in said
    (notice,) = [one for one in said if "Day" in one]
    assert notice == (
        "Headed and defined, but no topics, since they mostly name parts of documents: Day."
        ' gradient topics add "Day" --course vision makes one of them a topic.'
    )


async def test_a_topic_that_becomes_a_proposal_is_told(course: OutlinedCourse, database: Database) -> None:
    course.one("UPDATE courses SET outline_open = true")
    lectures(course)
    await course.outline(database)
    outline = course.outline_file("- Hardware\n")
    why = "the outline does not state it, and what else is found is asked about"
    assert f"Learning rate is only proposed now: {why}." in await told(course, database)

    course.retire(outline)

    assert "Learning rate is a topic now, no longer a proposal." in await told(course, database)


async def test_where_there_is_no_room_that_is_the_reason_and_more_can_be_made(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    await course.outline(database)
    everything = course.titles()
    stages = course.stages
    course.stages = (stages[0], OutlineStage(lambda: course.now, most_topics=3))

    said = await told(course, database)

    left = course.titles()
    assert len(left) == 3
    assert [one for one in said if "is gone" in one] == [
        f"{title} is gone: there is room for 3 topics, and others come first ({RANKED})."
        for title in everything
        if title not in left
    ]
    more = len(everything) - 3
    assert said[-1] == (
        f"There is room for 3 topics, and {more} more names could be some; first come {RANKED}."
        " most_topics under [outline] in gradient.toml makes more room."
    )
    assert course.all("SELECT DISTINCT what FROM changes WHERE kind = 'notice'") == [(said[-1],)]
    course.stages = stages
    assert await told(course, database) == sorted(
        f"{title} is back." for title in everything if title not in left
    )
