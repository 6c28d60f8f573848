import math

import pytest

from gradient.outline.candidate_worth import FIRST, INTERCEPT, LATER, NAMES
from gradient.store import fusions
from gradient.store.fusions import StoredFusion
from gradient.store.sessions import Database
from tests.recall.small_course import NOW, SmallCourse, calibrate_stage, due, run_all, work_off

SENTENCE = "A neural network is a stack of layers."


@pytest.fixture
def topic(course: SmallCourse) -> int:
    return course.topic("Neural network")


@pytest.fixture
def content(course: SmallCourse) -> int:
    return course.content(SENTENCE, course.chunk(course.source("vision/01.md"), SENTENCE))


async def test_every_pick_is_judged_with_its_evidence(
    database: Database, course: SmallCourse, topic: int, content: int
) -> None:
    await run_all(database, course)
    ((scorer, yes, no, mass, confidence, evidence, at),) = course.all(
        "SELECT scorer, log_yes, log_no, mass, raw_confidence, evidence, at FROM judgements"
    )
    assert (scorer, mass, at) == ("offline", 1.0, NOW)
    assert math.exp(yes) + math.exp(no) == pytest.approx(1)
    assert confidence == pytest.approx(math.exp(yes))
    assert sum(evidence["parts"].values()) == pytest.approx(yes - no)
    assert evidence["features"]["name"] > 0.9
    assert evidence["quotes"] == [{"source": "vision/01.md", "quote": SENTENCE, "reason": ""}]


@pytest.mark.parametrize(("names", "speaks"), [(NAMES, True), (("odds", "lead", "alike"), False)])
async def test_what_another_version_learnt_by_other_measures_says_nothing(
    database: Database, course: SmallCourse, topic: int, content: int, names: tuple[str, ...], speaks: bool
) -> None:
    worth = dict.fromkeys((FIRST, LATER), dict.fromkeys((INTERCEPT, *names), 0.5))
    async with database.transaction() as connection:
        fusion = StoredFusion(200, 200, {}, "mean reciprocal rank", 0.5, 0.4, worth)
        await fusions.keep(connection, course.id, "of another version", fusion, NOW)
    await run_all(database, course)
    features = course.one("SELECT evidence -> 'features' FROM judgements")
    assert ("learned" in features) == speaks


async def test_a_question_is_judged_again_only_when_its_own_rows_change(
    database: Database, course: SmallCourse, topic: int, content: int
) -> None:
    await run_all(database, course)
    assert await due(database, calibrate_stage(), course) == []
    course.one("UPDATE topics SET summary = 'Layers.'")
    assert await due(database, calibrate_stage(), course) == []
    course.one("UPDATE topics SET definition = 'Stacks of layers.'")
    assert len(await due(database, calibrate_stage(), course)) == 1
    await work_off(database, calibrate_stage(), course)
    assert course.one("SELECT count(*) FROM judgements") == 2


async def test_questions_of_what_is_gone_are_no_units(
    database: Database, course: SmallCourse, topic: int, content: int
) -> None:
    await run_all(database, course)
    course.one("UPDATE topics SET definition = 'Stacks of layers.'")
    course.one("UPDATE contents SET retired_at = now()")
    assert await due(database, calibrate_stage(), course) == []


async def gold_share(database: Database, course: SmallCourse, content: int) -> float:
    await run_all(database, course)
    evidence = course.one(
        "SELECT evidence FROM judgements JOIN questions ON questions.id = question_id"
        " WHERE subject_id = %s ORDER BY judgements.id DESC LIMIT 1",
        content,
    )
    return float(evidence["features"]["neighbours"])


@pytest.mark.parametrize(
    ("said", "near"),
    [(f"So: {SENTENCE}", (0.9, 1.0)), ("Layers on layers.", (0.3, 0.7)), ("Tea.", (0.0, 0.2))],
)
async def test_decided_contents_of_other_sources_vote_by_how_near_they_are(
    database: Database, course: SmallCourse, topic: int, content: int, said: str, near: tuple[float, float]
) -> None:
    other = course.content(said, course.chunk(course.source("vision/02.md"), said))
    course.vote(other, topic, 1.0)
    least, most = near
    assert least <= await gold_share(database, course, content) <= most


async def test_neither_the_content_nor_its_source_nor_undecided_ones_vote(
    database: Database, course: SmallCourse, topic: int, content: int
) -> None:
    source = course.one("SELECT id FROM sources")
    beside = course.content("Layers on layers.", course.chunk(source, "Layers on layers."))
    silver = course.content("Many layers.", course.chunk(course.source("vision/02.md"), "Many layers."))
    course.vote(content, topic, 1.0)
    course.vote(beside, topic, 1.0)
    course.vote(silver, topic, 0.6)
    assert await gold_share(database, course, content) == 0.0


async def test_prerequisites_are_judged_too(database: Database, course: SmallCourse, topic: int) -> None:
    course.question("prerequisite", topic, course.topic("Dropout"))
    await run_all(database, course)
    ((confidence, evidence),) = course.all("SELECT raw_confidence, evidence FROM judgements")
    assert 0 < confidence < 1
    assert "order" in evidence["features"]
