"""Fits the weights of the paths on the gold of a course, and tells by cross-validation whether they help."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gradient.recall.conditional_logit import fit, folds, reciprocal_ranks
from gradient.recall.fusion import COMMON, DEFAULT, LEARNED, PATHS, Fitted, Fusion, Paths, features
from gradient.recall.reading import Asked, RecallLimits, read
from gradient.recall.worth import worth
from gradient.store import candidates, fusions
from gradient.store.fusions import GoldTag, StoredFusion, Voting
from gradient.store.sessions import Database
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock

METHOD: Final = f"conditional logit 3 of {' '.join(PATHS)}"
METRIC: Final = "mean reciprocal rank, 5 folds by source"
LEAST_GOLD: Final = 200
"""With fewer gold tags the defaults hold: each path and every topic need some to be learnt from."""
GROWN: Final = 1.1
"""Fitted anew once there are so many times the gold tags."""
FOLDS: Final = 5
BATCH: Final = 256
MOST_CELLS: Final = 1_000_000
"""Of tags times topics: what is fitted on at the most, drawn by hash."""
MOST_VOTING: Final = 20_000
"""So many tags at most are summed up for it, drawn likewise: all of them in all but the largest courses."""
LEAST_COUNT: Final = 1e-9

Array = NDArray[np.float64]


async def fitted_fusion(
    database: Database, space: VectorSpace, course_id: int, limits: RecallLimits, clock: Clock
) -> Fusion | None:
    """The fusion fitted on the gold of this round; None where the defaults hold."""
    holding = await holding_fusion(database, space, course_id, limits, clock)
    return None if holding is None else Fitted(holding.weights)


async def holding_fusion(
    database: Database, space: VectorSpace, course_id: int, limits: RecallLimits, clock: Clock
) -> StoredFusion | None:
    """The weights that hold in this round, fitted if need be; None with too little gold or no gain."""
    method = f"{METHOD} {space.key} {limits.key}"
    async with database.transaction() as connection:
        gold = await fusions.gold(connection, course_id)
        known = await fusions.newest(connection, course_id, method)
    if gold < LEAST_GOLD:
        return None
    if known is None or gold >= GROWN * known.gold:
        known = await _fitted_anew(database, space, course_id, limits, gold)
        if known is None:
            return None
        async with database.transaction() as connection:
            await fusions.keep(connection, course_id, method, known, clock())
    return known if known.fitted > known.defaults else None


@dataclass(frozen=True)
class Gold:
    """Gold tags with what the paths say of each topic when the sources of the tagged content have no vote.

    `features` holds tags × topics × paths in the order of PATHS, `defaults` tags × topics more for each topic
    that stands further in front by the defaults, `right` the place of the right topic, `groups` what must not
    be split.
    """

    features: Array
    defaults: Array
    right: NDArray[np.int64]
    groups: tuple[int, ...]


def held_out(gold: Gold) -> Array:
    """The score of each topic for each tag, by weights that were fitted on the other folds."""
    fold = folds(gold.groups, FOLDS)
    scores = np.zeros(gold.features.shape[:2])
    for one in np.unique(fold):
        inside, outside = fold == one, fold != one
        if outside.any():
            weights = fit(gold.features[outside], gold.right[outside])
            scores[inside] = gold.features[inside] @ weights
    return scores


def compared(gold: Gold, scores: Array | None = None) -> tuple[dict[str, float], float, float]:
    """Weights fitted on all tags; the mean reciprocal rank of such weights by folds, and of the defaults.

    `scores` are those of `held_out`, where they are known.
    """
    ranks = reciprocal_ranks(held_out(gold) if scores is None else scores, gold.right)
    weights = fit(gold.features, gold.right)
    defaults = reciprocal_ranks(gold.defaults, gold.right)
    return dict(zip(PATHS, weights.tolist(), strict=True)), float(ranks.mean()), float(defaults.mean())


async def _fitted_anew(
    database: Database, space: VectorSpace, course_id: int, limits: RecallLimits, count: int
) -> StoredFusion | None:
    """What was fitted; None if too few gold tags can be used: their topics or contents may have gone."""
    async with database.transaction() as connection:
        topics = [topic.topic_id for topic in await candidates.topic_names(connection, course_id)]
        most = max(LEAST_GOLD, MOST_CELLS // max(1, len(topics)))
        tags = await fusions.gold_tags(connection, space, course_id, most=most)
        own = await fusions.topic_vectors(connection, space, course_id, topics)
        voting = await fusions.voting_tags(connection, space, course_id, most=MOST_VOTING, trust=limits.trust)
    if len(tags) < LEAST_GOLD:
        return None
    asked = Asked(space, course_id, (), limits, frozenset(PATHS), count_shares=True, other_sources=True)
    shares, plain = await _read(database, asked, tags)
    tags = [tag for tag in tags if tag.topic_id in set(topics) and tag.content_id in shares]
    if not tags:
        return None
    gold = await asyncio.to_thread(_gold, tags, voting, topics, own, shares, plain, limits.by_others)
    nearest = await asyncio.to_thread(nearest_gold, tags, voting, limits.trust.gold)
    return await asyncio.to_thread(_compared, gold, tags, nearest, count)


def _compared(gold: Gold, tags: Sequence[GoldTag], nearest: Sequence[float], count: int) -> StoredFusion:
    scores = held_out(gold)
    weights, fitted, defaults = compared(gold, scores)
    rows: dict[int, list[int]] = defaultdict(list)
    for row, tag in enumerate(tags):
        rows[tag.content_id].append(row)
    ones = [of_content[0] for of_content in rows.values()]
    right = [frozenset(gold.right[of_content].tolist()) for of_content in rows.values()]
    found = worth(scores[ones], right, [gold.groups[row] for row in ones], [nearest[row] for row in ones])
    return StoredFusion(count, len(tags), weights, METRIC, fitted, defaults, found)


async def _read(
    database: Database, asked: Asked, tags: Sequence[GoldTag]
) -> tuple[dict[int, Paths], dict[int, Paths]]:
    """What the paths found for each tagged content: where shares are counted, and for the defaults."""
    content_ids = sorted({tag.content_id for tag in tags})
    shares: dict[int, Paths] = {}
    plain: dict[int, Paths] = {}
    for at in range(0, len(content_ids), BATCH):
        async with database.transaction() as connection:
            batch = await read(connection, replace(asked, content_ids=content_ids[at : at + BATCH]))
        shares |= await asyncio.to_thread(dict, batch.found())
        plain |= await asyncio.to_thread(dict, batch.of_few().found())
    return shares, plain


def _gold(
    tags: Sequence[GoldTag],
    voting: Voting,
    topics: Sequence[int],
    own: NDArray[np.float32],
    shares: Mapping[int, Paths],
    plain: Mapping[int, Paths],
    by_others: int,
) -> Gold:
    place = {topic: at for at, topic in enumerate(topics)}
    right = np.array([place[tag.topic_id] for tag in tags], dtype=np.int64)
    learned, common = summed_up(tags, voting, topics, own)
    found = np.zeros((len(tags), len(topics), len(PATHS)))
    defaults = np.zeros((len(tags), len(topics)))
    slugs = {topic: f"{at:09}" for at, topic in enumerate(topics)}
    for row, tag in enumerate(tags):
        summed = {
            LEARNED: {topics[at]: float(learned[row, at]) for at in np.argsort(-learned[row])[:by_others]},
            COMMON: dict(zip(topics, common[row].tolist(), strict=True)),
        }
        found[row] = features({**shares[tag.content_id], **summed}, topics, PATHS)
        for rank, topic in enumerate(DEFAULT.ranked(plain[tag.content_id], slugs), start=1):
            defaults[row, place[topic]] = 1 / rank
    return Gold(found, defaults, right, tuple(min(tag.sources) for tag in tags))


def summed_up(
    tags: Sequence[GoldTag], voting: Voting, topics: Sequence[int], own: NDArray[np.float32]
) -> tuple[Array, Array]:
    """For each tag the cosine of its content to each profile, and the share of all tags of each topic.

    Both as a round sums up what is `voting`, each by its trust, if no content that shares a source with that
    of the tag were tagged. `own` holds the vectors of the `topics`.
    """
    place = {topic: at for at, topic in enumerate(topics)}
    known = [row for row, topic in enumerate(voting.topic_ids) if topic in place]
    places = np.array([place[voting.topic_ids[row]] for row in known], dtype=np.int64)
    trust, weighed = voting.trust[known], voting.vectors[known] * voting.trust[known][:, None]
    sums, counts = own.astype(np.float64), np.bincount(places, trust, minlength=len(own)).astype(np.float64)
    np.add.at(sums, places, weighed)
    standing: dict[int, set[int]] = defaultdict(set)
    for at, row in enumerate(known):
        for source in voting.sources[row]:
            standing[source].add(at)
    vectors = np.array([tag.embedding for tag in tags], dtype=np.float64)
    learned, common = np.zeros((len(tags), len(own))), np.zeros((len(tags), len(own)))
    asking: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row, tag in enumerate(tags):
        asking[tag.sources].append(row)
    for sources, mine in asking.items():
        beside = sorted(set().union(*(standing[source] for source in sources)))
        left, left_counts = sums.copy(), counts.copy()
        np.subtract.at(left, places[beside], weighed[beside])
        np.subtract.at(left_counts, places[beside], trust[beside])
        left /= np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-12)
        learned[mine] = np.maximum(vectors[mine] @ left.T, 0)
        common[mine] = _shares(left_counts)
    return learned, common


def nearest_gold(tags: Sequence[GoldTag], voting: Voting, gold_trust: float) -> list[float]:
    """For each tag the cosine, 0 to 1, of its content to the nearest gold one of other sources."""
    known = np.flatnonzero(voting.trust >= gold_trust)
    vectors = voting.vectors[known]
    standing: dict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(known.tolist()):
        for source in voting.sources[row]:
            standing[source].append(at)
    found = []
    for tag in tags:
        cosines = np.maximum(vectors @ tag.embedding, 0)
        cosines[[at for source in tag.sources for at in standing[source]]] = 0
        found.append(float(cosines.max(initial=0.0)))
    return found


def _shares(counts: Array) -> Array:
    """Of the whole; what is left of a sum where all was taken from it is nothing."""
    kept: Array = np.where(counts > LEAST_COUNT, counts, 0.0)
    kept /= max(kept.sum(), LEAST_COUNT)
    return kept
