"""What a warm batch of recall costs beside a brute-force product by numpy, and how that grows."""

import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray

from gradient.recall.at_once import read_at_once
from gradient.recall.fusion import C2C2T, DEFAULT, PATHS, Fitted, Fusion
from gradient.recall.reading import Asked, Read, RecallLimits
from gradient.store import vector_indexes
from gradient.store.sessions import Database
from tests.bench.many_words import give_words
from tests.recall.many_vectors import Many, fill, top

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DIMENSION, TOPICS, BATCH, TIMES = 1024, 1000, 256, 7
MANY, FEWER, MORE = 100_000, 10_000, 100
LIMITS = RecallLimits()
SILVER = 0.6
"""Accepted on the model's word: with gold the weights would be fitted first, once for many rounds."""
FITTED = Fitted(dict.fromkeys(PATHS, 1.0))
"""Every path with many neighbours, as where weights were fitted."""
WAYS: dict[str, Fusion] = {"default": DEFAULT, "fitted": FITTED}


@dataclass(frozen=True)
class Batch:
    """What a batch cost in seconds, to read and to make candidates of, and which those are."""

    read: float
    fused: float
    candidates: dict[int, list[int]]

    @property
    def whole(self) -> float:
        return self.read + self.fused


async def recalled(
    database: Database, many: Many, content_ids: Sequence[int], fusion: Fusion = DEFAULT
) -> Batch:
    """Recall of some contents by the stage's own reading and fusion."""
    asked = Asked(
        many.space, many.course_id, content_ids, LIMITS, fusion.paths, count_shares=fusion.counts_shares
    )
    started = time.perf_counter()
    found = await read_at_once(database, asked)
    between = time.perf_counter()
    candidates = offered(found, fusion)
    return Batch(between - started, time.perf_counter() - between, candidates)


def offered(found: Read, fusion: Fusion) -> dict[int, list[int]]:
    slugs = found.slugs
    return {
        content: [one.topic_id for one in fusion.fuse(paths, slugs, LIMITS.most)]
        for content, paths in found.found()
    }


def brute_force(many: Many, asked: NDArray[np.float32]) -> float:
    """Seconds that the two products take with their nearest, all vectors in memory."""
    started = time.perf_counter()
    top(asked, many.tagged, LIMITS.neighbours)
    top(asked, many.topics, LIMITS.by_topic)
    return time.perf_counter() - started


def hit_rate(many: Many, batches: Sequence[Batch]) -> float:
    right = dict(zip(many.asked_ids, many.topic_of_asked, strict=True))
    hits = [right[content] in topics for one in batches for content, topics in one.candidates.items()]
    return float(np.mean(hits))


def filled(url: str, tagged: int, asked: int) -> Many:
    many = fill(url, tagged=tagged, asked=asked, topics=TOPICS, dimension=DIMENSION, trust=SILVER)
    give_words(url, many)
    return many


async def beside_brute_force(
    database: Database, many: Many, named: str
) -> dict[str, tuple[float, list[Batch]]]:
    """For each way the median ratio of seven batches to numpy's time, in turns, after one to warm up."""
    batches: dict[str, list[Batch]] = {way: [] for way in WAYS}
    theirs = []
    for at in range(TIMES + 1):
        place = (at % 2) * BATCH
        theirs.append(brute_force(many, many.asked[place : place + BATCH]))
        for way, fusion in WAYS.items():
            batches[way].append(await recalled(database, many, many.asked_ids[place : place + BATCH], fusion))
    print(f"{named}: brute force {statistics.median(theirs[1:]):.2f} s")
    return {way: told(way, batches[way], theirs) for way in WAYS}


def told(way: str, batches: list[Batch], theirs: list[float]) -> tuple[float, list[Batch]]:
    first, warm = batches[0], batches[1:]
    ratios = [one.whole / other for one, other in zip(warm, theirs[1:], strict=True)]
    print(
        f"  {way}: reading {statistics.median(one.read for one in warm):.2f} s, fusion"
        f" {statistics.median(one.fused for one in warm):.2f} s; ratio: median"
        f" {statistics.median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f};"
        f" the first batch, which sums up what a round needs, {first.whole:.2f} s"
    )
    return statistics.median(ratios), warm


