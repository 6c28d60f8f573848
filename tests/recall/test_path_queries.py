"""What edges, profiles and words come to in the database, on examples small enough to count by hand."""

from collections.abc import Mapping

import numpy as np
import pytest

from gradient.recall.fusion import C2C2T, LEARNED, T2T
from gradient.recall.reading import Asked, RecallLimits, read
from gradient.store import recall_paths, rounds
from gradient.store.recall_paths import Trust
from gradient.store.sessions import Database
from gradient.store.vectors import VectorSpace
from tests.recall.small_course import SmallCourse

SPACE = VectorSpace("toy", "1", 2)
DIAGONAL = (0.6, 0.8)


def give(course: SmallCourse, kind: str, owner: int, vector: tuple[float, float]) -> None:
    course.one(
        "INSERT INTO vectors VALUES (%s, %s, 'toy', '1', 2, %s, %s::vector)"
        " ON CONFLICT (owner_kind, owner_id, model, version)"
        " DO UPDATE SET embedding = excluded.embedding, input_hash = excluded.input_hash",
        kind,
        owner,
        str(vector),
        str(list(vector)),
    )


@pytest.fixture
def topics(course: SmallCourse) -> dict[str, int]:
    """Three topics: one to the right, one upwards, one between the two."""
    made = {"right": (1.0, 0.0), "up": (0.0, 1.0), "between": DIAGONAL}
    found = {title: course.topic(title) for title in made}
    for title, vector in made.items():
        give(course, "topic", found[title], vector)
    return found


async def edges(database: Database, course: SmallCourse) -> Mapping[int, Mapping[int, float]]:
    async with database.transaction() as connection:
        return await recall_paths.edges(connection, SPACE, course.id, nearest=10, floor=0.5)


