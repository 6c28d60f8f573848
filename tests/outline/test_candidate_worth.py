"""How a candidate stands, and the log-odds that follow from it."""

import math
from dataclasses import replace

import pytest

from gradient.outline.candidate_worth import FIRST, INTERCEPT, LATER, NAMES, Standing, is_known, log_odds

STANDING = Standing(True, 0.5, 0.75, 3)
NOTHING = dict.fromkeys((INTERCEPT, *NAMES), 0.0)


def test_the_measures_of_a_candidate() -> None:
    found = dict(zip(NAMES, STANDING.measures(), strict=True))
    assert found == pytest.approx({"odds": 0.0, "beside": math.log(4), "mostly": 0.75 * math.log(4)})


def test_certain_scores_have_measures_too() -> None:
    for score in (0.0, 1.0):
        assert all(map(math.isfinite, replace(STANDING, score=score).measures()))


def test_first_candidates_and_later_ones_are_worth_what_was_fitted_on_such() -> None:
    worth = {FIRST: {**NOTHING, INTERCEPT: 1.0, "mostly": 2.0}, LATER: {**NOTHING, INTERCEPT: -1.0}}
    assert log_odds(worth, STANDING) == pytest.approx(1 + 1.5 * math.log(4))
    assert log_odds(worth, replace(STANDING, first=False)) == -1.0


def test_what_was_fitted_by_other_measures_is_not_known() -> None:
    assert is_known({FIRST: NOTHING, LATER: NOTHING})
    assert not is_known({FIRST: NOTHING, LATER: {INTERCEPT: 1.0, "odds": 1.0, "another": 1.0}})
    assert not is_known({})
