"""Figures of prerequisites, counted by hand."""

import numpy as np
import pytest

from gradient.acceptance.verdict import Band
from gradient.evaluation.pairs import (
    ScoredPair,
    agreement,
    at_threshold,
    best_threshold,
    closed,
    reversed_accepted,
    rights,
)

SCORED = [
    ScoredPair(("sets", "maps"), right=True, log_odds=3.0),
    ScoredPair(("maps", "sets"), right=False, log_odds=1.0),
    ScoredPair(("maps", "groups"), right=True, log_odds=2.0),
    ScoredPair(("sets", "groups"), right=True, log_odds=-1.0),
    ScoredPair(("groups", "sets"), right=False, log_odds=-3.0),
    ScoredPair(("knots", "sets"), right=False, log_odds=None),
]


def test_precision_recall_and_f1_at_a_threshold_know_no_direction() -> None:
    accepted = at_threshold(SCORED, 0.6)
    assert accepted.tolist() == [1, 1, 1, 0, 0, 0]
    found = agreement(accepted, rights(SCORED))
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.f1 == pytest.approx(2 / 3)


def test_a_weight_is_how_often_a_row_counts() -> None:
    accepted, right = np.array([1.0, 1.0, 0.0]), np.array([1.0, 0.0, 1.0])
    twice = agreement(accepted, right, np.array([2.0, 1.0, 0.0]))
    assert (twice.precision, twice.recall) == (pytest.approx(2 / 3), 1.0)


def test_where_nothing_is_accepted_or_right_there_is_no_figure() -> None:
    none = np.zeros(2)
    assert agreement(none, none).f1 is None
    assert agreement(none, np.ones(2)).precision is None
    assert agreement(none, np.ones(2)).f1 == 0


def test_the_settled_graph_has_one_direction_and_all_its_ways() -> None:
    found = closed(SCORED, Band(0.6, 0.3), margin=1.0)
    # Sets before maps is clearer than its reversal; sets before groups follows, though nobody accepts it.
    assert found.tolist() == [1, 0, 1, 1, 0, 0]


def test_a_reversal_that_is_accepted_counts_among_the_reversals_of_right_pairs() -> None:
    assert reversed_accepted(SCORED, 0.6) == 1 / 2
    assert reversed_accepted(SCORED, 0.9) == 0
    assert reversed_accepted(SCORED[:1], 0.6) is None


def test_the_threshold_of_highest_f1_is_chosen_and_of_equal_ones_the_nearest() -> None:
    # From .27 to .73 both reversals' better halves are in; above, only right ones.
    assert best_threshold(SCORED, 0.6) == 0.25
    assert best_threshold([SCORED[0], SCORED[4]], 0.6) == 0.6


def test_a_refused_pair_has_no_confidence() -> None:
    assert SCORED[-1].confidence == 0