async def test_edges_are_cosines_that_reach_the_floor(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    right, up, between = topics["right"], topics["up"], topics["between"]
    found = await edges(database, course)
    assert found == {
        right: pytest.approx({between: 0.6}),
        up: pytest.approx({between: 0.8}),
        between: pytest.approx({up: 0.8, right: 0.6}),
    }


async def test_edges_are_built_anew_when_a_vector_or_the_outline_changed_and_only_then(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    await edges(database, course)
    stamp = "SELECT xmin::text, ctid::text FROM topic_edges ORDER BY 1, 2"
    before = course.all(stamp)
    await edges(database, course)
    assert course.all(stamp) == before
    give(course, "topic", topics["right"], (0.8, 0.6))
    assert (await edges(database, course))[topics["right"]] == pytest.approx(
        {topics["between"]: 0.96, topics["up"]: 0.6}
    )
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", topics["between"])
    assert topics["between"] not in await edges(database, course)


async def test_edges_of_another_version_are_never_read(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    await edges(database, course)
    async with database.transaction() as connection:
        other = VectorSpace("toy", "2", 2)
        assert await recall_paths.edges(connection, other, course.id, nearest=10, floor=0.5) == {}


def tagged(course: SmallCourse, topic: int, vector: tuple[float, float], trust: float) -> int:
    source = course.source(f"vision/{topic}-{vector}-{trust}.md")
    sentence = f"A sentence to {vector} of {topic} and {trust}."
    content = course.content(sentence, course.chunk(source, sentence))
    give(course, "content", content, vector)
    if trust:
        course.vote(content, topic, trust)
    return content


async def test_a_profile_is_the_direction_of_a_topic_and_its_contents_by_their_trust(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    up = topics["up"]
    tagged(course, up, (1.0, 0.0), 1.0)
    tagged(course, up, DIAGONAL, 0.6)
    async with database.transaction() as connection:
        shares = await recall_paths.ensure_profiles(connection, SPACE, course.id, Trust(1.0, 0.5))
    assert shares == {up: 1.0}
    ((stored,),) = course.all("SELECT embedding::real[] FROM round_profiles WHERE topic_id = %s", up)
    summed = np.array([0.0, 1.0]) + np.array([1.0, 0.0]) + 0.5 * np.array(DIAGONAL)
    assert stored == pytest.approx((summed / np.linalg.norm(summed)).tolist(), abs=1e-6)


async def test_profiles_are_those_of_the_round(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    tagged(course, topics["up"], (1.0, 0.0), 1.0)
    async with database.transaction() as connection:
        await recall_paths.ensure_profiles(connection, SPACE, course.id, Trust())
        await rounds.take_votes(connection, course.id)
        assert await recall_paths.ensure_profiles(connection, SPACE, course.id, Trust()) == {}


async def test_names_are_compared_by_their_rarer_words(database: Database, course: SmallCourse) -> None:
    rare, common = course.topic("Kernel trick"), course.topic("Loss trick")
    course.topic("Loss")
    content = course.content("Kernels and tricks.", course.chunk(course.source("a.md"), "Notes."))
    async with database.transaction() as connection:
        found = await recall_paths.worded_alike(connection, course.id, [content], most=30)
    trick, kernel = 1 + np.log(4 / 3), 1 + np.log(4 / 2)
    whole = np.hypot(trick, kernel)
    assert {one.topic_id: one.cosine for one in found} == pytest.approx(
        {rare: 1.0, common: trick**2 / (whole * np.hypot(trick, 1 + np.log(4 / 3)))}
    )


@pytest.mark.parametrize(("gold", "silver"), [(1.0, 0.6), (0.9, 0.0)])
async def test_votes_weigh_what_the_settings_give_to_their_tags(
    database: Database, course: SmallCourse, topics: dict[str, int], gold: float, silver: float
) -> None:
    tagged(course, topics["up"], (1.0, 0.0), 1.0)
    tagged(course, topics["right"], (1.0, 0.0), 0.6)
    asked_about = tagged(course, topics["up"], (0.8, 0.6), 0.0)
    limits = RecallLimits(trust=Trust(gold, silver))
    asked = Asked(SPACE, course.id, [asked_about], limits, frozenset({C2C2T}))
    async with database.transaction() as connection:
        ((_, paths),) = (await read(connection, asked)).found()
    half = 0.5 * 0.8
    assert paths[C2C2T] == pytest.approx({topics["up"]: gold * half, topics["right"]: silver * half})


async def test_paths_that_are_not_listened_to_are_not_read(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    content = tagged(course, topics["up"], (1.0, 0.0), 1.0)
    asked = Asked(SPACE, course.id, [content], RecallLimits(), frozenset({C2C2T}))
    async with database.transaction() as connection:
        found = await read(connection, asked)
    assert (found.near, found.edges, found.learned, found.central) == ({}, {}, {}, {})
    assert not {T2T, LEARNED} & dict(found.found())[content].keys()


async def test_the_sources_of_a_content_are_never_among_those_that_tell_about_it(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    other = tagged(course, topics["up"], DIAGONAL, 1.0)
    far = tagged(course, topics["right"], (-1.0, 0.0), 0.6)
    untagged = tagged(course, topics["between"], (1.0, 0.0), 0.0)
    sources = {
        content: course.one(
            "SELECT source_id FROM supports JOIN chunks ON chunks.id = chunk_id WHERE content_id = %s",
            content,
        )
        for content in (other, far, untagged)
    }
    async with database.transaction() as connection:
        found = await recall_paths.similar_sources(
            connection, SPACE, course.id, [other, untagged], trust=Trust(1.0, 0.5), most=50
        )
        taught = await recall_paths.topics_of_sources(connection, SPACE, course.id)
    near = {(one.content_id, one.other_id): (one.tagged, round(one.cosine, 3)) for one in found}
    assert near == {
        (untagged, sources[other]): (1.0, 0.6),
        (untagged, sources[far]): (0.5, -1.0),
        (other, sources[far]): (0.5, -0.6),
    }
    assert taught == {sources[other]: {topics["up"]: 1.0}, sources[far]: {topics["right"]: 1.0}}


async def test_a_topic_may_be_like_the_source_that_a_content_stands_in(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    content = tagged(course, topics["up"], (1.0, 0.0), 0.0)
    beside = course.content("Beside it.", course.one("SELECT min(id) FROM chunks"))
    give(course, "content", beside, DIAGONAL)
    async with database.transaction() as connection:
        found = await recall_paths.similar_to_sources(connection, SPACE, course.id, [content], trust=Trust())
    direction = np.array([1.6, 0.8]) / np.hypot(1.6, 0.8)
    by_hand = {
        topics["right"]: direction[0],
        topics["up"]: direction[1],
        topics["between"]: float(direction @ np.array(DIAGONAL)),
    }
    assert found == {content: pytest.approx(by_hand, abs=1e-6)}


async def test_of_several_sources_the_most_similar_counts(
    database: Database, course: SmallCourse, topics: dict[str, int]
) -> None:
    content = tagged(course, topics["up"], (1.0, 0.0), 0.0)
    alone = tagged(course, topics["up"], (0.0, 1.0), 0.0)
    course.one(
        "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)"
        " SELECT %s, chunk_id, start_at, end_at, quote FROM supports WHERE content_id = %s",
        content,
        alone,
    )
    async with database.transaction() as connection:
        found = await recall_paths.similar_to_sources(
            connection, SPACE, course.id, [content, alone], trust=Trust()
        )
    both = np.array([1.0, 1.0]) / np.sqrt(2)
    assert found[content][topics["right"]] == pytest.approx(1.0)
    assert found[content][topics["up"]] == found[alone][topics["up"]] == pytest.approx(both[1])
    assert found[alone][topics["right"]] == pytest.approx(both[0])
