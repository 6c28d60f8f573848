from collections.abc import AsyncIterator, Iterator

import pytest

from gradient.providers import registry
from gradient.providers.confidence import Logits, from_evidence, from_tokens
from gradient.providers.offline.scorer import OfflineScorer
from gradient.providers.ports import Errand, LogOdds, Scorer, ScoreRequest, ShownTokens, Unanswered
from tests.providers.played import Ledger, Played, played

TASKS = {
    "tag": {"intercept": -1.0, "name": 2.0, "cosine": 3.0},
    "prerequisite": {"intercept": -2.0, "order": 1.0},
}


def request_of(**features: float) -> ScoreRequest:
    return ScoreRequest("tag", "A sentence.", "Topic", ("",), features)


@pytest.fixture(params=["offline", "ollama", "openai"])
def plays(request: pytest.FixtureRequest) -> Iterator[Played]:
    with played(request.param) as found:
        yield found


@pytest.fixture
async def scorer(plays: Played) -> AsyncIterator[Scorer]:
    found = registry.scorer(plays.setting, TASKS, "1", plays.access)
    async with registry.closing(found):
        yield found


async def test_every_request_is_answered(scorer: Scorer) -> None:
    errand = Errand(Ledger().book, b"secret")
    answers = await scorer.score([request_of(name=1.0), request_of()], errand)
    assert [isinstance(one, LogOdds | ShownTokens) for one in answers] == [True, True]
    assert list(await scorer.score([], errand)) == []


async def test_what_speaks_for_it_is_answered_with_more_confidence(scorer: Scorer) -> None:
    speaks = ScoreRequest("tag", "A loss is a number.", "Loss", ("What is made small.",), {"name": 1.0})
    does_not = ScoreRequest("tag", "An orchid is a flower.", "Kernel", ("",), {"name": 0.0})
    yes, no = await scorer.score([speaks, does_not], Errand(Ledger().book, b"secret"))
    assert logits(yes).confidence > logits(no).confidence


def logits(answer: LogOdds | ShownTokens | Unanswered) -> Logits:
    assert not isinstance(answer, Unanswered)
    found = from_evidence(answer.value) if isinstance(answer, LogOdds) else from_tokens(answer.tokens)
    assert isinstance(found, Logits)
    return found


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
