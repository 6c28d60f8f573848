"""A gold set becomes a course like any other."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gradient.evaluation.course import GoldCourse, make_course
from gradient.evaluation.gold import Gold
from gradient.store import rounds
from gradient.store.sessions import Database, rows

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def course(database: Database, gold: Gold) -> GoldCourse:
    made = await make_course(database, gold, gold.taught(), gold.tested(), NOW)
    async with database.transaction() as connection:
        await rounds.ensure_open(connection, made.course_id, NOW)
    return made


async def ask(database: Database, query: str) -> list[Any]:
    async with database.transaction() as connection:
        return [tuple(row.values()) for row in await rows(connection, query)]


async def test_topics_are_a_stated_outline_with_its_parents(database: Database, course: GoldCourse) -> None:
    found = await ask(
        database,
        "SELECT topics.slug, topics.origin, parent.slug AS parent, topic_names.key FROM topics"
        " JOIN topic_names ON topic_names.topic_id = topics.id"
        " LEFT JOIN topics AS parent ON parent.id = topics.parent_id ORDER BY topics.id",
    )
    assert found == [
        ("orchids", "outline", None, "orchid"),
        ("kalman-filter", "outline", None, "kalman filter"),
        ("sorting", "outline", None, "sorting"),
        ("taxation", "outline", None, "taxation"),
        ("glaciers", "outline", "taxation", "glacier"),
    ]


async def test_every_row_is_a_content_of_its_own_and_stands_in_its_fold_group(
    database: Database, course: GoldCourse
) -> None:
    assert len(set(course.contents.values())) == 10
    found = await ask(
        database,
        "SELECT live_chunks.path, live_chunks.position, supports.quote FROM supports"
        " JOIN live_chunks ON live_chunks.id = supports.chunk_id"
        " WHERE substr(live_chunks.text, supports.start_at + 1, supports.end_at) = supports.quote"
        " ORDER BY live_chunks.path, live_chunks.position",
    )
    assert found[:4] == [
        ("gold/g1", 0, "How tulips open"),
        ("gold/g1", 1, "Bread and butter"),
        ("gold/g2", 0, "Violins are tuned"),
        ("gold/g2", 1, "Bread and butter"),
    ]
    assert len(found) == 10


async def test_only_taught_rows_vote_with_the_trust_of_a_person(
    database: Database, course: GoldCourse
) -> None:
    found = await ask(database, "SELECT content_id, topic_id, trust FROM round_votes ORDER BY content_id")
    expected = {"c1": "t3", "c2": "t4", "c3": "t5", "c4": "t4"}
    assert sorted(found) == sorted(
        (course.contents[content], course.topics[topic], 1.0) for content, topic in expected.items()
    )
