"""Maps are fitted on what people answered, stored with it, put in force, and taken back."""

import itertools
import math
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from gradient.acceptance.decided_draws import decided_draws
from gradient.calibration.refit import Fit, MapFitting, is_due, refit, take_back
from gradient.providers.confidence import ConfidenceMap
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse
from tests.calibration.answered import SOURCES, Given, answer, answered, questions, with_salt


@pytest.fixture
def course(database_url: str) -> SettledCourse:
    """An empty course with its settle stage, where the same is drawn in every database."""
    return with_salt(SettledCourse(database_url))


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, open."""
    async with Database(database_url, connections=4) as opened:
        yield opened


async def fitted(database: Database, course: SettledCourse, *, due_alone: bool = True) -> list[Fit]:
    async with database.transaction() as connection:
        return await refit(connection, course.now, due_alone=due_alone)


async def due(database: Database) -> bool:
    async with database.transaction() as connection:
        return await is_due(connection)


def maps(course: SettledCourse) -> list[tuple[Any, ...]]:
    return course.all("SELECT kind, decisions, active FROM maps ORDER BY id")


async def test_it_is_time_with_25_decisions_and_with_each_25_more(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(24))
    assert not await due(database)
    answered(course, [24])
    assert await due(database)

    (one,) = await fitted(database, course)

    assert (one.scale, one.chosen.map.kind, one.in_force) == (("tag", "offline", "1"), "temperature", True)
    assert maps(course) == [("temperature", 25, True)]
    assert not await due(database)
    answered(course, range(25, 49))
    assert not await due(database)
    answered(course, [49])
    assert await due(database)
    await fitted(database, course)
    assert maps(course) == [("temperature", 25, False), ("temperature", 50, True)]


async def test_a_kind_that_became_possible_does_not_wait_for_25_more(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(90))
    await fitted(database, course)
    answered(course, range(90, 99))
    assert not await due(database)
    answered(course, [99])
    assert await due(database)


async def test_a_second_fit_of_the_same_decisions_writes_nothing(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(30))
    await fitted(database, course)
    before = course.versions(("map_decisions",)), maps(course)

    (again,) = await fitted(database, course, due_alone=False)

    assert not again.in_force
    assert (course.versions(("map_decisions",)), maps(course)) == before


async def test_what_was_fitted_is_stored_with_what_it_stands_on(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(30))
    (fit,) = await fitted(database, course)

    ((text, reason, raw, brier, ece_raw, ece, newest),) = course.all(
        "SELECT parameters, reason, brier_raw, brier, ece_raw, ece, newest_decision FROM maps"
    )

    assert ConfidenceMap.from_json(text) == fit.chosen.map
    assert reason == fit.chosen.reason
    assert 0 < brier < raw
    assert 0 < ece < ece_raw
    assert [newest] == [one for (one,) in course.all("SELECT max(id) FROM decisions")]
    stands_on = course.all("SELECT decision_id FROM map_decisions ORDER BY 1")
    assert stands_on == course.all("SELECT id FROM decisions ORDER BY 1")


@pytest.mark.parametrize(
    "kind",
    [
        {"details": '{"copied_from": 1}'},
        {"details": '{"changed_from": 1}'},
        {"confidence": None},
    ],
    ids=["copies", "what a change put in its place", "what nobody asked"],
)
async def test_these_are_no_labels(course: SettledCourse, database: Database, kind: dict[str, Any]) -> None:
    answered(course, range(24))
    answered(course, range(24, 40), **kind)

    assert not await due(database)


async def test_what_was_put_off_or_taken_back_is_no_label_and_an_answer_counts_once(
    course: SettledCourse, database: Database
) -> None:
    given = answered(course, range(24))
    answer(course, questions(course, range(24, 30)), act="later")
    answer(course, given)
    ((taken, _),) = answered(course, [30])
    course.one(
        "INSERT INTO decisions (course_id, question_id, act, person, undoes, at)"
        " SELECT course_id, question_id, 'undo', 'Ada', id, at FROM decisions WHERE question_id = %s",
        taken,
    )
    assert not await due(database)
    assert await fitted(database, course, due_alone=False) != []
    assert maps(course) == []

    answered(course, [31])
    assert await due(database)


def take_answers_back(course: SettledCourse, given: Given) -> None:
    course.one(
        "INSERT INTO decisions (course_id, question_id, act, person, undoes, at)"
        " SELECT course_id, question_id, 'undo', 'Ada', id, at FROM decisions WHERE question_id = ANY(%s)",
        [question for question, _ in given],
    )


async def test_answers_taken_back_are_news_as_new_ones_are(course: SettledCourse, database: Database) -> None:
    given = answered(course, range(70))
    await fitted(database, course)
    take_answers_back(course, given[:24])
    answer(course, given[:4])
    assert not await due(database)
    take_answers_back(course, given[24:25])
    assert await due(database)

    await fitted(database, course)

    assert maps(course) == [("temperature", 70, False), ("temperature", 49, True)]
    assert not await due(database)


@pytest.mark.parametrize("left", [0, 1, 24])
async def test_a_map_whose_answers_are_gone_or_too_few_gives_way_to_raw_and_may_come_again(
    course: SettledCourse, database: Database, left: int
) -> None:
    given = answered(course, range(30))
    await fitted(database, course)
    take_answers_back(course, given[left:])
    assert await due(database)

    (fit,) = await fitted(database, course)

    assert (fit.in_force, fit.chosen.reason) == (True, f"A map needs 25 decisions, and there are {left}.")
    assert maps(course) == [("temperature", 30, False), ("raw", left, True)]
    assert not await due(database)
    (again,) = await fitted(database, course, due_alone=False)
    assert not again.in_force
    async with database.transaction() as connection:
        taken = await take_back(connection, course.now)
    assert taken is not None
    assert maps(course) == [("temperature", 30, True), ("raw", left, False)]


async def test_a_map_holds_where_25_of_its_answers_are_left(
    course: SettledCourse, database: Database
) -> None:
    given = answered(course, range(30))
    await fitted(database, course)
    take_answers_back(course, given[25:])
    assert not await due(database)


async def test_imported_outlines_are_no_labels(course: SettledCourse, database: Database) -> None:
    topics = [course.topic(f"Topic {number}") for number in range(27)]
    for first, then in itertools.pairwise(topics):
        course.edge(first, then, 1.0, origin="outline")

    assert not await due(database)


async def test_retired_and_forgotten_rows_still_calibrate(course: SettledCourse, database: Database) -> None:
    answered(course, range(30))
    course.one("UPDATE sources SET retired_at = now()")
    course.one("UPDATE contents SET retired_at = now()")
    assert await due(database)
    course.one("DELETE FROM contents")
    course.one("UPDATE questions SET natural_key = 'forgotten|' || id")

    (fit,) = await fitted(database, course)

    assert fit.chosen.decisions == 30


async def test_a_draw_weighs_by_its_stored_probability(course: SettledCourse, database: Database) -> None:
    given = questions(course, range(80))
    answer(course, given[::8], draw="audit", share=0.05)
    answer(course, [one for number, one in enumerate(given) if number % 8])
    (with_draws,) = await fitted(database, course)
    course.one("UPDATE decisions SET draw_probability = 1 WHERE draw IS NOT NULL")

    (without,) = await fitted(database, course, due_alone=False)

    assert with_draws.kept_out == without.kept_out
    assert without.in_force
    assert with_draws.chosen.map != without.chosen.map


async def test_half_of_the_draws_are_kept_out_and_certify(course: SettledCourse, database: Database) -> None:
    answered(course, range(60), draw="uniform", share=0.05)

    (fit,) = await fitted(database, course)

    assert fit.chosen.decisions == 60 - fit.kept_out
    assert 18 <= fit.kept_out <= 42
    async with database.transaction() as connection:
        draws = (await decided_draws(connection, course.id))["tag"]
    assert sum(not one.draw.fitted for one in draws) == fit.kept_out
    later = course.all("SELECT decision_id FROM map_decisions")
    answered(course, range(60, 100), draw="uniform", share=0.05)
    await fitted(database, course)
    assert set(later) <= set(course.all("SELECT decision_id FROM map_decisions"))


async def test_nothing_of_a_source_fits_the_map_that_a_draw_of_it_certifies(
    course: SettledCourse, database: Database
) -> None:
    given = questions(course, range(120))
    answer(course, given[::4], draw="uniform", share=0.05)
    answer(course, [one for number, one in enumerate(given) if number % 4])

    (fit,) = await fitted(database, course)

    source = {question: number % SOURCES for number, (question, _) in enumerate(given)}
    of_map = course.all("SELECT question_id FROM map_decisions JOIN decisions ON decisions.id = decision_id")
    learnt_from = {source[question] for (question,) in of_map}
    assert len(of_map) == fit.chosen.decisions == 120 - fit.kept_out
    assert learnt_from < {*range(SOURCES)}
    async with database.transaction() as connection:
        draws = (await decided_draws(connection, course.id))["tag"]
    asked = {one: question for question, one in course.all("SELECT question_id, id FROM decisions")}
    certifying = [source[asked[one.row["decision_id"]]] for one in draws if one.draw.speaks]
    assert len(certifying) >= 10
    assert learnt_from.isdisjoint(certifying)
    # A later answer about a source that certifies is not learnt from either, once there is another fit.
    (more,) = [number for number in range(120, 127) if number % SOURCES == certifying[0]]
    answered(course, [more])
    (again,) = await fitted(database, course, due_alone=False)
    assert again.kept_out == fit.kept_out + 1


async def test_in_a_course_of_one_source_contents_are_kept_out(
    course: SettledCourse, database: Database
) -> None:
    answered(course, [number * SOURCES for number in range(80)], draw="uniform", share=0.05)

    (fit,) = await fitted(database, course)

    assert fit.chosen.map.kind == "temperature"
    assert 25 <= fit.kept_out <= 55
    async with database.transaction() as connection:
        draws = (await decided_draws(connection, course.id))["tag"]
    assert sum(one.draw.speaks for one in draws) == fit.kept_out


async def test_the_other_direction_of_a_draw_that_certifies_fits_no_map(
    course: SettledCourse, database: Database
) -> None:
    topics = [course.topic(f"Topic {number}") for number in range(10)]
    pairs = [(first, then) for first in topics for then in topics if first < then]
    forth = [(course.edge(*pair, 4.0 + number % 3), number % 4 > 0) for number, pair in enumerate(pairs)]
    back = [
        (course.edge(*pair[::-1], -4.0 - number % 3), number % 4 == 0) for number, pair in enumerate(pairs)
    ]
    answer(course, forth, draw="uniform", share=0.05)
    answer(course, back)

    (fit,) = await fitted(database, course)

    of_map = course.all("SELECT question_id FROM map_decisions JOIN decisions ON decisions.id = decision_id")
    learnt_from = {one for (one,) in of_map}
    assert 0 < fit.kept_out == 2 * len(pairs) - len(learnt_from)
    for (one, _), (other, _) in zip(forth, back, strict=True):
        assert (one in learnt_from) == (other in learnt_from)


async def test_both_directions_of_a_pair_are_kept_out_together(
    course: SettledCourse, database: Database
) -> None:
    topics = [course.topic(f"Topic {number}") for number in range(9)]
    pairs = [(first, then) for first in topics for then in topics if first != then]
    given = [(course.edge(*pair, float(pair[0] - pair[1])), pair[0] < pair[1]) for pair in pairs]
    answer(course, given, draw="uniform", share=0.05)

    await fitted(database, course)

    found = course.all(
        "SELECT least(subject_id, object_id), greatest(subject_id, object_id) FROM map_decisions"
        " JOIN decisions ON decisions.id = decision_id JOIN questions ON questions.id = question_id"
    )
    assert 0 < len(found) < len(pairs)
    assert all(found.count(pair) == 2 for pair in found)


async def test_each_task_and_each_version_of_a_scorer_has_its_own_map(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(30))
    await fitted(database, course)
    course.one("UPDATE judgements SET prompt_version = '2'")
    assert await due(database)

    await fitted(database, course)

    assert course.all("SELECT scorer_version, active FROM maps ORDER BY id") == [("1", True), ("2", True)]


async def test_where_no_kind_is_better_raw_is_in_force_and_says_why(
    course: SettledCourse, database: Database
) -> None:
    answer(course, questions(course, range(30)), act="accept")

    (fit,) = await fitted(database, course)

    assert not fit.in_force
    assert fit.chosen.reason.startswith("All 30 decisions accepted")
    assert maps(course) == [("raw", 30, True)]
    assert course.all("SELECT * FROM map_decisions") == []
    assert not await due(database)
    async with database.transaction() as connection:
        assert await take_back(connection, course.now) is None


async def test_settle_goes_by_the_map_and_decisions_stay(course: SettledCourse, database: Database) -> None:
    asked = [question for question, _ in answered(course, range(40))]
    topic = course.topic("Loss")
    course.pick(course.fact("It is open."), topic, 1.5)
    assert await course.run(database)
    confidence = "SELECT confidence FROM tags WHERE topic_id = %s"
    decided = "SELECT question_id, status FROM tags WHERE question_id = ANY(%s) ORDER BY question_id"
    ((raw,),) = course.all(confidence, topic)
    before = course.all(decided, asked)

    (fit,) = await fitted(database, course)

    assert await course.run(database)
    ((mapped,),) = course.all(confidence, topic)
    assert raw == pytest.approx(1 / (1 + math.exp(-1.5)))
    assert mapped == pytest.approx(fit.chosen.map.apply(1.5))
    assert mapped < raw - 0.1
    assert course.all(decided, asked) == before
    async with database.transaction() as connection:
        await take_back(connection, course.now)
    assert await course.run(database)
    assert course.all(confidence, topic) == [(raw,)]


async def test_a_map_is_taken_back_to_the_one_before_and_comes_again_when_asked_for(
    course: SettledCourse, database: Database
) -> None:
    answered(course, range(30))
    await fitted(database, course)
    answered(course, range(30, 60))
    await fitted(database, course)
    assert maps(course) == [("temperature", 30, False), ("temperature", 60, True)]

    async with database.transaction() as connection:
        taken = await take_back(connection, course.now)
    assert taken is not None
    assert (taken["decisions"], taken["instead"]["decisions"]) == (60, 30)
    assert maps(course) == [("temperature", 30, True), ("temperature", 60, False)]
    assert not await due(database)

    async with database.transaction() as connection:
        taken = await take_back(connection, course.now, "tag")
        assert taken is not None
        assert taken["instead"] is None
        assert await take_back(connection, course.now) is None
        assert await take_back(connection, course.now, "prerequisite") is None
    assert maps(course) == [("temperature", 30, False), ("temperature", 60, False)]

    (fit,) = await fitted(database, course, due_alone=False)
    assert fit.in_force
    assert maps(course) == [("temperature", 30, False), ("temperature", 60, True)]


async def test_the_daemon_looks_again_only_where_something_is_new(
    course: SettledCourse, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    async def look(connection: object) -> bool:
        looks.append(1)
        return await is_due(connection)  # type: ignore[arg-type]

    monkeypatch.setattr("gradient.calibration.refit.is_due", look)
    fitting = MapFitting()
    answered(course, range(24))
    async with database.transaction() as connection:
        assert not await fitting.is_due(connection)
        assert not await fitting.is_due(connection)
    assert len(looks) == 1
    answered(course, [24])
    async with database.transaction() as connection:
        assert await fitting.is_due(connection)
        assert await fitting.fit(connection, course.now)
        assert not await fitting.is_due(connection)
        assert not await fitting.fit(connection, course.now)


async def test_the_order_in_which_people_answered_does_not_matter(
    course: SettledCourse, database: Database
) -> None:
    given = questions(course, range(60))
    found = []
    for order in (given, given[::-1], given[::2] + given[1::2]):
        course.one("DELETE FROM maps")
        course.one("DELETE FROM decisions")
        answer(course, order, draw="uniform", share=0.05)
        await fitted(database, course)
        found.append(course.all("SELECT parameters, digest, brier, ece FROM maps"))
    assert len(found[0]) == 1
    assert found[0] == found[1] == found[2]
