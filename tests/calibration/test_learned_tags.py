"""What decided tags teach is a correction of the scorer's own log-odds."""

import pytest

from gradient.calibration.coefficients import packaged
from gradient.calibration.decided.tags import LEARNED, with_learned
from gradient.outline.candidate_worth import FIRST, INTERCEPT, LATER, NAMES, Standing
from gradient.providers import registry
from gradient.providers.ports import Scorer, ScoreRequest

NOTHING = dict.fromkeys((INTERCEPT, *NAMES), 0.0)
WORTH = {FIRST: {**NOTHING, INTERCEPT: 1.5}, LATER: {**NOTHING, INTERCEPT: -2.0}}
STANDING = Standing(True, 0.5, 0.75, 3)


@pytest.fixture
def scorer() -> Scorer:
    coefficients = packaged()
    return registry.scorer("offline", coefficients.tasks, coefficients.version)


def request(cosine: float) -> ScoreRequest:
    return ScoreRequest("tag", "It learns.", "Learning", ("",), {"cosine": cosine, "first": 1.0})


async def test_the_log_odds_become_what_the_place_is_worth(scorer: Scorer) -> None:
    asked = {1: request(0.3), 2: request(0.9)}
    found = await with_learned(asked, {1: STANDING, 2: STANDING}, WORTH, scorer)
    answers = await scorer.score(list(found.values()))
    assert [one.value for one in answers] == pytest.approx([1.5, 1.5])
    assert {name: found[1].features[name] for name in ("cosine", "first")} == asked[1].features


async def test_what_recall_does_not_offer_is_not_corrected(scorer: Scorer) -> None:
    asked = {1: request(0.3), 2: request(0.9)}
    found = await with_learned(asked, {2: STANDING}, WORTH, scorer)
    assert found[1] == asked[1]
    assert LEARNED in found[2].features


def test_what_is_learned_is_added_as_it_is() -> None:
    assert packaged().tasks["tag"][LEARNED] == 1.0
