import pytest

from gradient.store import contents, sources
from gradient.store.sessions import Database
from tests.outline.outlined_course import BACKPROPAGATION, DESCENT, NETWORKS, OutlinedCourse

OUTLINE = """
- Optimisation
  - Gradient descent (aliases: steepest descent)
    - Stochastic gradient descent (requires: chain rule)
- Calculus
  - Chain rule
- Hardware
"""
STATED = [
    "Calculus",
    "Chain rule",
    "Gradient descent",
    "Hardware",
    "Optimisation",
    "Stochastic gradient descent",
]


def lectures(course: OutlinedCourse) -> None:
    for position, file in enumerate((BACKPROPAGATION, DESCENT, NETWORKS)):
        course.file(*file, position=position)


def prerequisites(course: OutlinedCourse) -> list[tuple[str, str, str, int | None]]:
    return [
        (first, then, origin, group)
        for first, then, origin, group in course.all(
            "SELECT first.slug, needs.slug, prerequisites.origin, alternative_group FROM prerequisites"
            " JOIN topics AS first ON first.id = subject_id JOIN topics AS needs ON needs.id = object_id"
            " ORDER BY 1, 2"
        )
    ]


async def test_an_outline_gives_gold_topics_with_their_places(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.outline_file(OUTLINE)

    await course.outline(database)

    assert course.titles() == STATED
    assert course.all(
        "SELECT topics.slug, parent.slug, topics.position, topics.origin FROM topics"
        " LEFT JOIN topics AS parent ON parent.id = topics.parent_id ORDER BY topics.slug"
    ) == [
        ("calculus", None, 2, "outline"),
        ("chain-rule", "calculus", 1, "outline"),
        ("gradient-descent", "optimisation", 1, "outline"),
        ("hardware", None, 3, "outline"),
        ("optimisation", None, 1, "outline"),
        ("stochastic-gradient-descent", "gradient-descent", 1, "outline"),
    ]
    assert prerequisites(course) == [("chain-rule", "stochastic-gradient-descent", "outline", None)]


async def test_a_stated_topic_is_looked_for_however_little_speaks_for_it(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.file("lectures/04.md", "Functions", "A field is a ring in which every element has an inverse.")
    await course.outline(database)
    assert "Field" not in course.titles()
    course.outline_file("- Algebra\n  - Field\n  - Tensor\n")

    await course.outline(database)

    stated = "SELECT title, summary <> '' FROM topics WHERE origin = 'outline' ORDER BY title"
    assert course.all(stated) == [("Algebra", False), ("Field", True), ("Tensor", False)]


async def test_a_stated_topic_has_what_was_found_of_it(course: OutlinedCourse, database: Database) -> None:
    lectures(course)
    course.outline_file(OUTLINE)

    await course.outline(database)

    aliases = {title: names for title, _, names in course.topics()}
    assert aliases["Gradient descent"] == ["steepest descent"]
    assert aliases["Stochastic gradient descent"] == ["SGD"]
    assert course.one("SELECT summary FROM topics WHERE slug = 'chain-rule'") == BACKPROPAGATION[4]
    assert course.one("SELECT first_taught_chunk_id FROM topics WHERE slug = 'hardware'") is None


@pytest.mark.parametrize("first", ["outline", "lectures"])
async def test_an_outline_closes_the_course_whichever_came_first(
    course: OutlinedCourse, database: Database, first: str
) -> None:
    if first == "outline":
        course.outline_file(OUTLINE)
    else:
        lectures(course)
    await course.outline(database)
    if first == "outline":
        lectures(course)
    else:
        assert "Learning rate" in course.titles()
        course.outline_file(OUTLINE)

    await course.outline(database)

    assert course.titles() == STATED
    assert await course.outline(database) == []


@pytest.mark.parametrize("first", ["outline", "lectures"])
async def test_in_an_open_course_extraction_proposes(
    course: OutlinedCourse, database: Database, first: str
) -> None:
    course.one("UPDATE courses SET outline_open = true")
    for put in (course.outline_file, lectures) if first == "outline" else (lectures, course.outline_file):
        if put == lectures:
            lectures(course)
        else:
            course.outline_file(OUTLINE)
        await course.outline(database)

    proposed = [title for title, state, _ in course.topics() if state == "proposed"]
    assert [title for title, state, _ in course.topics() if state == "active"] == STATED
    assert proposed == ["Backpropagation", "Learning rate", "Neural network"]
    assert course.all("SELECT natural_key FROM questions WHERE task = 'proposal' ORDER BY 1") == [
        ("proposal|backpropagation",),
        ("proposal|learning-rate",),
        ("proposal|neural-network",),
    ]


async def test_a_course_that_says_closed_makes_no_topics_without_an_outline(
    course: OutlinedCourse, database: Database
) -> None:
    course.one("UPDATE courses SET outline_open = false")
    lectures(course)

    await course.outline(database)

    assert course.titles() == []


async def test_a_line_that_is_dropped_loses_its_gold_and_no_decision(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.outline_file(OUTLINE)
    await course.outline(database)
    hardware = course.topic_id("hardware")
    course.one("UPDATE topics SET state_by = 'person' WHERE slug = 'calculus'")

    course.outline_file(
        "- Optimisation\n  - Gradient descent\n  - Stochastic gradient descent\n- Backpropagation"
    )
    await course.outline(database)

    assert course.titles() == [
        "Backpropagation", "Calculus", "Gradient descent", "Optimisation", "Stochastic gradient descent",
    ]  # fmt: skip
    assert course.one("SELECT state FROM topics WHERE id = %s", hardware) == "retired"
    assert prerequisites(course) == [("chain-rule", "stochastic-gradient-descent", "pick", None)]

    course.outline_file(OUTLINE)
    await course.outline(database)
    assert course.titles() == STATED
    assert course.topic_id("hardware") == hardware


async def test_alternatives_share_a_group_and_what_is_needed_has_none(
    course: OutlinedCourse, database: Database
) -> None:
    course.outline_file(
        "- A\n- B\n- C\n- D (requires: A or B) (requires: C)\n- E (requires: A or B) (requires: C or D)\n"
        "- F (requires: Z >> Y)\n- Z\n  - Y\n- X\n  - Y"
    )
    (finished,) = await course.outline(database)

    assert finished.reason is None
    found = prerequisites(course)
    groups = {(first, then): group for first, then, _, group in found}
    assert groups["a", "d"] == groups["b", "d"] is not None
    assert groups["c", "d"] is None
    assert groups["a", "e"] == groups["b", "e"] != groups["c", "e"] == groups["d", "e"]
    y = course.one(
        "SELECT child.slug FROM topics AS child JOIN topics AS z ON z.id = child.parent_id WHERE z.slug = 'z'"
    )
    assert (y, "f") in groups
    assert len(course.titles()) == 10
    before = course.versions(("topics", "topic_names", "prerequisites"))
    course.one("DELETE FROM outcomes WHERE stage = 'outline'")
    await course.outline(database)
    assert course.versions(("topics", "topic_names", "prerequisites")) == before


async def test_an_outline_yields_no_contents(course: OutlinedCourse, database: Database) -> None:
    course.outline_file(OUTLINE)
    course.chunk(course.one("SELECT id FROM sources"), "Gradient descent is a method.")

    await course.outline(database)

    assert course.all("SELECT 1 FROM contents") == []


async def test_a_malformed_outline_is_told_and_stops_nothing_else(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.outline_file("{", "topics/broken.json")

    (finished,) = await course.outline(database)

    assert finished.outcome == "parked"
    assert finished.reason is not None
    assert finished.reason.startswith("topics/broken.json")
    assert "Learning rate" in course.titles()
    assert course.all("SELECT outcome FROM outcomes WHERE stage = 'outline'") == [("parked",)]
    assert await course.outline(database) == []


async def test_what_a_file_stated_stays_while_it_is_malformed(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.outline_file(
        '{"course": "vision", "nodes": [{"path": ["Hardware"], "requires": ["Calculus"]}]}',
        "topics/more.json",
    )
    course.outline_file(OUTLINE.replace("- Hardware", ""))
    await course.outline(database)
    before = course.topics(), prerequisites(course)
    assert "Hardware" in course.titles()
    assert ("calculus", "hardware", "outline", None) in before[1]

    course.outline_file("{", "topics/more.json")
    (finished,) = await course.outline(database)

    assert finished.outcome == "parked"
    assert (course.topics(), prerequisites(course)) == before


PLACES = """
SELECT topics.slug, parent.slug, topics.position, topics.origin, topics.summary FROM topics
  LEFT JOIN topics AS parent ON parent.id = topics.parent_id
 WHERE topics.state = 'active' ORDER BY topics.slug
"""


@pytest.mark.parametrize("others", ["", "- Optimisation\n- Hardware"])
async def test_a_malformed_edit_takes_nothing_away_that_the_good_file_stated(
    course: OutlinedCourse, database: Database, others: str
) -> None:
    lectures(course)
    if others:
        course.outline_file(others, "topics/others.md")
    course.outline_file(OUTLINE)
    await course.outline(database)
    before = course.topics(), course.all(PLACES), prerequisites(course)

    for text in (f"{OUTLINE}- Hardware\n", f"- \n{OUTLINE}- Hardware"):
        course.outline_file(text)
        (finished,) = await course.outline(database)
        assert finished.outcome == "parked"
        assert (course.topics(), course.all(PLACES), prerequisites(course)) == before
    course.outline_file(OUTLINE.replace(" (aliases: steepest descent)", ""))
    await course.outline(database)
    assert ("Gradient descent", "active", []) in course.topics()


async def test_an_outline_that_cannot_be_taken_is_listed_with_its_reason(
    course: OutlinedCourse, database: Database
) -> None:
    course.outline_file("- Trees", "topics/good.md")
    course.outline_file("{", "topics/broken.json")
    course.one("UPDATE sources SET current_revision_id = live_revision_id")
    course.one(
        "INSERT INTO outcomes (stage, kind, unit_id, course_id, unit_key, outcome, input_hash, tool, at)"
        " SELECT 'read', 'revision', current_revision_id, course_id, path, 'done', '', '', now() FROM sources"
    )
    (finished,) = await course.outline(database)

    async with database.transaction() as connection:
        listed = {one["path"]: (one["state"], one["reason"]) for one in await sources.listing(connection)}

    assert listed == {"topics/good.md": ("read", None), "topics/broken.json": ("parked", finished.reason)}


async def test_a_prerequisite_that_names_no_topic_is_told(course: OutlinedCourse, database: Database) -> None:
    course.outline_file("- Loss (requires: Chain rul)\n- Chain rule")

    (finished,) = await course.outline(database)

    assert (finished.outcome, finished.reason) == (
        "parked",
        "The outline says that “Loss” needs “Chain rul”, which is no topic of the course; name one.",
    )
    assert course.titles() == ["Chain rule", "Loss"]


async def test_two_files_may_state_parts_of_one_outline(course: OutlinedCourse, database: Database) -> None:
    course.outline_file("- Optimisation\n  - Gradient descent (GD)", "topics/a.md")
    course.outline_file(
        "- Optimisation\n  - Momentum\n  - Gradient descent (aliases: descent)", "topics/b.md"
    )

    await course.outline(database)

    assert course.topics() == [
        ("Gradient descent", "active", ["GD", "descent"]),
        ("Momentum", "active", []),
        ("Optimisation", "active", []),
    ]


async def test_contents_that_nothing_supports_are_retired_and_come_back(
    course: OutlinedCourse, database: Database
) -> None:
    source = course.file(*DESCENT, position=1)
    await course.outline(database)
    ids = course.all("SELECT id, retired_at FROM contents ORDER BY id")

    course.retire(source)
    async with database.transaction() as connection:
        await contents.refresh_life(connection, course.id, course.now)
    assert course.all("SELECT id, retired_at FROM contents ORDER BY id") == [
        (row[0], course.now) for row in ids
    ]
    course.bring_back(source)
    async with database.transaction() as connection:
        await contents.refresh_life(connection, course.id, course.now)

    assert course.all("SELECT id, retired_at FROM contents ORDER BY id") == ids


@pytest.mark.parametrize("third", ["A", "A or D", "Alpha", "Letters >> A"])
async def test_an_outline_that_states_a_circle_is_told_and_the_step_that_closes_it_left_out(
    course: OutlinedCourse, database: Database, third: str
) -> None:
    course.outline_file(
        f"- Letters\n  - B (requires: {third})\n  - C (requires: B)\n  - A (aliases: Alpha) (requires: C)\n"
        "  - D"
    )

    (finished,) = await course.outline(database)

    assert finished.outcome == "parked"
    assert finished.reason == (
        "The outline says that “A” needs “C”, which closes the circle C → A → B → C; take a step of it out."
    )
    assert {(first, then) for first, then, *_ in prerequisites(course)} - {("d", "b")} == {
        ("a", "b"),
        ("b", "c"),
    }
    course.outline_file("- Letters\n  - B\n  - C (requires: B)\n  - A (requires: C)\n  - D")
    (finished,) = await course.outline(database)
    assert finished.outcome == "done"
    assert ("c", "a", "outline", None) in prerequisites(course)


async def test_the_definition_says_what_belongs_and_what_does_not(
    course: OutlinedCourse, database: Database
) -> None:
    lectures(course)
    course.outline_file("- Hardware\n  - summary: machines that compute\n  - not: their prices\n- Calculus\n")
    await course.outline(database)
    assert course.all("SELECT slug, summary, definition FROM topics ORDER BY slug") == [
        ("calculus", "", ""),
        ("hardware", "machines that compute", "machines that compute Not: their prices"),
    ]
