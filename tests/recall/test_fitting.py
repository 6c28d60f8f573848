"""Weights of paths from gold: nothing votes for itself, and they hold only where they help."""

from dataclasses import replace

import numpy as np
import pytest

from gradient.recall import fitting
from gradient.recall.fitting import compared, fitted_fusion, summed_up
from gradient.recall.fusion import C2T, CENTRAL, DEFAULT, HEADING, PATHS, Fitted
from gradient.recall.reading import Asked, Read, RecallLimits
from gradient.store import candidates, fusions, recall_paths
from gradient.store.fusions import GoldTag, Voting
from gradient.store.recall_paths import Trust
from gradient.store.sessions import Database
from gradient.store.vectors import VectorSpace, Vote
from tests.recall.small_course import NOW, SmallCourse, embed_stage, recall_stage, work_off

SPACE = VectorSpace("toy", "1", 3)
RIGHT, LEFT, UP = np.eye(3, dtype=np.float32)


def test_profiles_and_shares_leave_out_what_shares_a_source() -> None:
    tags = [
        GoldTag(1, 10, (1,), RIGHT),
        GoldTag(2, 20, (1, 2), LEFT),
        GoldTag(3, 10, (2,), UP),
        GoldTag(4, 20, (3,), UP),
    ]
    own = np.zeros((2, 3), dtype=np.float32)
    learned, common = summed_up(tags, voting(tags), [10, 20], own)
    assert common.tolist() == [[0.5, 0.5], [0.0, 1.0], [0.5, 0.5], [2 / 3, 1 / 3]]
    assert learned[0].tolist() == [0.0, 0.0]
    assert learned[3] == pytest.approx([1 / np.sqrt(2), 0.0])


def voting(tags: list[GoldTag], trust: float = 1.0) -> Voting:
    """The tags as those that vote."""
    return Voting(
        [tag.topic_id for tag in tags],
        np.full(len(tags), trust),
        [tag.sources for tag in tags],
        np.array([tag.embedding for tag in tags]),
    )


async def test_profiles_and_shares_are_fitted_on_as_they_are_used(
    database: Database, course: SmallCourse
) -> None:
    await tagged(database, course, 8)
    space, trust = embed_stage().space, Trust(0.9, 0.3)
    course.one("UPDATE round_votes SET trust = 0.6 WHERE mod(content_id, 3) = 0")
    async with database.transaction() as connection:
        topics = [topic.topic_id for topic in await candidates.topic_names(connection, course.id)]
        own = await fusions.topic_vectors(connection, space, course.id, topics)
        (tag, *_) = await fusions.gold_tags(connection, space, course.id, most=8)
        nowhere = replace(tag, sources=(-1,))
        votes = await fusions.voting_tags(connection, space, course.id, most=8, trust=trust)
        shares = await recall_paths.ensure_profiles(connection, space, course.id, trust)
        near = await recall_paths.similar_profiles(connection, space, course.id, [tag.content_id], most=9)
    learned, common = summed_up([nowhere], votes, topics, own)
    assert len(set(votes.trust.tolist())) == 2
    assert dict(zip(topics, common[0], strict=True)) == pytest.approx(shares)
    assert dict(zip(topics, learned[0], strict=True)) == pytest.approx(
        {one.topic_id: one.cosine for one in near}, abs=1e-6
    )


def gold(helpful: bool) -> fitting.Gold:
    """Sixty tags of six sources, where the first path tells the right topic, or the defaults alone do."""
    draw = np.random.default_rng(3)
    right = draw.integers(0, 5, size=60)
    noise, sure = draw.random((60, 5)), np.eye(5)[right]
    found = np.zeros((60, 5, len(PATHS)))
    found[:, :, 0] = sure if helpful else noise
    return fitting.Gold(
        found, noise if helpful else sure, right, tuple(draw.integers(0, 6, size=60).tolist())
    )


def test_weights_are_compared_with_the_defaults_on_sources_apart() -> None:
    weights, fitted, defaults = compared(gold(helpful=True))
    assert weights["c2t"] > 1
    assert fitted == 1.0 > defaults
    _, fitted, defaults = compared(gold(helpful=False))
    assert fitted < defaults == 1.0


def test_defaults_are_ranked_as_they_would_offer_not_by_their_scores_alone() -> None:
    tag = GoldTag(1, 20, (1,), RIGHT)
    found = {C2T: {10: 0.5, 20: 0.5}, HEADING: {10: 0.1, 20: 0.1}, CENTRAL: {10: 0.1, 20: 0.9}}
    own = np.eye(2, 3, dtype=np.float32)
    made = fitting._gold([tag], voting([tag]), [10, 20], own, {1: found}, {1: found}, 30)
    assert made.defaults.tolist() == [[0.5, 1.0]]