async def test_a_warm_batch_beside_brute_force(database_url: str) -> None:
    print(
        f"\nthreads of numpy: {os.environ.get('OPENBLAS_NUM_THREADS', 'all')} of {os.cpu_count()} processors;"
        f" paths by default: {', '.join(sorted(DEFAULT.paths))}; once weights are fitted on gold also"
        f" {', '.join(sorted(set(PATHS) - DEFAULT.paths))}"
    )
    many = filled(database_url, MANY, BATCH * 2 + MORE)
    async with Database(database_url) as database:
        index = await vector_indexes.ensure(database, many.space, NOW)
        assert index is not None
        print(
            f"index: {index.seconds:.0f} s to build, finds {index.recall:.4f} of the {index.sampled} samples'"
        )
        beside = await beside_brute_force(database, many, f"{MANY} tagged contents")
        for way, (ratio, batches) in beside.items():
            await finds_what_exact_search_does(database, many, way, batches[:2])
            await tell_of_more(database, many, WAYS[way], statistics.median(one.whole for one in batches))
            assert ratio <= 1.5, way


async def finds_what_exact_search_does(
    database: Database, many: Many, way: str, batches: Sequence[Batch]
) -> None:
    """The index costs no hits, and hardly a voter."""
    rate, near = hit_rate(many, batches), await voters(database, many, WAYS[way])
    exact, nearest = await exactly(database, many, WAYS[way])
    found = float(
        np.mean([len({*near[one]} & {*nearest[one][: len(near[one])]}) / len(near[one]) for one in near])
    )
    print(f"  {way}: HR@30 {rate:.4f}, by exact search {exact:.4f}; {found:.4f} of the nearest have a vote")
    assert abs(rate - exact) <= 0.005
    # Topics lie far apart here, so that their own vectors find each: what an index misses shows in who votes.
    assert found >= vector_indexes.GOOD


async def tell_of_more(database: Database, many: Many, fusion: Fusion, batch: float) -> None:
    """What 100 contents more cost as a batch of their own, and as part of a larger one."""
    more = [(await recalled(database, many, many.asked_ids[-MORE:], fusion)).whole for _ in range(3)]
    both = [(await recalled(database, many, many.asked_ids[: BATCH + MORE], fusion)).whole for _ in range(3)]
    print(
        f"    {MORE} contents alone {statistics.median(more):.2f} s, {BATCH} {batch:.2f} s,"
        f" {BATCH + MORE} {statistics.median(both):.2f} s;"
        f" in proportion {MORE} cost {batch * MORE / BATCH:.2f} s"
    )


async def voters(database: Database, many: Many, fusion: Fusion) -> dict[int, list[int]]:
    """The nearest tagged contents of each content of two batches, the nearest first."""
    shares = fusion.counts_shares
    asked = Asked(
        many.space,
        many.course_id,
        many.asked_ids[: 2 * BATCH],
        LIMITS,
        frozenset({C2C2T}),
        count_shares=shares,
    )
    found = await read_at_once(database, asked)
    return {content: [vote.neighbour_id for vote in votes] for content, votes in found.votes.items()}


async def exactly(database: Database, many: Many, fusion: Fusion) -> tuple[float, dict[int, list[int]]]:
    """HR@30 and the nearest without the index."""
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("UPDATE vector_indexes SET recall = 0")
        found = await recalled(database, many, many.asked_ids[: 2 * BATCH], fusion)
        nearest = await voters(database, many, fusion)
        connection.execute("UPDATE vector_indexes SET recall = 1")
    return hit_rate(many, [found]), nearest


async def test_a_smaller_course_is_searched_exactly(database_url: str) -> None:
    many = filled(database_url, FEWER, 2 * BATCH)
    async with Database(database_url) as database:
        assert await vector_indexes.ensure(database, many.space, NOW) is None
        await beside_brute_force(database, many, f"{FEWER} tagged contents, exactly")
