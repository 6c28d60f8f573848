from dataclasses import replace

import pytest

from gradient.calibration.coefficients import packaged
from gradient.calibration.tag_evidence import features, gold_shares
from gradient.providers.confidence import sigmoid
from gradient.providers.offline.scorer import OfflineScorer
from gradient.providers.ports import ScoreRequest
from gradient.store.questions import TagQuestion
from gradient.store.vectors import Vote

NAMED = TagQuestion(
    question_id=1,
    content_id=1,
    topic_id=1,
    sentence="A neural network is a stack of layers.",
    title="Neural network",
    definition="",
    summary="",
    rank=1,
    score=0.8,
    paths={"c2t": 0.5, "name": 1.0, "heading": 1.0},
    cosine=0.5,
    other_score=0.3,
    other_heading=0.0,
    defines=False,
)
UNNAMED = replace(NAMED, rank=2, score=0.3, paths={"c2t": 0.3}, cosine=0.3, other_score=0.5)


async def confidence(question: TagQuestion, generality: float = 0.02, gold: float = 0.0) -> float:
    coefficients = packaged()
    scorer = OfflineScorer(coefficients.tasks, coefficients.version)
    found = features(question, generality, gold)
    (answer,) = await scorer.score([ScoreRequest("tag", "", "", ("",), found)])
    return sigmoid(answer.value)


async def test_clear_cases_are_sure_and_doubtful_ones_are_not() -> None:
    under_heading = replace(NAMED, paths={"c2t": 0.2, "heading": 0.8}, cosine=0.2, score=0.47)
    named_in_passing = replace(
        NAMED, paths={"c2t": 0.3, "name": 0.6}, cosine=0.3, score=0.47, other_score=0.4
    )
    assert await confidence(NAMED) > 0.9
    assert await confidence(UNNAMED) < 0.1
    assert 0.1 < await confidence(under_heading) < 0.9
    assert 0.1 < await confidence(named_in_passing) < 0.9


@pytest.mark.parametrize(
    "better",
    [
        replace(UNNAMED, cosine=0.6),
        replace(UNNAMED, paths={"name": 1.0}),
        replace(UNNAMED, paths={"heading": 1.0}),
        replace(UNNAMED, defines=True),
        replace(UNNAMED, summary=UNNAMED.sentence),
        replace(UNNAMED, rank=1),
        replace(UNNAMED, other_score=0.2),
    ],
)
async def test_each_piece_of_evidence_lifts_the_confidence(better: TagQuestion) -> None:
    assert await confidence(better) > await confidence(UNNAMED)


async def test_decided_neighbours_lift_and_generality_lowers_the_confidence() -> None:
    assert await confidence(UNNAMED, gold=0.8) > await confidence(UNNAMED)
    assert await confidence(UNNAMED, generality=0.6) < await confidence(UNNAMED)


async def test_a_heading_that_names_another_topic_lowers_the_confidence() -> None:
    assert await confidence(replace(UNNAMED, other_heading=1.0)) < await confidence(UNNAMED)


def test_a_topic_that_recall_does_not_offer_has_no_evidence() -> None:
    unknown = replace(NAMED, rank=None, score=0.0, paths={}, cosine=None, other_score=0.0)
    assert set(features(unknown, 0.0, 0.0).values()) == {0.0}


def test_gold_shares_are_shares_of_similarity() -> None:
    votes = [Vote(1, 11, 5, 1.0, 0.75), Vote(1, 12, 6, 1.0, 0.25), Vote(1, 13, 6, 1.0, -0.5)]
    assert gold_shares(votes) == {(1, 5): 0.75, (1, 6): 0.25}


def test_a_neighbour_of_two_topics_votes_for_both() -> None:
    votes = [Vote(1, 11, 5, 1.0, 0.5), Vote(1, 11, 6, 1.0, 0.5)]
    assert gold_shares(votes) == {(1, 5): 1.0, (1, 6): 1.0}
