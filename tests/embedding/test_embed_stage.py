import numpy as np

from gradient.store.sessions import Database
from tests.recall.small_course import EMBEDDER, SmallCourse, due, embed_stage, work_off

CHUNK = "A neural network is a stack of layers."


def owners(course: SmallCourse) -> set[tuple[str, int]]:
    return set(course.all("SELECT owner_kind, owner_id FROM vectors"))


async def test_topics_contents_and_chunks_get_vectors(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    chunk = course.chunk(source, CHUNK)
    furniture = course.chunk(source, "Table of contents")
    course.one("UPDATE chunks SET furniture = 'contents' WHERE id = %s", furniture)
    topic, content = course.topic("Neural network"), course.content(CHUNK, chunk)
    proposed = course.topic("Layer")
    course.one("UPDATE topics SET state = 'proposed' WHERE id = %s", proposed)
    await work_off(database, embed_stage(), course)
    assert owners(course) == {("topic", topic), ("content", content), ("chunk", chunk)}
    assert await due(database, embed_stage(), course) == []


async def test_a_topic_is_embedded_with_its_path_and_summary(database: Database, course: SmallCourse) -> None:
    parent, child, twin = course.topic("Optimisation"), course.topic("Momentum"), course.topic("Other")
    course.one("UPDATE topics SET parent_id = %s, summary = 'It rolls.' WHERE id = %s", parent, child)
    text = "Optimisation >> Momentum\nMomentum\nIt rolls."
    course.one("UPDATE topics SET title = %s WHERE id = %s", text, twin)
    await work_off(database, embed_stage(), course)
    vectors = dict(course.all("SELECT owner_id, embedding::text FROM vectors"))
    assert vectors[child] == vectors[twin] != vectors[parent]
    course.one("UPDATE topics SET title = 'Training' WHERE id = %s", parent)
    assert {unit.unit_id for unit in await due(database, embed_stage(), course)} == {parent, child}


async def test_a_text_is_embedded_again_only_when_it_changes(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    content = course.content(CHUNK, course.chunk(source, CHUNK))
    await work_off(database, embed_stage(), course)
    before = course.one("SELECT embedding::text FROM vectors WHERE owner_kind = 'content'")
    course.one("UPDATE contents SET sentence = 'Something else.' WHERE id = %s", content)
    assert [unit.kind for unit in await due(database, embed_stage(), course)] == ["content"]
    await work_off(database, embed_stage(), course)
    assert course.one("SELECT embedding::text FROM vectors WHERE owner_kind = 'content'") != before


async def test_a_text_without_words_is_skipped_and_loses_its_vector(
    database: Database, course: SmallCourse
) -> None:
    topic = course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    course.one("UPDATE topics SET title = '' WHERE id = %s", topic)
    assert await work_off(database, embed_stage(), course) == {topic: "skipped"}
    assert owners(course) == set()


async def test_a_stored_vector_is_the_one_that_was_made(database: Database, course: SmallCourse) -> None:
    course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    (made,) = await EMBEDDER.embed(["Neural network"])
    stored = np.array(course.one("SELECT embedding::real[] FROM vectors"), dtype=np.float32)
    assert np.array_equal(stored, made)
