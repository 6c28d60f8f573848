"""Rounds: what opens one, what recall reads in it, and what closes it."""

from contextlib import asynccontextmanager
from typing import Any

import pytest

from gradient.store import rounds
from gradient.store.sessions import Database, execute, rows, value
from gradient.work.runner import Runner
from gradient.work.stage import Part
from tests.working.toys import Clock, ToyStage

TWO_CONTENTS = """
WITH source AS (
    INSERT INTO sources (course_id, root, path, type) VALUES (%(course)s, 'inbox', 'c/1.md', 'other')
    RETURNING id
), revision AS (
    INSERT INTO revisions (source_id, sha256, size, suffix) SELECT id, 'x', 1, '.md' FROM source RETURNING id
), chunk AS (
    INSERT INTO chunks (source_id, text_hash, ordinal, text)
    SELECT id, 'x', 0, 'Tagged. Undecided.' FROM source RETURNING id
), placed AS (
    INSERT INTO placements (revision_id, chunk_id, position, start_at, end_at, section_path)
    SELECT revision.id, chunk.id, 0, 0, 18, '{}' FROM revision, chunk
), topic AS (
    INSERT INTO topics (course_id, slug, title, origin)
    VALUES (%(course)s, 'loss', 'Loss', 'extracted') RETURNING id
), content AS (
    INSERT INTO contents (course_id, kind, sentence, sentence_key)
    VALUES (%(course)s, 'fact', 'Tagged.', '1'), (%(course)s, 'fact', 'Undecided.', '2')
    RETURNING id, sentence
), supported AS (
    INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)
    SELECT content.id, chunk.id, 0, 7, content.sentence FROM content, chunk
), question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT %(course)s, 'tag', content.id, topic.id, content.sentence FROM content, topic
    RETURNING id, subject_id, object_id
)
INSERT INTO tags (content_id, topic_id, question_id, status)
SELECT question.subject_id, question.object_id, question.id, 'accepted'
  FROM question JOIN content ON content.id = question.subject_id WHERE content.sentence = 'Tagged.'
"""

LIVE = "UPDATE sources SET live_revision_id = (SELECT id FROM revisions)"


@asynccontextmanager
async def opened(database: Database, clock: Clock, *stages: ToyStage) -> Any:
    runner = Runner(database, stages, clock=clock)
    async with runner.queue.opened():
        yield runner


async def is_open(database: Database, course: int) -> bool:
    async with database.transaction() as connection:
        return await rounds.current(connection, course) is not None


async def column(database: Database, query: str) -> list[Any]:
    async with database.transaction() as connection:
        return [next(iter(row.values())) for row in await rows(connection, query)]


async def test_a_round_lasts_from_the_first_due_unit_until_nothing_is_due(
    database: Database, course: int, clock: Clock
) -> None:
    read, page = ToyStage("read", Part.FINDING), ToyStage("page", Part.SHOWING)
    async with opened(database, clock, read, page) as runner:
        await runner.run("read", course)
        assert await is_open(database, course)
        await runner.run("page", course)
        assert not await is_open(database, course)
        assert page.worked == [1, 2, 3]


async def test_stages_after_recall_open_none(database: Database, course: int, clock: Clock) -> None:
    async with opened(database, clock, ToyStage("tags")) as runner:
        await runner.run("tags", course)
    assert await column(database, "SELECT id FROM rounds") == []


async def test_a_retry_that_is_close_keeps_the_round_open(
    database: Database, course: int, clock: Clock
) -> None:
    def trouble(_: int) -> None:
        raise ValueError("no luck")

    async with opened(database, clock, ToyStage("read", Part.FINDING, trouble=trouble)) as runner:
        await runner.run("read", course)
        assert await is_open(database, course)


