"""The stage prerequisites on a real database: who is shown whom, and what is put forward."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from psycopg.errors import LockNotAvailable

from gradient.generation import pools
from gradient.generation.prerequisites_stage import PrerequisitesStage
from gradient.store import outcomes, statuses
from gradient.store.outcomes import Recorded, Unit
from gradient.store.sessions import Database
from tests.pages.course_rows import CourseRows

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class Course(CourseRows):
    """Adds the run of the stage and what it leaves behind."""

    async def due(self, database: Database) -> list[Unit]:
        async with database.transaction() as connection:
            return await outcomes.due(connection, PrerequisitesStage().units(), self.id, NOW)

    async def run(self, database: Database, *, one_by_one: bool = False) -> list[str]:
        """Work off what is due as the runner does; the slugs of the topics."""
        stage, units = PrerequisitesStage(), await self.due(database)
        for batch in [[unit] for unit in units] if one_by_one else [units]:
            finished = await stage.work(database, self.id, batch)
            async with database.transaction() as connection:
                for each in finished:
                    await each.write(connection)
                recorded = [Recorded(each.unit, each.outcome, seen=each.seen) for each in finished]
                await outcomes.record(connection, stage.name, stage.units().tool, self.id, recorded, NOW)
        return [unit.unit_key for unit in units]

    def shown(self) -> list[tuple[str, str]]:
        return self.all(
            "SELECT one.slug, other.slug FROM offered_pairs JOIN topics AS one ON one.id = topic_id"
            " JOIN topics AS other ON other.id = other_id ORDER BY 1, 2"
        )

    def edges(self) -> list[tuple[str, str, str, str]]:
        return self.all(
            "SELECT one.slug, other.slug, prerequisites.origin, natural_key FROM prerequisites"
            " JOIN topics AS one ON one.id = prerequisites.subject_id"
            " JOIN topics AS other ON other.id = prerequisites.object_id"
            " JOIN questions ON questions.id = question_id ORDER BY 1, 2"
        )


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> Course:
    course = Course(database_url)
    lecture = course.source("01_descent.md", 0)
    course.chunk(lecture, "The gradient is the vector of slopes of a function.", "Gradient")
    course.chunk(lecture, "Gradient descent is a way to follow the gradient downhill.", "Gradient descent")
    course.topic("Gradient", summary="The gradient is the vector of slopes.")
    course.topic("Gradient descent")
    course.topic("Orchid")
    return course


async def test_every_pair_is_shown_once_and_in_both_directions(course: Course, database: Database):
    await course.run(database)
    slugs = ["gradient", "gradient-descent", "orchid"]
    assert course.shown() == [(one, other) for one in slugs for other in slugs if one != other]


async def test_plausible_pairs_become_questions_and_edges_in_both_directions(
    course: Course, database: Database
):
    await course.run(database)
    assert course.edges() == [
        ("gradient", "gradient-descent", "pick", "prerequisite|gradient|gradient-descent"),
        ("gradient-descent", "gradient", "pick", "prerequisite|gradient-descent|gradient"),
    ]


async def test_what_a_topic_was_shown_is_kept_with_what_came_of_it(course: Course, database: Database):
    await course.run(database)
    seen = dict(course.all("SELECT unit_key, seen FROM outcomes WHERE stage = 'prerequisites'"))
    assert seen == {
        "gradient": {"shown": 0, "put_forward": 0},
        "gradient-descent": {"shown": 1, "put_forward": 1},
        "orchid": {"shown": 2, "put_forward": 0},
    }


async def test_nothing_is_put_forward_while_the_course_is_settled(course: Course, database: Database):
    finished, *_ = await PrerequisitesStage().work(database, course.id, await course.due(database))
    async with database.transaction() as settling, database.transaction() as storing:
        await statuses.lock(settling, course.id)
        await storing.execute("SET LOCAL lock_timeout = '20ms'")
        with pytest.raises(LockNotAvailable):
            async with storing.transaction():
                await finished.write(storing)


async def test_a_second_run_finds_nothing_due(course: Course, database: Database):
    await course.run(database)
    assert await course.run(database) == []


async def test_new_topics_cost_as_many_pieces_of_work_as_there_are(course: Course, database: Database):
    await course.run(database)
    course.topic("Gradient check")
    course.topic("Momentum")
    assert await course.run(database) == ["gradient-check", "momentum"]
    assert len(course.shown()) == 5 * 4
    assert await course.due(database) == []


async def test_a_topic_that_comes_back_is_shown_to_those_that_came_meanwhile(
    course: Course, database: Database
):
    course.one("UPDATE topics SET state = 'retired' WHERE slug = 'orchid'")
    await course.run(database)
    course.topic("Vase")
    await course.run(database)
    course.one("UPDATE topics SET state = 'active' WHERE slug = 'orchid'")
    assert await course.run(database) == ["orchid", "vase"]
    assert ("vase", "orchid") in course.shown()
    assert ("orchid", "gradient") in course.shown()


async def test_the_end_state_is_the_same_one_by_one_and_all_at_once(course: Course, database: Database):
    await course.run(database, one_by_one=True)
    alone = course.shown(), course.edges()
    course.one("TRUNCATE offered_pairs, prerequisites, questions, outcomes CASCADE")
    await course.run(database)
    assert (course.shown(), course.edges()) == alone


async def test_an_edge_that_an_outline_states_stays_the_outline_s(course: Course, database: Database):
    first, then = (
        course.one("SELECT id FROM topics WHERE slug = %s", slug) for slug in ("gradient", "gradient-descent")
    )
    course.prerequisite(first, then)
    course.one("UPDATE prerequisites SET origin = 'outline'")
    await course.run(database)
    assert [edge[2] for edge in course.edges()] == ["outline", "pick"]


async def test_a_topic_whose_own_text_changed_is_shown_the_older_ones_again(
    course: Course, database: Database
):
    await course.run(database)
    lecture = course.source("02_orchids.md", 1)
    course.chunk(lecture, "An orchid grows along the gradient. The gradient is light for it.", "Orchids")
    assert await course.due(database) == []
    course.one("UPDATE topics SET summary = 'An orchid is a flower.' WHERE slug = 'orchid'")
    assert await course.run(database) == ["orchid"]
    assert ("gradient", "orchid") in [edge[:2] for edge in course.edges()]


async def test_topics_of_another_course_are_no_pool(course: Course, database: Database, database_url: str):
    other = Course(database_url, "botany")
    other.topic("Gradient")
    await course.run(database)
    assert await other.run(database) == ["gradient"]
    assert len(course.shown()) == 6


async def test_what_a_person_put_forward_first_is_the_stages_own_too(course: Course, database: Database):
    first, then = "gradient", "gradient-descent"
    ids = dict(course.all("SELECT slug, id FROM topics"))
    course.prerequisite(ids[first], ids[then])
    course.one("UPDATE prerequisites SET origin = 'person'")
    await course.run(database)
    assert (first, then, "pick") in [edge[:3] for edge in course.edges()]


async def test_where_topics_are_too_many_to_show_all_those_outside_the_pool_are_passed_over(
    course: Course, database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pools, "ALL_UP_TO", 1)
    await course.run(database)
    seen = dict(course.all("SELECT unit_key, seen FROM outcomes WHERE stage = 'prerequisites'"))
    assert seen["gradient-descent"] == {"shown": 1, "put_forward": 1}
    assert seen["orchid"] == {"shown": 0, "passed_over": 2, "put_forward": 0}
    assert await course.due(database) == []
    # What joins the two later is looked at when the topic itself changes.
    lecture = course.source("02_orchids.md", 1)
    course.chunk(lecture, "An orchid grows along the gradient. The gradient is light for it.", "Orchids")
    course.one("UPDATE topics SET summary = 'An orchid is a flower.' WHERE slug = 'orchid'")
    await course.run(database)
    assert ("gradient", "orchid") in [edge[:2] for edge in course.edges()]
