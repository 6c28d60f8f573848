"""What a warm batch of recall costs beside a brute-force product by numpy, and how that grows."""

import os
import statistics
import time
from datetime import UTC, datetime

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray

from gradient.recall.fusion import C2C2T, C2T, DEFAULT
from gradient.recall.reading import Asked, Read, RecallLimits, read
from gradient.store import vector_indexes
from gradient.store.sessions import Database
from tests.recall.many_vectors import Many, fill, top

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DIMENSION, TOPICS, BATCH, TIMES = 1024, 1000, 256, 7
MANY, FEWER, MORE = 100_000, 10_000, 100
LIMITS = RecallLimits()
FUSION = DEFAULT.only(frozenset({C2T, C2C2T}))


async def reading(database: Database, many: Many, content_ids: list[int]) -> tuple[float, Read]:
    """Seconds that the stage's own reading of C2T and C2C2T takes, and what it finds."""
    asked = Asked(many.space, many.course_id, content_ids, LIMITS, FUSION.paths)
    async with database.transaction() as connection:
        started = time.perf_counter()
        found = await read(connection, asked)
        return time.perf_counter() - started, found


def brute_force(many: Many, asked: NDArray[np.float32]) -> float:
    """Seconds that the two products take with their nearest, all vectors in memory."""
    started = time.perf_counter()
    top(asked, many.tagged, LIMITS.neighbours)
    top(asked, many.topics, LIMITS.by_topic)
    return time.perf_counter() - started


def offered(found: Read) -> dict[int, list[int]]:
    slugs = found.slugs
    return {
        content: [one.topic_id for one in FUSION.fuse(paths, slugs, LIMITS.most)]
        for content, paths in found.found()
    }


def hit_rate(many: Many, content_ids: list[int], candidates: dict[int, list[int]]) -> float:
    right = dict(zip(many.asked_ids, many.topic_of_asked, strict=True))
    return float(np.mean([right[content] in candidates[content] for content in content_ids]))


async def test_a_warm_batch_beside_brute_force(database_url: str) -> None:
    print(
        f"\nthreads of numpy: {os.environ.get('OPENBLAS_NUM_THREADS', 'all')} of {os.cpu_count()} processors"
    )
    many = fill(database_url, tagged=MANY, asked=BATCH * 2 + MORE, topics=TOPICS, dimension=DIMENSION)
    async with Database(database_url) as database:
        index = await vector_indexes.ensure(database, many.space, NOW)
        assert index is not None
        print(
            f"index: {index.seconds:.0f} s to build, finds {index.recall:.4f} of the {index.sampled} samples'"
        )
        ours, theirs, rates = [], [], []
        for at in range(TIMES + 1):
            place = (at % 2) * BATCH
            theirs.append(brute_force(many, many.asked[place : place + BATCH]))
            seconds, found = await reading(database, many, many.asked_ids[place : place + BATCH])
            ours.append(seconds)
            rates.append(hit_rate(many, many.asked_ids[place : place + BATCH], offered(found)))
        ratios = [one / other for one, other in zip(ours[1:], theirs[1:], strict=True)]
        print(
            f"recall {statistics.median(ours[1:]):.2f} s, brute force {statistics.median(theirs[1:]):.2f} s"
        )
        print(f"ratio: median {statistics.median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")
        exact = await exactly(database, database_url, many)
        print(f"HR@30: {np.mean(rates[:2]):.4f}, by exact search {exact:.4f}")
        more = [(await reading(database, many, many.asked_ids[-MORE:]))[0] for _ in range(3)]
        print(f"{MORE} contents more: {statistics.median(more):.2f} s, a batch of {BATCH} {ours[-1]:.2f} s")
        assert statistics.median(ratios) <= 1.5
        assert abs(float(np.mean(rates[:2])) - exact) <= 0.005


async def exactly(database: Database, url: str, many: Many) -> float:
    """HR@30 without the index."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE vector_indexes SET recall = 0")
        content_ids = many.asked_ids[: 2 * BATCH]
        seconds, found = await reading(database, many, content_ids)
        connection.execute("UPDATE vector_indexes SET recall = 1")
    print(f"exact search for {2 * BATCH} contents: {seconds:.2f} s")
    return hit_rate(many, content_ids, offered(found))


async def test_a_smaller_course_is_searched_exactly(database_url: str) -> None:
    many = fill(database_url, tagged=FEWER, asked=BATCH, topics=TOPICS, dimension=DIMENSION)
    async with Database(database_url) as database:
        assert await vector_indexes.ensure(database, many.space, NOW) is None
        await reading(database, many, many.asked_ids)
        times = [
            ((await reading(database, many, many.asked_ids))[0], brute_force(many, many.asked))
            for _ in range(5)
        ]
    ours, theirs = (statistics.median(one) for one in zip(*times, strict=True))
    print(f"\n{FEWER} tagged contents, exactly: {ours:.2f} s, brute force {theirs:.2f} s")