async def test_recall_reads_the_tags_as_they_stood_when_the_round_opened(
    database: Database, course: int, clock: Clock
) -> None:
    async with database.transaction() as connection:
        await execute(connection, TWO_CONTENTS, course=course)
        await execute(connection, LIVE)
        await rounds.ensure_open(connection, course, clock())
        await execute(connection, "UPDATE tags SET status = 'rejected'")
        await rounds.ensure_open(connection, course, clock())
        assert await value(connection, "SELECT count(*) FROM round_votes") == 1
        await rounds.close(connection, course, clock())
        await rounds.ensure_open(connection, course, clock())
        assert await value(connection, "SELECT count(*) FROM round_votes") == 0


async def test_once_a_round_contents_without_an_accepted_tag_are_recalled_again(
    database: Database, course: int, clock: Clock
) -> None:
    async with database.transaction() as connection:
        await execute(connection, TWO_CONTENTS, course=course)
        await execute(connection, LIVE)
    stages = ToyStage("read", Part.FINDING), ToyStage("settle"), ToyStage("page", Part.SHOWING)
    async with opened(database, clock, *stages) as runner:
        asked = "SELECT sentence FROM recall_again JOIN contents ON contents.id = content_id"
        await runner.run("read", course)
        await runner.run("settle", course)
        assert await column(database, asked) == []
        await runner.run("page", course)
        assert await column(database, asked) == ["Undecided."]
        async with database.transaction() as connection:
            await execute(connection, "DELETE FROM recall_again")
        await runner.run("page", course)
        assert await column(database, asked) == []
        assert not await is_open(database, course)


async def test_the_second_recall_of_a_round_reads_what_its_settle_accepted(
    database: Database, course: int, clock: Clock
) -> None:
    async with database.transaction() as connection:
        await execute(connection, TWO_CONTENTS, course=course)
        await execute(connection, LIVE)
        await execute(connection, "UPDATE tags SET status = 'review'")
    stages = ToyStage("read", Part.FINDING), ToyStage("settle"), ToyStage("page", Part.SHOWING)
    async with opened(database, clock, *stages) as runner:
        voted = "SELECT sentence FROM round_votes JOIN contents ON contents.id = content_id"
        await runner.run("read", course)
        async with database.transaction() as connection:
            await execute(connection, "UPDATE tags SET status = 'accepted'")
        assert await column(database, voted) == []
        await runner.run("settle", course)
        await runner.run("page", course)
        assert await column(database, voted) == ["Tagged."]
        assert await column(database, "SELECT count(*) FROM recall_again") == [1]


@pytest.mark.parametrize(
    ("status", "by", "trust"),
    [
        ("accepted", "person", [1.0]),
        ("accepted", "stage", [0.6]),
        ("review", "stage", []),
        ("rejected", "person", []),
    ],
)
async def test_a_vote_of_gold_counts_whole_one_of_silver_less_and_one_in_review_nothing(
    database: Database, course: int, clock: Clock, status: str, by: str, trust: list[float]
) -> None:
    async with database.transaction() as connection:
        await execute(connection, TWO_CONTENTS, course=course)
        await execute(connection, LIVE)
        await execute(connection, "UPDATE tags SET status = %(status)s, by = %(by)s", status=status, by=by)
        await rounds.ensure_open(connection, course, clock())
    assert await column(database, "SELECT trust FROM round_votes") == trust


async def test_what_people_decided_of_a_retired_source_has_no_vote_until_it_is_back(
    database: Database, course: int, clock: Clock
) -> None:
    async with database.transaction() as connection:
        await execute(connection, TWO_CONTENTS, course=course)
        await execute(connection, LIVE)
        await execute(connection, "UPDATE tags SET by = 'person'")
        for retired, votes in (("now()", 0), ("NULL", 1)):
            await execute(connection, f"UPDATE sources SET retired_at = {retired}")
            await rounds.ensure_open(connection, course, clock())
            assert await value(connection, "SELECT count(*) FROM round_votes") == votes
            await rounds.close(connection, course, clock())
