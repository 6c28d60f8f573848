"""Where there are many vectors an index finds what exact search finds, and keeps to the same rules."""

from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime

import psycopg
import pytest

from gradient.recall.at_once import read_at_once
from gradient.recall.fusion import C2C2T, C2T, PATHS
from gradient.recall.reading import Asked, RecallLimits, read
from gradient.store import neighbours, vector_indexes
from gradient.store.sessions import Database, rows
from gradient.store.vector_indexes import SOUGHT
from gradient.store.vectors import Vote
from tests.recall.many_vectors import Many, fill, top
from tests.recall.small_course import SmallCourse

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TAGGED, ASKED, TOPICS, DIMENSION = 3000, 64, 60, 64
NEAREST = 10


@pytest.fixture
def many(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Many:
    """A course that counts as large."""
    monkeypatch.setattr(vector_indexes, "LEAST", 1000)
    return fill(database_url, tagged=TAGGED, asked=ASKED, topics=TOPICS, dimension=DIMENSION)


async def votes(database: Database, many: Many, **rules: object) -> dict[int, list[Vote]]:
    async with database.transaction() as connection:
        found = await neighbours.similar_tagged(
            connection, many.space, many.course_id, many.asked_ids, neighbours=NEAREST, **rules
        )
    by_content: dict[int, list[Vote]] = defaultdict(list)
    for vote in found:
        by_content[vote.content_id].append(vote)
    return by_content


async def counted(database: Database, query: str) -> int:
    async with database.transaction() as connection:
        ((found,),) = [tuple(one.values()) for one in await rows(connection, query)]
    return int(found)


def share(found: dict[int, list[Vote]], exact: dict[int, list[Vote]]) -> float:
    """Which share of the exact neighbours was found."""
    right = pairs(exact)
    return len(right & pairs(found)) / len(right)


def pairs(found: dict[int, list[Vote]]) -> set[tuple[int, int]]:
    return {(one.content_id, one.neighbour_id) for near in found.values() for one in near}


async def test_exact_search_finds_what_brute_force_finds(database: Database, many: Many) -> None:
    found = await votes(database, many)
    for content, places in zip(many.asked_ids, top(many.asked, many.tagged, NEAREST), strict=True):
        assert [vote.neighbour_id for vote in found[content]] == [many.tagged_ids[place] for place in places]
        cosines = many.tagged[places] @ many.asked[many.asked_ids.index(content)]
        assert [vote.cosine for vote in found[content]] == pytest.approx(cosines.tolist(), abs=1e-6)


async def test_similar_topics_are_those_of_brute_force(database: Database, many: Many) -> None:
    async with database.transaction() as connection:
        found = await neighbours.similar_topics(
            connection, many.space, many.course_id, many.asked_ids[:1], floor=-1, most=30
        )
    (places,) = top(many.asked[:1], many.topics, 30)
    assert [one.topic_id for one in found] == [many.topic_ids[place] for place in places]


async def test_an_index_is_checked_against_exact_search_and_then_used(
    database: Database, many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = await votes(database, many)
    index = await vector_indexes.ensure(database, many.space, NOW)
    assert index is not None
    assert (index.vectors, index.sampled) == (TAGGED + ASKED, 100)
    assert index.good
    monkeypatch.setitem(neighbours._vectors._queries, "similar_tagged", "SELECT no_exact_search")
    found = await votes(database, many)
    assert share(found, exact) >= 0.98
    for content, near in found.items():
        assert len(near) == NEAREST
        assert near == sorted(near, key=lambda vote: -vote.cosine)
        both = {vote.neighbour_id: vote.cosine for vote in exact[content]}
        assert all(both.get(vote.neighbour_id, vote.cosine) == vote.cosine for vote in near)


async def test_the_index_itself_is_what_the_planner_takes(database: Database, many: Many) -> None:
    await vector_indexes.ensure(database, many.space, NOW)
    async with database.transaction() as connection:
        await vector_indexes.search(
            connection,
            many.space,
            many.asked_ids,
            most=NEAREST,
            course=many.course_id,
            least_trust=0.0,
            other_sources=False,
        )
        used = await rows(
            connection,
            "SELECT pg_stat_get_xact_numscans(%(name)s::regclass) AS scans",
            name=vector_indexes.name_of(many.space),
        )
    assert used[0]["scans"] >= ASKED


async def test_an_index_that_misses_too_much_is_not_used(
    database: Database, many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = await votes(database, many)
    await vector_indexes.ensure(database, many.space, NOW)
    async with database.transaction() as connection:
        await connection.execute("UPDATE vector_indexes SET recall = 0.94")
        await connection.execute(f"DROP INDEX {vector_indexes.name_of(many.space)}".encode())
    monkeypatch.setitem(vector_indexes._queries._queries, "search", "SELECT no_index")
    assert await votes(database, many) == exact


async def test_filters_hold_in_an_index_too(database: Database, many: Many) -> None:
    await vector_indexes.ensure(database, many.space, NOW)
    before = await votes(database, many)
    gone = {near[0].neighbour_id for near in before.values()}
    async with database.transaction() as connection:
        await connection.execute("UPDATE contents SET retired_at = now() WHERE id = ANY(%s)", [list(gone)])
    after = await votes(database, many)
    assert not {vote.neighbour_id for near in after.values() for vote in near} & gone
    assert all(len(near) == NEAREST for near in after.values())


@pytest.mark.parametrize("state", ["retired", "merged"])
async def test_a_topic_that_goes_within_a_round_takes_no_vote_of_others_along_in_an_index(
    database: Database, many: Many, state: str
) -> None:
    async with database.transaction() as connection:
        gone = many.topic_of_asked[0]
        await connection.execute("UPDATE topics SET state = %s WHERE id = %s", [state, gone])
    exact = await votes(database, many)
    await vector_indexes.ensure(database, many.space, NOW)
    found = await votes(database, many)
    assert len(found[many.asked_ids[0]]) == NEAREST
    assert found[many.asked_ids[0]] == exact[many.asked_ids[0]]
    assert {one.topic_id for near in found.values() for one in near}.isdisjoint({gone})


async def test_what_is_rare_among_all_is_found_exactly(
    database: Database, many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the index gives up before it has found enough."""
    await vector_indexes.ensure(database, many.space, NOW)
    rare = many.tagged_ids[::100]
    async with database.transaction() as connection:
        await connection.execute("UPDATE round_votes SET trust = 0.5 WHERE content_id <> ALL(%s)", [rare])
    monkeypatch.setattr(vector_indexes, "LEAST", len(rare) - 1)
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} SET hnsw.max_scan_tuples = 1".encode())
    async with Database(database.url) as later:
        found = await votes(later, many, least_trust=1.0)
    (places,) = top(many.asked[:1], many.tagged[::100], NEAREST)
    assert [vote.neighbour_id for vote in found[many.asked_ids[0]]] == [rare[place] for place in places]


async def test_no_content_votes_for_its_own_source_in_an_index(database: Database, many: Many) -> None:
    await vector_indexes.ensure(database, many.space, NOW)
    before = await votes(database, many)
    asked = many.asked_ids[0]
    nearest = before[asked][0].neighbour_id
    stand_together(many, database.url, asked, nearest)
    assert nearest in {vote.neighbour_id for vote in (await votes(database, many))[asked]}
    assert nearest not in {
        vote.neighbour_id for vote in (await votes(database, many, other_sources=True))[asked]
    }


def stand_together(many: Many, url: str, *content_ids: int) -> None:
    """Let contents stand in one source."""
    course = object.__new__(SmallCourse)
    course.url, course.slug, course.id = url, "many", many.course_id
    chunk = course.chunk(course.source("a.md"), "Notes.")
    for content in content_ids:
        course.one(
            "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote) VALUES (%s, %s, 0, 1, 'N')",
            content,
            chunk,
        )


async def test_an_index_is_built_anew_once_there_are_twice_as_many(database: Database, many: Many) -> None:
    first = await vector_indexes.ensure(database, many.space, NOW)
    assert await vector_indexes.ensure(database, many.space, NOW) == first
    async with database.transaction() as connection:
        await connection.execute("UPDATE vector_indexes SET vectors = 1500")
    again = await vector_indexes.ensure(database, many.space, NOW)
    assert again is not None
    assert again.vectors == TAGGED + ASKED


async def test_what_was_left_of_a_broken_build_is_replaced(database: Database, many: Many) -> None:
    async with database.transaction() as connection:
        await connection.execute(
            f"CREATE INDEX {vector_indexes.name_of(many.space)} ON vectors (owner_id)".encode()
        )
    index = await vector_indexes.ensure(database, many.space, NOW)
    assert index is not None
    assert index.good
    assert await counted(database, "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%%hnsw%%'") == 1


async def test_few_vectors_need_no_index(
    database: Database, many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_indexes, "LEAST", TAGGED + ASKED + 1)
    assert await vector_indexes.ensure(database, many.space, NOW) is None


async def test_where_shares_are_counted_an_index_is_asked_for_as_many_as_it_was_checked_for(
    database: Database, many: Many
) -> None:
    by = RecallLimits(neighbours=SOUGHT + 5, many_neighbours=2 * SOUGHT)
    asked = Asked(many.space, many.course_id, many.asked_ids, by, frozenset({C2C2T}))
    for indexed, shares, voting in (
        (False, True, 2 * SOUGHT),
        (True, True, SOUGHT),
        (True, False, SOUGHT + 5),
    ):
        if indexed:
            await vector_indexes.ensure(database, many.space, NOW)
        found = await read_at_once(database, replace(asked, count_shares=shares))
        assert {len(votes) for votes in found.votes.values()} == {voting}


async def test_all_at_once_the_same_is_read_as_one_after_the_other(database: Database, many: Many) -> None:
    await vector_indexes.ensure(database, many.space, NOW)
    asked = Asked(many.space, many.course_id, many.asked_ids, RecallLimits(), frozenset(PATHS), True)
    at_once = await read_at_once(database, asked)
    async with database.transaction() as connection:
        assert at_once == await read(connection, asked)
    assert list(at_once.votes) == many.asked_ids


async def test_the_right_topics_are_offered_through_an_index(database: Database, many: Many) -> None:
    await vector_indexes.ensure(database, many.space, NOW)
    asked = Asked(many.space, many.course_id, many.asked_ids, RecallLimits(), frozenset({C2T, C2C2T}))
    async with database.transaction() as connection:
        found = dict((await read(connection, asked)).found())
    right = zip(many.asked_ids, many.topic_of_asked, strict=True)
    assert all(topic in found[content][C2T] and topic in found[content][C2C2T] for content, topic in right)
