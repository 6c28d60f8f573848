import itertools
from typing import Any

import pytest

from gradient.outline import curation
from gradient.outline.curation import Curator
from gradient.review.decisions import put_prerequisite
from gradient.store import decisions, topics
from gradient.store.sessions import Database
from tests.outline.outlined_course import BACKPROPAGATION, DESCENT, NETWORKS, OutlinedCourse

WRITTEN = ("topics", "topic_names", "questions", "changes", "contents", "groups", "topic_groups")
ALL = (BACKPROPAGATION, DESCENT, NETWORKS)


def put(course: OutlinedCourse, file: tuple[str, ...]) -> int:
    return course.file(*file, position=ALL.index(file))


async def whole(course: OutlinedCourse, database: Database) -> dict[str, int]:
    """The course with all its files; the sources by path."""
    sources = {file[0]: put(course, file) for file in ALL}
    await course.outline(database)
    return sources


async def curated(course: OutlinedCourse, database: Database, act: str, *given: Any, **more: Any) -> Any:
    async with database.transaction() as connection:
        curator = Curator(connection, course.id, course.slug, "Ada", course.now)
        named = [await topics.by_slug(connection, course.id, slug) for slug in given]
        done = getattr(curator, act)(
            *(topic or slug for topic, slug in zip(named, given, strict=True)), **more
        )
        return await done


async def test_topics_follow_from_the_mentions(course: OutlinedCourse, database: Database) -> None:
    await whole(course, database)

    assert course.topics() == [
        ("Backpropagation", "active", []),
        ("Chain rule", "active", []),
        ("Gradient descent", "active", []),
        ("Learning rate", "active", []),
        ("Neural network", "active", []),
        ("Stochastic gradient descent", "active", ["SGD"]),
    ]
    row = course.all(
        "SELECT topics.summary, topics.definition, chunks.text, parent.slug FROM topics"
        " JOIN chunks ON chunks.id = first_taught_chunk_id"
        " JOIN topics AS parent ON parent.id = topics.parent_id"
        " WHERE topics.slug = 'stochastic-gradient-descent'"
    )
    assert row == [(DESCENT[3], DESCENT[3], DESCENT[3], "gradient-descent")]


async def test_a_second_run_is_due_nowhere_and_writes_nothing(
    course: OutlinedCourse, database: Database
) -> None:
    await whole(course, database)
    before = course.versions(WRITTEN)

    assert await course.outline(database) == []
    course.one("DELETE FROM outcomes WHERE stage = 'outline'")
    assert len(await course.outline(database)) == 1

    assert course.versions(WRITTEN) == before


async def test_files_dropped_in_any_order_give_the_same_topics(database_url: str, database: Database) -> None:
    ends = set()
    for number, order in enumerate(itertools.permutations(ALL)):
        course = OutlinedCourse(database_url, f"course-{number}")
        for file in order:
            put(course, file)
            await course.outline(database)
        ends.add(str(course.topics()))

    assert len(ends) == 1


async def test_a_topic_that_nothing_names_goes_and_comes_back_as_the_same(
    course: OutlinedCourse, database: Database
) -> None:
    sources = await whole(course, database)
    topic = course.topic_id("learning-rate")

    course.retire(sources[DESCENT[0]])
    await course.outline(database)
    assert "Learning rate" not in course.titles()
    assert course.one("SELECT state FROM topics WHERE id = %s", topic) == "retired"
    assert "Learning rate is gone: nothing names it." in [
        row[0] for row in course.all("SELECT what FROM changes")
    ]
    assert course.one("SELECT count(*) FROM contents WHERE retired_at IS NOT NULL") == 4

    course.bring_back(sources[DESCENT[0]])
    await course.outline(database)
    assert course.one("SELECT state FROM topics WHERE id = %s", topic) == "active"
    assert course.one("SELECT count(*) FROM contents WHERE retired_at IS NOT NULL") == 0


async def test_the_slug_stays_when_the_title_changes(course: OutlinedCourse, database: Database) -> None:
    put(course, DESCENT)
    await course.outline(database)
    topic = course.topic_id("stochastic-gradient-descent")

    course.one(
        "UPDATE mentions SET surface = 'Sampled descent', key = 'sampled descent'"
        " WHERE key LIKE 'stochastic%%'"
    )
    course.one("UPDATE mentions SET expansion = 'Sampled descent' WHERE key = 'sgd'")
    await course.outline(database)

    assert course.all("SELECT slug, title FROM topics WHERE id = %s", topic) == [
        ("stochastic-gradient-descent", "Sampled descent")
    ]


