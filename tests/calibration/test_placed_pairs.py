"""When a pair of topics is judged anew: the evidence is frozen, but a first place in the order is news."""

import pytest

from gradient.store import questions
from gradient.store.sessions import Database, rows
from tests.recall.small_course import SmallCourse

SENTENCE = "A neural network is a stack of layers."


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
