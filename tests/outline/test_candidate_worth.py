"""How a candidate stands, and the log-odds that follow from it."""

import math
from dataclasses import replace

import pytest

from gradient.outline.candidate_worth import FIRST, INTERCEPT, LATER, NAMES, Standing, log_odds

STANDING = Standing(True, 0.5, 0.2, 0.75)
NOTHING = dict.fromkeys((INTERCEPT, *NAMES), 0.0)


def test_the_measures_of_a_candidate() -> None:
    found = dict(zip(NAMES, STANDING.measures(), strict=True))
    assert found == pytest.approx({"odds": 0.0, "lead": 0.3, "alike": 0.75})


def test_certain_scores_have_measures_too() -> None:
    for score in (0.0, 1.0):
        assert all(map(math.isfinite, replace(STANDING, score=score).measures()))


def test_first_candidates_and_later_ones_are_worth_what_was_fitted_on_such() -> None:
    worth = {FIRST: {**NOTHING, INTERCEPT: 1.0, "lead": 2.0}, LATER: {**NOTHING, INTERCEPT: -1.0}}
    assert log_odds(worth, STANDING) == pytest.approx(1.6)
    assert log_odds(worth, replace(STANDING, first=False)) == -1.0
