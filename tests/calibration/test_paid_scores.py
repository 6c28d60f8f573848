"""Confidences from the words of a model: in the ledger, bought once, one question spoiling no other."""

from dataclasses import replace

from gradient.calibration.stage import CalibrateStage
from gradient.providers import registry
from gradient.store.sessions import Database
from tests.providers.loopback import Fault, Loopback
from tests.providers.played import Played, played
from tests.recall.small_course import (
    NOW,
    SmallCourse,
    calibrate_stage,
    due,
    embed_stage,
    recall_stage,
    tags_stage,
    work_off,
)

SENTENCES = ("A loss is made small.", "The kernel slides.")


async def asked(database: Database, course: SmallCourse) -> None:
    chunk = course.chunk(course.source("vision/01.md"), " ".join(SENTENCES))
    for title in ("Loss", "Kernel"):
        course.topic(title)
    for sentence in SENTENCES:
        course.content(sentence, chunk)
    for stage in (embed_stage(), recall_stage(), tags_stage()):
        await work_off(database, stage, course)


async def worked(database: Database, course: SmallCourse, plays: Played) -> list[str]:
    scorer = registry.scorer(plays.setting, {}, "", plays.access)
    async with registry.closing(scorer):
        stage = CalibrateStage(scorer, embed_stage().space, clock=lambda: NOW)
        return sorted((await work_off(database, stage, course)).values())


async def test_each_question_is_one_call_that_is_booked_and_not_made_again(
    database: Database, course: SmallCourse
) -> None:
    await asked(database, course)
    with played("ollama") as plays:
        assert await worked(database, course, plays) == ["done", "done"]
        assert await worked(database, course, plays) == []
        assert plays.count() == 2
    judged = dict(course.all("SELECT round(raw_confidence::numeric, 2)::float, scorer FROM judgements"))
    # .80 against .15 where the loss is named, .10 against .80 where it is not.
    assert judged == {0.84: plays.setting, 0.11: plays.setting}
    booked = course.all("SELECT role, stage, provider, ended, usd::float FROM calls")
    assert booked == [("score", "calibrate", "ollama", "done", 0.0)] * 2


async def test_a_question_that_is_not_taken_is_parked_beside_the_others(
    database: Database, course: SmallCourse
) -> None:
    await asked(database, course)
    with played("ollama") as plays:
        assert isinstance(plays.server, Loopback)
        plays.server.faults.append(Fault(400, said="not this"))
        assert await worked(database, course, plays) == ["done", "parked"]
    assert course.one("SELECT count(*) FROM judgements") == 1


async def test_a_question_that_gets_no_answer_just_now_is_asked_again_and_holds_up_no_other(
    database: Database, course: SmallCourse
) -> None:
    await asked(database, course)
    with played("ollama") as plays:
        assert isinstance(plays.server, Loopback)
        # The first question at each of its tries.
        plays.server.faults.append(Fault(503, times=4))
        one_by_one = replace(plays.access, at_once={"ollama": 1}, rooms={})
        assert await worked(database, course, replace(plays, access=one_by_one)) == ["done", "failed"]
    assert course.one("SELECT count(*) FROM judgements") == 1


async def test_another_scorer_that_is_paid_for_buys_nothing_unasked(
    database: Database, course: SmallCourse
) -> None:
    await asked(database, course)
    await work_off(database, calibrate_stage(), course)
    with played("ollama") as plays:
        scorer = registry.scorer(plays.setting, {}, "", plays.access)
        stage = CalibrateStage(scorer, embed_stage().space, clock=lambda: NOW)
        assert await due(database, stage, course) == []


async def test_a_scorer_is_shown_what_does_not_belong_and_a_narrower_topic_asks_nothing_again(
    database: Database, course: SmallCourse
) -> None:
    await asked(database, course)
    loss, kernel = (course.one("SELECT id FROM topics WHERE title = %s", one) for one in ("Loss", "Kernel"))
    course.topic("Hinge loss")
    course.prerequisite(loss, kernel)
    with played("ollama") as plays:
        assert isinstance(plays.server, Loopback)
        await worked(database, course, plays)
        shown = [str(body) for _, body in plays.server.requests]
        assert sum("topic of its own: Hinge loss." in one for one in shown) == 2
        course.topic("Logistic loss")
        assert await worked(database, course, plays) == []
