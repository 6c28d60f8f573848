"""Enough decided prerequisites of a course are evidence for the others."""

from itertools import permutations

from gradient.calibration.decided.fitting import FEWEST
from gradient.store import prerequisites
from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse, calibrate_stage, embed_stage, work_off

TITLES = (
    "Number", "Addition", "Subtraction", "Multiplication", "Division", "Fraction", "Equation", "Function",
    "Derivative", "Integral", "Differential equation", "Dynamical system",
)  # fmt: skip


async def learned(database: Database, course: SmallCourse, left_open: int) -> list[tuple[bool, float]]:
    """What is learnt of the pairs that nobody decided, and whether they are right."""
    topics = [course.topic(title) for title in TITLES]
    right = {pair: topics.index(pair[0]) < topics.index(pair[1]) for pair in permutations(topics, 2)}
    groups = sorted(
        {tuple(sorted(pair)) for pair in right}, key=lambda pair: (pair[0] * 7 + pair[1] * 3) % 11
    )
    undecided = set(groups[:left_open])
    for pair, holds in right.items():
        course.prerequisite(*pair)
        if tuple(sorted(pair)) not in undecided:
            course.decide(course.question("prerequisite", *pair), "accept" if holds else "reject")
    await work_off(database, embed_stage(), course)
    await work_off(database, calibrate_stage(), course)
    found = course.all(
        "SELECT subject_id, object_id, (evidence -> 'features' ->> 'learned')::float8,"
        " (evidence -> 'parts' ->> 'learned')::float8"
        " FROM judgements JOIN questions ON questions.id = question_id"
    )
    assert len(found) == len(right)
    assert all(feature == part for _, _, feature, part in found)
    return [
        (right[subject, other], feature)
        for subject, other, feature, _ in found
        if tuple(sorted((subject, other))) in undecided
    ]


async def test_decided_prerequisites_speak_for_and_against_others(
    database: Database, course: SmallCourse
) -> None:
    found = await learned(database, course, left_open=12)
    means = {
        holds: sum(value for right, value in found if right is holds) / len(found) * 2
        for holds in (True, False)
    }
    assert means[True] > 0 > means[False]
    async with database.transaction() as connection:
        decided = await prerequisites.decided(connection, course.id)
    assert len(decided) == 12 * 11 - 24
    assert sum(holds for _, _, holds in decided) * 2 == len(decided)


async def test_too_few_decided_prerequisites_say_nothing(database: Database, course: SmallCourse) -> None:
    found = await learned(database, course, left_open=17)
    assert FEWEST > 12 * 11 - 2 * 17
    assert {value for _, value in found} == {0.0}
