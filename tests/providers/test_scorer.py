import pytest

from gradient.providers import registry
from gradient.providers.offline.scorer import OfflineScorer
from gradient.providers.ports import LogOdds, Scorer, ScoreRequest

TASKS = {
    "tag": {"intercept": -1.0, "name": 2.0, "cosine": 3.0},
    "prerequisite": {"intercept": -2.0, "order": 1.0},
}


def request_of(**features: float) -> ScoreRequest:
    return ScoreRequest("tag", "A sentence.", "Topic", ("",), features)


@pytest.fixture(params=["offline"])
def scorer(request: pytest.FixtureRequest) -> Scorer:
    return registry.scorer(request.param, TASKS, "1")


async def test_every_request_is_answered(scorer: Scorer) -> None:
    assert len(await scorer.score([request_of(name=1.0), request_of()])) == 2
    assert list(await scorer.score([])) == []


async def test_log_odds_are_the_intercept_and_what_each_feature_adds() -> None:
    (answer,) = await OfflineScorer(TASKS, "1").score([request_of(name=1.0, cosine=0.5)])
    assert answer == LogOdds(2.5, {"name": 2.0, "cosine": 1.5, "intercept": -1.0})


async def test_each_task_has_its_own_coefficients() -> None:
    asked = ScoreRequest("prerequisite", "A", "B", ("", ""), {"order": 1.0})
    (answer,) = await OfflineScorer(TASKS, "1").score([asked])
    assert answer.value == -1.0


async def test_evidence_without_a_coefficient_is_an_error() -> None:
    with pytest.raises(ValueError, match="the evidence colour of a tag has no coefficient"):
        await OfflineScorer(TASKS, "1").score([request_of(colour=1.0)])