def test_the_defaults_hear_the_nearest_few_of_many_votes() -> None:
    votes = [Vote(1, neighbour, topic, 1.0, 0.9) for neighbour in range(5) for topic in (10, 20)]
    asked = Asked(SPACE, 1, (1,), RecallLimits(neighbours=2), frozenset(PATHS), count_shares=True)
    few = Read(asked, (), {}, votes={1: votes}).of_few()
    assert [vote.neighbour_id for vote in few.votes[1]] == [0, 0, 1, 1]
    assert (few.asked.count_shares, few.asked.paths) == (False, DEFAULT.paths)


async def tagged(database: Database, course: SmallCourse, count: int) -> None:
    """Contents of two topics in four sources, tagged as a person would."""
    topics = [course.topic("Gradient descent"), course.topic("Convolution")]
    chunks = [course.chunk(course.source(f"vision/{at}.md"), f"Notes {at}.", "Notes") for at in range(4)]
    words = ("The step follows the slope", "The filter slides over the image")
    for at in range(count):
        content = course.content(f"{words[at % 2]} in case {at}.", chunks[at // 2 % 4])
        course.vote(content, topics[at % 2], 1.0)
    await work_off(database, embed_stage(), course)


async def test_with_too_little_gold_the_defaults_hold(database: Database, course: SmallCourse) -> None:
    await tagged(database, course, 8)
    space = embed_stage().space
    assert await fitted_fusion(database, space, course.id, RecallLimits(), lambda: NOW) is None
    assert course.all("SELECT 1 FROM fusions") == []


async def test_enough_gold_is_fitted_on_once_and_anew_when_it_has_grown(
    database: Database, course: SmallCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tagged(database, course, 24)
    monkeypatch.setattr(fitting, "LEAST_GOLD", 10)
    monkeypatch.setattr(fitting, "compared", lambda gold, _: ({"c2t": len(gold.right)}, 0.6, 0.5))
    space = embed_stage().space

    async def fusion() -> object:
        return await fitted_fusion(database, space, course.id, RecallLimits(), lambda: NOW)

    first = await fusion()
    assert isinstance(first, Fitted)
    assert await fusion() == first
    kept = course.all("SELECT gold, n, metric, fitted > defaults FROM fusions")
    assert kept == [(24, 24, "mean reciprocal rank, 5 folds by source", True)]
    course.one("DELETE FROM round_votes WHERE ctid IN (SELECT ctid FROM round_votes LIMIT 4)")
    assert await fusion() == first
    for gold, fits in ((19, 1), (18, 2)):
        course.one("UPDATE fusions SET gold = %s", gold)
        await fusion()
        assert course.one("SELECT count(*) FROM fusions") == fits
    assert [gold for (gold,) in course.all("SELECT gold FROM fusions ORDER BY id")] == [18, 20]


async def test_weights_hold_only_under_the_settings_that_they_were_fitted_under(
    database: Database, course: SmallCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tagged(database, course, 24)
    monkeypatch.setattr(fitting, "LEAST_GOLD", 10)
    monkeypatch.setattr(fitting, "compared", lambda gold, _: ({"c2t": 1.0}, 0.6, 0.5))
    space = embed_stage().space
    limits = RecallLimits()
    changed = [
        limits,
        replace(limits, floor=0.2),
        replace(limits, by_topic=15),
        replace(limits, trust=Trust(1.0, 0.5)),
        replace(limits, voters="all"),
        limits,
    ]
    for under in changed:
        await fitted_fusion(database, space, course.id, under, lambda: NOW)
    assert course.one("SELECT count(*) FROM fusions") == 5


async def test_weights_that_do_no_better_than_the_defaults_are_kept_and_not_used(
    database: Database, course: SmallCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tagged(database, course, 24)
    monkeypatch.setattr(fitting, "LEAST_GOLD", 10)
    monkeypatch.setattr(fitting, "compared", lambda gold, _: ({"c2t": 1.0}, 0.4, 0.5))
    assert await fitted_fusion(database, embed_stage().space, course.id, RecallLimits(), lambda: NOW) is None
    assert course.all("SELECT count(*) FROM fusions") == [(1,)]


@pytest.mark.parametrize(
    "gone",
    [
        "UPDATE topics SET state = 'retired' WHERE title <> 'Sorting'",
        "UPDATE topics SET state = 'retired'",
        "DELETE FROM vectors WHERE owner_kind = 'content'",
        "UPDATE contents SET retired_at = now() WHERE id IN (SELECT content_id FROM round_votes OFFSET 5)",
    ],
)
async def test_gold_that_cannot_be_used_is_not_fitted_on(
    database: Database, course: SmallCourse, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    course.topic("Sorting")
    await tagged(database, course, 24)
    monkeypatch.setattr(fitting, "LEAST_GOLD", 10)
    course.one(gone)
    await work_off(database, recall_stage(), course)
    assert course.all("SELECT 1 FROM fusions") == []
    retired = "SELECT 1 FROM candidates JOIN topics ON topics.id = topic_id WHERE topics.state <> 'active'"
    assert course.all(retired) == []