async def test_a_title_that_a_person_gave_stays_whatever_the_files_say(
    course: OutlinedCourse, database: Database
) -> None:
    sources = await whole(course, database)
    await curated(course, database, "rename", "backpropagation", title="Backward pass")
    await course.outline(database)
    course.retire(sources[NETWORKS[0]])
    await course.outline(database)

    assert course.topics()[0] == ("Backward pass", "active", ["Backpropagation"])
    assert course.one("SELECT slug FROM topics WHERE title = 'Backward pass'") == "backpropagation"


async def test_a_topic_that_a_person_retired_does_not_come_back(
    course: OutlinedCourse, database: Database
) -> None:
    sources = await whole(course, database)
    await curated(course, database, "retire", "stochastic-gradient-descent")
    await course.outline(database)
    assert "Stochastic gradient descent" not in course.titles()

    course.file(
        "lectures/04.md", "SGD", "SGD is a method. Stochastic gradient descent (SGD) is fast.", position=4
    )
    course.retire(sources[NETWORKS[0]])
    await course.outline(database)

    assert not [title for title in course.titles() if title in ("Stochastic gradient descent", "SGD")]
    assert course.one("SELECT count(*) FROM topics WHERE slug LIKE '%%sgd%%'") == 0


@pytest.mark.parametrize("by", ["person", "question"])
async def test_topics_that_a_person_merged_stay_one(
    course: OutlinedCourse, database: Database, by: str
) -> None:
    sources = await whole(course, database)
    if by == "person":
        await curated(course, database, "merge", "learning-rate", "gradient-descent")
    else:
        async with database.transaction() as connection:
            await topics.merge(
                connection, course.topic_id("learning-rate"), course.topic_id("gradient-descent")
            )

    for path in (NETWORKS[0], BACKPROPAGATION[0]):
        course.retire(sources[path])
        await course.outline(database)

    assert course.topics() == [
        ("Gradient descent", "active", ["Learning rate"]),
        ("Stochastic gradient descent", "active", ["SGD"]),
    ]
    async with database.transaction() as connection:
        found = await topics.by_slug(connection, course.id, "learning-rate")
    assert found is not None
    assert found["slug"] == "gradient-descent"


async def test_a_merge_that_is_taken_back_gives_two_topics_again(
    course: OutlinedCourse, database: Database
) -> None:
    await whole(course, database)
    before = course.topics()
    async with database.transaction() as connection:
        merged = await topics.merge(
            connection, course.topic_id("learning-rate"), course.topic_id("gradient-descent")
        )
    await course.outline(database)
    assert course.topics() != before

    async with database.transaction() as connection:
        await topics.unmerge(connection, merged)
    await course.outline(database)

    assert course.topics() == before


async def test_a_topic_that_a_person_split_off_keeps_its_names(
    course: OutlinedCourse, database: Database
) -> None:
    course.file("lectures/00.md", "Everyday methods", "SGD is a method that everybody uses.", position=-1)
    course.file(
        "lectures/04.md", "Noise", "Stochastic gradient descent is noisy.",
        "Stochastic gradient descent (SGD) is a method of sampling.", position=4,
    )  # fmt: skip
    sources = await whole(course, database)
    await curated(course, database, "split", "stochastic-gradient-descent", title="SGD", names=["SGD"])
    for path in (NETWORKS[0], BACKPROPAGATION[0]):
        course.retire(sources[path])
        await course.outline(database)

    assert [one for one in course.topics() if one[0] in ("SGD", "Stochastic gradient descent")] == [
        ("SGD", "active", []),
        ("Stochastic gradient descent", "active", []),
    ]
    taught = dict(
        course.all("SELECT slug, chunks.text FROM topics JOIN chunks ON chunks.id = first_taught_chunk_id")
    )
    assert taught["sgd"] == "SGD is a method that everybody uses."
    assert taught["stochastic-gradient-descent"] == DESCENT[3]


async def test_a_topic_that_a_person_added_needs_no_mention(
    course: OutlinedCourse, database: Database
) -> None:
    await whole(course, database)
    await curated(course, database, "add", title="Optimal control", aliases=["Learning rates of control"])
    parent = course.topic_id("gradient-descent")
    course.one("UPDATE topics SET parent_id = %s WHERE slug = 'optimal-control'", parent)

    await course.outline(database)

    assert ("Optimal control", "active", ["Learning rates of control"]) in course.topics()
    assert course.one("SELECT parent_id FROM topics WHERE slug = 'optimal-control'") == parent


async def test_a_topic_that_a_person_added_stays_where_it_was_put(
    course: OutlinedCourse, database: Database
) -> None:
    await curated(course, database, "add", title="Hyperparameter")
    parent = course.topic_id("hyperparameter")
    await curated(course, database, "add", title="Learning rate")
    course.one("UPDATE topics SET parent_id = %s WHERE slug = 'learning-rate'", parent)

    await whole(course, database)

    assert course.all("SELECT parent_id, summary, origin FROM topics WHERE slug = 'learning-rate'") == [
        (parent, "The learning rate is the length of a step.", "person")
    ]


