"""After a change of the model the old vectors serve until the new ones are complete, and never meet them."""

import pytest

from gradient.embedding.stage import EmbedStage
from gradient.providers.ports import Embedder
from gradient.recall.reading import RecallLimits
from gradient.recall.stage import RecallStage
from gradient.store import spaces
from gradient.store.sessions import Database
from gradient.store.vectors import VectorSpace
from tests.embedding.other_models import Cut, Dying, Turned
from tests.recall.small_course import SmallCourse, due, embed_stage, work_off, work_on

SENTENCES = (
    "A neural network is a stack of layers.",
    "A kernel slides over the image.",
    "The gradient points uphill.",
)
OTHERS = [pytest.param(Cut(), id="cut"), pytest.param(Turned(), id="turned")]
LIMITS = RecallLimits(floor=0.0)


def stages(embedder: Embedder) -> tuple[EmbedStage, RecallStage]:
    embed = EmbedStage(embedder)
    return embed, RecallStage(embed.space, LIMITS, frozenset({"c2t", "c2c2t"}))


@pytest.fixture
async def contents(database: Database, course: SmallCourse) -> list[int]:
    """Contents and topics that have the vectors of the offline model, recalled by them."""
    chunk = course.chunk(course.source("vision/01.md"), " ".join(SENTENCES))
    for title in ("Neural network", "Kernel", "Gradient"):
        course.topic(title)
    made = [course.content(sentence, chunk) for sentence in SENTENCES]
    embed, recall = embed_stage(), RecallStage(embed_stage().space, LIMITS, frozenset({"c2t", "c2c2t"}))
    await work_off(database, embed, course)
    await work_off(database, recall, course)
    return made


async def serving(database: Database, course: SmallCourse, embed: EmbedStage) -> VectorSpace:
    async with database.transaction() as connection:
        return await spaces.serving(connection, course.id, embed.space)


def found(course: SmallCourse, contents: list[int]) -> dict[tuple[int, int], float]:
    return {
        (content, topic): paths.get("c2t", 0.0)
        for content in contents
        for topic, paths in course.all(
            "SELECT topic_id, paths FROM candidates WHERE content_id = %s", content
        )
    }


def models(course: SmallCourse) -> set[str]:
    return {f"{model}@{version}" for model, version in course.all("SELECT model, version FROM vectors")}


async def work_on_some(database: Database, embed: EmbedStage, course: SmallCourse, count: int) -> None:
    units = (await due(database, embed, course))[:count]
    await work_on(database, embed, course, units)


@pytest.mark.parametrize("other", OTHERS)
async def test_the_old_vectors_serve_until_the_new_ones_are_complete(
    database: Database, course: SmallCourse, contents: list[int], other: Embedder
) -> None:
    before = found(course, contents)
    embed, recall = stages(other)
    await work_on_some(database, embed, course, 4)
    assert await serving(database, course, embed) == embed_stage().space
    assert await due(database, recall, course) == []
    course.one("INSERT INTO recall_again SELECT id FROM contents")
    await work_off(database, recall, course)
    assert found(course, contents) == before
    assert models(course) == {embed_stage().space.key, embed.space.key}


@pytest.mark.parametrize("other", OTHERS)
async def test_once_they_are_complete_they_serve_and_the_old_ones_go(
    database: Database, course: SmallCourse, contents: list[int], other: Embedder
) -> None:
    topics = course.all("SELECT id, slug FROM topics ORDER BY id")
    embed, recall = stages(other)
    await work_off(database, embed, course)
    assert [unit.kind for unit in await due(database, embed, course)] == ["course"]
    await work_off(database, embed, course)
    assert await due(database, embed, course) == []
    assert await serving(database, course, embed) == embed.space
    assert models(course) == {embed.space.key}
    assert {unit.unit_id for unit in await due(database, recall, course)} == set(contents)
    await work_off(database, recall, course)
    assert len(found(course, contents)) > 0
    assert course.all("SELECT id, slug FROM topics ORDER BY id") == topics


async def test_a_turned_space_finds_what_the_old_one_found(
    database: Database, course: SmallCourse, contents: list[int]
) -> None:
    before = found(course, contents)
    embed, recall = stages(Turned())
    await work_off(database, embed, course)
    await work_off(database, embed, course)
    await work_off(database, recall, course)
    assert found(course, contents) == pytest.approx(before, abs=1e-5)


