"""A course that asks for a precision gets the lowest threshold that decided draws certify."""

import pytest

from gradient.acceptance.in_force import InForce, thresholds_in_force
from gradient.acceptance.thresholds import LabelledDraw, Thresholds, in_force
from gradient.providers.confidence import ConfidenceMap
from gradient.review.decisions import decide
from gradient.review.draws import DrawShares
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse

# The least number of draws, all right, whose bound reaches .9.
ENOUGH = 22


@pytest.fixture
def asking(course: SettledCourse) -> SettledCourse:
    """A course that asks for nine right ones of ten."""
    course.one("""UPDATE courses SET settings = '{"precision": 0.9}' WHERE id = %s""", course.id)
    return course


def decided(
    course: SettledCourse,
    count: int,
    *,
    odds: float = 1.0,
    act: str = "accept",
    draw: str | None = "uniform",
    threshold: float | None = None,
    details: str = "{}",
    map_ids: list[int] | None = None,
) -> list[int]:
    """So many decided tags of a topic of their own; the ids of their questions."""
    topic = course.topic(f"Topic {course.one('SELECT count(*) FROM topics')}")
    questions = [course.pick(course.fact(f"Fact {n} of topic {topic}."), topic, odds) for n in range(count)]
    for question in questions:
        course.one(
            "INSERT INTO decisions (course_id, question_id, act, person, draw, draw_probability, threshold,"
            " map_ids, details, at) VALUES (%s, %s, %s, 'Ada', %s, 0.05, %s, %s, %s, %s)",
            course.id, question, act, draw, threshold, map_ids, details, course.now,
        )  # fmt: skip
    return questions


async def force(course: SettledCourse, database: Database) -> InForce:
    async with database.transaction() as connection:
        return await thresholds_in_force(connection, course.id, Thresholds())


async def test_the_lowest_certified_threshold_is_in_force_and_the_reason_says_so(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, ENOUGH, odds=0.7)
    asking.pick(asking.fact("It is open."), asking.topic("Loss"), -0.5)

    await asking.settle(database)

    assert asking.statuses("tags")["It is open. → loss"] == ("accepted", "stage")
    reasons = [reason for (reason,) in asking.all("SELECT reason FROM tags WHERE by = 'stage'")]
    assert reasons == ["Confidence 0.378 reaches the threshold 0.100, certified for a precision of 0.9."]
    assert (await force(asking, database)).draws == {"tag": ENOUGH}


async def test_the_stated_threshold_holds_while_nothing_is_certified_and_the_reason_says_so(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, ENOUGH - 1)
    asking.pick(asking.fact("It is open."), asking.topic("Loss"), -0.5)

    await asking.settle(database)

    ((status, reason),) = asking.all("SELECT status, reason FROM tags WHERE by = 'stage'")
    assert status == "review"
    assert reason == (
        "Confidence 0.378 is between the floor 0.100 and the threshold 0.500, which is stated; none is"
        " certified for a precision of 0.9 yet."
    )


async def test_without_a_precision_the_stated_thresholds_hold_whatever_draws_say(
    course: SettledCourse, database: Database
) -> None:
    decided(course, ENOUGH)

    assert await force(course, database) == InForce(Thresholds(), None, {})


@pytest.mark.parametrize(
    "kind",
    [
        {"draw": None},
        {"details": '{"copied_from": 1}'},
        {"act": "later"},
        {"odds": None},
    ],
    ids=["what was not drawn", "copies", "what was put off", "what has no confidence"],
)
async def test_these_are_no_labels(asking: SettledCourse, database: Database, kind: dict[str, str]) -> None:
    decided(asking, ENOUGH, **kind)  # type: ignore[arg-type]

    assert (await force(asking, database)).draws == {}


async def test_an_answer_taken_back_is_no_label(asking: SettledCourse, database: Database) -> None:
    decided(asking, ENOUGH)
    asking.one(
        "INSERT INTO decisions (course_id, question_id, act, person, undoes, at)"
        " SELECT course_id, question_id, 'undo', 'Ada', id, at FROM decisions LIMIT 1"
    )

    assert (await force(asking, database)).draws == {"tag": ENOUGH - 1}


async def test_answers_about_what_is_retired_or_forgotten_still_count(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, ENOUGH)
    before = await force(asking, database)
    asking.one("UPDATE sources SET retired_at = now()")
    asking.one("UPDATE contents SET retired_at = now()")
    assert await force(asking, database) == before
    asking.one("DELETE FROM contents")
    assert await force(asking, database) == before


async def test_wrong_draws_certify_nothing(asking: SettledCourse, database: Database) -> None:
    decided(asking, ENOUGH, act="reject")

    assert (await force(asking, database)).thresholds.tag_accept == 0.5


async def test_audits_count_from_the_threshold_on_that_they_were_drawn_under(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, ENOUGH, draw="audit", threshold=0.6, map_ids=[])

    assert (await force(asking, database)).thresholds.tag_accept == 0.6


def mapped(course: SettledCourse, intercept: float) -> int:
    """A map in force, as if fitted on something else."""
    return int(
        course.one(
            "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, active)"
            " VALUES ('tag', 'offline', '1', 'bias', %s, 100, true) RETURNING id",
            ConfidenceMap("bias", slope=1.0, intercept=intercept).to_json(),
        )
    )