async def test_an_act_that_is_taken_back_leaves_the_outline_to_the_files(
    course: OutlinedCourse, database: Database
) -> None:
    await whole(course, database)
    before = course.topics()
    for act, given, more in (
        ("rename", ["backpropagation"], {"title": "Backward pass"}),
        ("retire", ["learning-rate"], {}),
        ("merge", ["learning-rate", "gradient-descent"], {}),
        ("split", ["stochastic-gradient-descent"], {"title": "SGD", "names": ["SGD"]}),
    ):
        await curated(course, database, act, *given, **more)
        await course.outline(database)
        assert course.topics() != before
        async with database.transaction() as connection:
            newest = course.one("SELECT max(id) FROM decisions WHERE details ? 'before'")
            decision = await decisions.one(connection, newest)
            assert decision is not None
            await curation.undo(connection, decision, person="Ada", now=course.now)
        await course.outline(database)
        assert course.topics() == before, act


async def test_a_name_that_may_mean_two_things_is_noted_and_forgotten_when_it_no_longer_does(
    course: OutlinedCourse, database: Database
) -> None:
    course.file("a.md", "Kernel", "The **kernel** of an operating system schedules processes.",
                "A kernel is a program that manages memory, devices and threads.")  # fmt: skip
    other = course.file("b.md", "Kernel", "A kernel is a function of two vectors.",
                        "The kernel replaces inner products of feature maps.")  # fmt: skip
    await course.outline(database)
    assert course.one("SELECT doubt FROM topics WHERE slug = 'kernel'").startswith(
        "The name may mean different things: in a.md it stands beside"
    )

    course.retire(other)
    await course.outline(database)

    assert course.one("SELECT doubt FROM topics WHERE slug = 'kernel'") is None


async def test_only_passages_in_the_language_of_the_course_make_topics(
    course: OutlinedCourse, database: Database
) -> None:
    put(course, DESCENT)
    for language, found in (("de", False), ("en-GB", True)):
        course.one("UPDATE courses SET language = %s", language)
        await course.outline(database)
        assert ("Gradient descent" in course.titles()) == found


async def test_a_merge_in_doubt_is_a_question_that_goes_with_the_doubt(
    course: OutlinedCourse, database: Database
) -> None:
    first = course.file(
        "a.md", "Support vector machine",
        "A support vector machine is a classifier with a margin.", "The support vector machine is convex.",
        "A state value method is a plan.", "State value methods are slow. A state value method is old.",
        "The SVM is fast and has a margin.",
    )  # fmt: skip
    course.file(
        "b.md", "State value method",
        "State value methods are used. Support vector machines too.",
        "An SVM is small and quick to train. The SVM is used.",
    )  # fmt: skip
    await course.outline(database)
    assert course.all("SELECT natural_key FROM questions WHERE task = 'merge'") != []

    course.retire(first)
    await course.outline(database)

    assert course.all("SELECT natural_key FROM questions WHERE task = 'merge'") == []


@pytest.mark.parametrize("decided", [True, False])
async def test_a_topic_that_gives_way_to_others_stays_if_a_person_said_something_about_it(
    course: OutlinedCourse, database: Database, decided: bool
) -> None:
    await whole(course, database)
    key = course.one(
        "SELECT min(key) FROM (SELECT key FROM mentions EXCEPT SELECT key FROM topic_names) AS free"
    )
    old = course.one(
        "WITH made AS (INSERT INTO topics (course_id, slug, title, origin)"
        " VALUES (%s, 'crowded-out', 'Crowded out', 'extracted') RETURNING id)"
        " INSERT INTO topic_names SELECT id, %s, 'Crowded out', 'mention' FROM made RETURNING topic_id",
        course.id,
        key,
    )
    if decided:
        async with database.transaction() as connection:
            first = {"id": old, "slug": "crowded-out"}
            second = {"id": course.topic_id("learning-rate"), "slug": "learning-rate"}
            await put_prerequisite(
                connection, course.id, first, second, "accept", person="Ada", now=course.now
            )
    course.one("DELETE FROM outcomes WHERE stage = 'outline'")
    await course.outline(database)

    state = course.one("SELECT state FROM topics WHERE id = %s", old)
    told = [row[0] for row in course.all("SELECT what FROM changes")]
    assert state == ("active" if decided else "retired")
    why = "what is left of the course says too little about it"
    assert (f"Crowded out is gone: {why}." in told) is not decided