@pytest.mark.parametrize("other", OTHERS)
async def test_a_restart_in_the_middle_goes_on_where_it_was(
    database: Database, course: SmallCourse, contents: list[int], other: Embedder
) -> None:
    dying = EmbedStage(Dying(other, texts=4))
    await work_on_some(database, dying, course, 4)
    with pytest.raises(RuntimeError, match="the power went off"):
        await work_on_some(database, dying, course, 3)
    embed, _ = stages(other)
    left = await due(database, embed, course)
    assert len(left) == len(course.all("SELECT FROM outcomes WHERE stage = 'embed'")) - 4
    await work_off(database, embed, course)
    await work_off(database, embed, course)
    assert await serving(database, course, embed) == embed.space
    assert models(course) == {embed.space.key}


async def test_a_change_that_is_taken_back_leaves_nothing_behind(
    database: Database, course: SmallCourse, contents: list[int]
) -> None:
    before = found(course, contents)
    await work_on_some(database, EmbedStage(Turned()), course, 4)
    await work_off(database, embed_stage(), course)
    assert await due(database, embed_stage(), course) == []
    assert models(course) == {embed_stage().space.key}
    assert found(course, contents) == before


async def test_what_fails_for_good_keeps_no_course_from_the_new_vectors(
    database: Database, course: SmallCourse, contents: list[int]
) -> None:
    embed, _ = stages(Turned())
    await work_off(database, embed, course)
    course.one("UPDATE outcomes SET outcome = 'failed' WHERE stage = 'embed' AND unit_id = %s", contents[0])
    assert "course" not in {unit.kind for unit in await due(database, embed, course)}
    course.one("UPDATE outcomes SET outcome = 'parked' WHERE stage = 'embed' AND unit_id = %s", contents[0])
    assert "course" in {unit.kind for unit in await due(database, embed, course)}


async def test_a_course_that_changes_its_vectors_is_told_of(
    database: Database, course: SmallCourse, contents: list[int]
) -> None:
    embed, _ = stages(Turned())

    async def told() -> list[str]:
        async with database.transaction() as connection:
            return await embed.changes(connection)

    texts = len(course.all("SELECT FROM vectors"))
    old = embed_stage().space.key
    (sentence,) = await told()
    assert sentence == (
        f"vision: its texts are embedded anew by turned@1:256, 0 of {texts} are done; until all are it is"
        f" searched by the vectors of {old}."
    )
    await work_on_some(database, embed, course, 2)
    assert f"2 of {texts} are done" in (await told())[0]
    await work_off(database, embed, course)
    await work_off(database, embed, course)
    assert await told() == []


async def test_what_is_retired_is_no_text_that_waits_for_new_vectors(
    database: Database, course: SmallCourse, contents: list[int]
) -> None:
    embed, _ = stages(Turned())
    course.one("UPDATE topics SET state = 'retired' WHERE title = 'Kernel'")
    course.one("UPDATE contents SET retired_at = now() WHERE id = %s", contents[0])
    async with database.transaction() as connection:
        (sentence,) = await embed.changes(connection)
    texts = len(await due(database, embed, course))
    assert 0 < texts == len(course.all("SELECT FROM vectors")) - 2
    assert f"0 of {texts} are done" in sentence


async def test_the_index_over_the_old_vectors_goes_with_them(
    database: Database, course: SmallCourse, contents: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradient.store.vector_indexes.LEAST", 3)
    course.one("ANALYZE vectors")
    await work_off(database, embed_stage(), course)
    embed, _ = stages(Turned())
    await work_off(database, embed, course)
    course.one("ANALYZE vectors")
    assert {unit.kind for unit in await due(database, embed, course)} == {"course", "index"}
    await work_off(database, embed, course)
    assert course.all("SELECT model FROM vector_indexes") == [("turned",)]
    assert len(course.all("SELECT FROM pg_indexes WHERE indexdef LIKE '%%hnsw%%'")) == 1


async def test_an_index_is_built_once_there_are_many_vectors(
    database: Database, course: SmallCourse, contents: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradient.store.vector_indexes.LEAST", 3)
    course.one("ANALYZE vectors")
    assert [unit.kind for unit in await due(database, embed_stage(), course)] == ["index"]
    assert await work_off(database, embed_stage(), course) == {course.id: "done"}
    assert course.all("SELECT vectors FROM vector_indexes") == [(3,)]
    assert await due(database, embed_stage(), course) == []