async def test_audits_say_nothing_about_what_a_map_has_lifted_since(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, 100, odds=0.85)
    decided(asking, 15, odds=-0.4)
    decided(asking, 15, odds=-0.4, act="reject")
    mapped(asking, 2.0)
    before = await force(asking, database)
    assert (before.thresholds.tag_accept, before.draws) == (0.85, {"tag": 130})

    decided(asking, 100, odds=0.85, draw="audit", threshold=0.5, map_ids=[])

    found = await force(asking, database)
    # What was accepted raw from .5 on has .88 by the map and more.
    assert found.thresholds.tag_accept == 0.85
    assert found.draws == {"tag": 230}


async def test_audits_under_the_map_in_force_count_and_unknown_ones_do_not(
    asking: SettledCourse, database: Database
) -> None:
    lifted = mapped(asking, 2.0)
    decided(asking, ENOUGH, odds=-1.0, draw="audit", threshold=0.6, map_ids=[lifted])
    assert (await force(asking, database)).thresholds.tag_accept == 0.6

    asking.one("UPDATE decisions SET map_ids = NULL")
    assert (await force(asking, database)).draws == {}


async def test_a_draw_is_no_label_where_anything_of_its_source_fitted_the_map(
    asking: SettledCourse, database: Database
) -> None:
    decided(asking, ENOUGH)
    (other,) = decided(asking, 1, draw=None)
    chunk = asking.chunk(asking.source("lectures/02.md"), "Of another lecture.")
    topic = asking.topic("Loss")
    fitted = mapped(asking, 0.0)
    fit_to = "INSERT INTO map_decisions SELECT %s, id FROM decisions WHERE question_id = %s"
    # As many as there are of the first lecture: the contents of one that most are about would stand apart.
    for number in range(ENOUGH + 1):
        content = asking.content(chunk, f"Of another lecture, {number}.")
        elsewhere = asking.pick(content, topic, 1.0)
        asking.decided(elsewhere, "accept")
        asking.one(fit_to, fitted, elsewhere)
    assert (await force(asking, database)).draws == {"tag": ENOUGH}
    # The decisions of another task are none about any source.
    asking.one("UPDATE maps SET task = 'prerequisite'")
    asking.one(fit_to, fitted, other)
    assert (await force(asking, database)).draws == {"tag": ENOUGH}
    asking.one("UPDATE maps SET task = 'tag'")
    assert (await force(asking, database)).draws == {}


async def test_an_audit_is_asked_with_the_maps_by_which_it_was_drawn(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url)
    course.stage = course.settling(shares=DrawShares(audit=1, uniform=0))
    question = course.pick(course.fact("It is sure."), course.topic("Loss"), 3.0)
    drawn = "SELECT draw, threshold, map_ids FROM review_items"
    await course.settle(database)
    assert course.all(drawn) == [("audit", 0.5, [])]

    by = mapped(course, 1.0)
    assert await course.run(database)
    assert course.all(drawn) == [("audit", 0.5, [by])]
    before = course.versions()
    await course.settle(database)
    assert course.versions() == before
    async with database.transaction() as connection:
        (item,) = course.all("SELECT id FROM review_items WHERE question_id = %s", question)
        await decide(connection, item[0], "accept", person="Ada", now=course.now)
    assert course.all("SELECT draw, threshold, map_ids FROM decisions") == [("audit", 0.5, [by])]


async def test_an_audit_says_nothing_about_a_later_judgement_a_uniform_draw_does(
    asking: SettledCourse, database: Database
) -> None:
    audited = decided(asking, ENOUGH, draw="audit", threshold=0.5, map_ids=[])
    drawn = decided(asking, 1)
    asking.move(days=1)
    for question in [*audited, *drawn]:
        asking.judge(question, 2.0)

    assert (await force(asking, database)).draws == {"tag": 1}


async def test_decisions_that_the_map_was_fitted_to_do_not_count(
    asking: SettledCourse, database: Database
) -> None:
    fitted = decided(asking, ENOUGH)
    by = mapped(asking, -2.0)
    assert (await force(asking, database)).draws == {"tag": ENOUGH}
    asking.one("INSERT INTO map_decisions SELECT %s, id FROM decisions", by)
    assert (await force(asking, database)).draws == {}

    for question in fitted:
        asking.decided(question, "accept")
    asking.one("UPDATE decisions SET draw = 'uniform', draw_probability = 0.05")
    assert (await force(asking, database)).draws == {}

    decided(asking, ENOUGH)
    assert (await force(asking, database)).draws == {"tag": ENOUGH}


async def test_draws_of_one_course_say_nothing_about_another(
    asking: SettledCourse, database: Database
) -> None:
    decided(SettledCourse(asking.url, "other"), ENOUGH)

    assert (await force(asking, database)).draws == {}


async def test_settle_is_due_with_each_new_label_and_with_another_precision(
    asking: SettledCourse, database: Database
) -> None:
    questions = decided(asking, 2)
    assert await asking.run(database)
    assert not await asking.run(database)

    asking.one("UPDATE decisions SET draw = NULL WHERE question_id = %s", questions[0])
    assert await asking.run(database)
    asking.one("UPDATE courses SET settings = '{}'")
    assert await asking.run(database)
    asking.one("UPDATE decisions SET draw = NULL")
    assert not await asking.run(database)


def test_a_threshold_certified_below_the_floor_holds_from_the_floor_on() -> None:
    draws = {"prerequisite": [LabelledDraw(0.9, True)] * ENOUGH}

    found = in_force(Thresholds(), 0.9, draws)

    assert (found.prerequisite_accept, found.prerequisite_floor) == (0.3, 0.3)
    assert found.tag_accept == 0.5
