"""What another map does to statuses is said, with the map as its cause."""

import json

from gradient.store import maps
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse

SURE = 1.0
COLDER = {"kind": "temperature", "temperature": 4.0}


def told(course: SettledCourse) -> list[tuple[str, str, str]]:
    """What was said of changes of statuses."""
    return course.all("SELECT kind, what, cause FROM changes WHERE what LIKE '%%became%%' ORDER BY id")


async def put(course: SettledCourse, database: Database, task: str) -> int:
    """A map that makes confidences of the offline scorer duller; its id."""
    values = {
        "task": task, "scorer": "offline", "scorer_version": "1", "kind": "temperature",
        "parameters": json.dumps(COLDER), "digest": "d", "newest_decision": 0, "decisions": 55,
        "reason": "", "brier_raw": None, "brier": None, "ece_raw": None, "ece": None,
    }  # fmt: skip
    async with database.transaction() as connection:
        return await maps.put(connection, values, [], course.now)


async def test_what_a_map_did_is_told_as_a_whole_and_it_is_the_cause(
    course: SettledCourse, database: Database
) -> None:
    first, then, last = (course.topic(name) for name in ("Loss", "Gradient", "Descent"))
    course.edge(first, then, SURE)
    course.edge(then, last, SURE)
    await course.settle(database)
    fitted = await put(course, database, "prerequisite")

    await course.settle(database)

    by = "the map fitted to 55 decisions"
    assert told(course) == [
        ("notice", "A map fitted to 55 decisions: 2 prerequisites accepted became review.", by),
        ("prerequisite", "Gradient → Descent: accepted became review.", by),
        ("prerequisite", "Loss → Gradient: accepted became review.", by),
    ]

    async with database.transaction() as connection:
        (one,) = await maps.every(connection)
        assert one["id"] == fitted
        await maps.withdraw(connection, one, course.now)
    await course.settle(database)

    back = "the undo of the map fitted to 55 decisions"
    assert told(course)[3] == (
        "notice",
        "The undo of the map fitted to 55 decisions: 2 prerequisites review became accepted.",
        back,
    )
    assert {cause for _, _, cause in told(course)[3:]} == {back}


async def test_what_a_new_judgement_did_is_no_work_of_a_map(
    course: SettledCourse, database: Database
) -> None:
    question = course.edge(course.topic("Loss"), course.topic("Gradient"), SURE)
    await course.settle(database)
    await put(course, database, "tag")
    course.judge(question, -0.1)

    await course.settle(database)

    ((kind, _, cause),) = told(course)
    assert (kind, cause[:10]) == ("prerequisite", "Confidence")
