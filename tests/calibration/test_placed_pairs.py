"""When a pair of topics is judged anew: the evidence is frozen, but a first place in the order is news."""

from datetime import UTC, datetime

import pytest

from gradient.store import outcomes, questions
from gradient.store.outcomes import Recorded
from gradient.store.sessions import Database, rows
from tests.recall.small_course import SmallCourse

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SENTENCE = "A neural network is a stack of layers."


async def judged(database: Database, course: SmallCourse, *, ordered: bool) -> None:
    """Every question is judged, as it is asked today."""
    query = questions.unit_query("offline", free=True, ordered=ordered)
    async with database.transaction() as connection:
        due = await outcomes.due(connection, query, course.id, NOW)
        done = [Recorded(unit, "done", None, 1) for unit in due]
        await outcomes.record(connection, query.stage, query.tool, course.id, done, NOW)


async def hashes(database: Database, course: SmallCourse, *, ordered: bool) -> list[str]:
    query = questions.unit_query("any", free=True, ordered=ordered)
    async with database.transaction() as connection:
        found = await rows(connection, query.sql, course=course.id, **query.parameters)
    return [one["input_hash"] for one in found]


@pytest.mark.parametrize("ordered", [True, False])
async def test_the_first_place_of_a_pair_is_part_of_what_a_scorer_is_asked_who_minds_the_order(
    database: Database, course: SmallCourse, ordered: bool
) -> None:
    chunk = course.chunk(course.source("vision/01.md", 0), SENTENCE)
    pair = [course.topic("Neural network"), course.topic("Layer")]
    course.prerequisite(pair[1], pair[0])
    bare = await hashes(database, course, ordered=ordered)
    course.one("UPDATE topics SET first_taught_chunk_id = %s WHERE id = %s", chunk, pair[0])
    assert await hashes(database, course, ordered=ordered) == bare
    course.one("UPDATE topics SET first_taught_chunk_id = %s WHERE id = %s", chunk, pair[1])
    placed = await hashes(database, course, ordered=ordered)
    assert (placed != bare) is ordered
    course.one("UPDATE sources SET position = 7")
    assert await hashes(database, course, ordered=ordered) == placed


@pytest.mark.parametrize("places", [0, 2])
async def test_what_was_judged_by_order_is_stale_and_not_due_for_a_scorer_that_does_not_mind_it(
    database: Database, course: SmallCourse, places: int
) -> None:
    chunk = course.chunk(course.source("vision/01.md", 0), SENTENCE)
    pair = [course.topic("Neural network"), course.topic("Layer")]
    course.prerequisite(pair[1], pair[0])
    for topic in pair[:places]:
        course.one("UPDATE topics SET first_taught_chunk_id = %s WHERE id = %s", chunk, topic)
    await judged(database, course, ordered=True)
    paid = questions.unit_query("toy:model", free=False, ordered=False)
    async with database.transaction() as connection:
        counted = await outcomes.counts(connection, paid, course.id, NOW)
    assert (counted["due"], counted["stale"]) == (0, 1)
    course.one("UPDATE topics SET definition = 'New words.' WHERE id = %s", pair[0])
    async with database.transaction() as connection:
        assert len(await outcomes.due(connection, paid, course.id, NOW)) == 1
