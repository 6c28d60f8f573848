"""Vectors of a model that is paid for: bought once, written in the ledger, and not bought anew unasked."""

from gradient.embedding.stage import EmbedStage
from gradient.providers import registry
from gradient.store.sessions import Database
from tests.providers.loopback import Loopback
from tests.providers.played import Played, played
from tests.recall.small_course import SmallCourse, due, embed_stage, work_off

CHUNK = "A neural network is a stack of layers."


def sent(plays: Played) -> int:
    assert isinstance(plays.server, Loopback)
    return len(plays.server.requests)


async def test_each_call_is_in_the_ledger_and_nothing_is_bought_twice(
    database: Database, course: SmallCourse
) -> None:
    course.content(CHUNK, course.chunk(course.source("vision/01.md"), CHUNK))
    course.topic("Neural network")
    with played("openai") as plays:
        embedder = registry.embedder(plays.setting, plays.access)
        async with registry.closing(embedder):
            stage = EmbedStage(embedder, free=False)
            assert set((await work_off(database, stage, course)).values()) == {"done"}
            assert await due(database, stage, course) == []
    # What finds and what is to be found go apart.
    calls = course.all("SELECT role, stage, provider, model, ended, course_id FROM calls ORDER BY id")
    assert calls == [("embed", "embed", "openai", "small", "done", course.id)] * sent(plays)
    assert sent(plays) == 2
    assert course.all("SELECT DISTINCT model FROM vectors") == [(plays.setting,)]


async def test_another_model_buys_no_vectors_unasked(database: Database, course: SmallCourse) -> None:
    course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    with played("openai") as plays:
        embedder = registry.embedder(plays.setting, plays.access)
        assert await due(database, EmbedStage(embedder, free=False), course) == []
        assert len(await due(database, EmbedStage(embedder, free=True), course)) == 1
