"""What is accepted by itself where a precision is certified, and the rows that figures name."""

import numpy as np

from gradient.evaluation.certified import certificates, coverage
from gradient.evaluation.named_rows import named_rows

CONFIDENCES = np.array([0.2, 0.6, 0.7, 0.9, 0.95])
RIGHT = np.array([0.0, 1.0, 0.0, 1.0, 1.0])
GROUPS = ["a", "b", "b", "c", "d"]


def test_coverage_counts_the_rows_from_the_threshold_on() -> None:
    assert coverage(CONFIDENCES, {0.8: 0.7, 0.9: 0.9, 0.95: None}) == {"0.8": 0.6, "0.9": 0.4, "0.95": 0.0}


def test_a_certificate_says_how_many_rows_from_its_threshold_on_are_right_within_bounds() -> None:
    found = certificates(CONFIDENCES, RIGHT, GROUPS, {0.8: 0.6, 0.95: None}, resamples=200)

    assert found["0.95"] == {"threshold": None, "precision": None, "intervals": None}
    assert (found["0.8"]["threshold"], found["0.8"]["precision"]) == (0.6, 0.75)
    bounds = found["0.8"]["intervals"]
    assert bounds["coverage"][0] < 0.8 < bounds["coverage"][1]
    # Both rows of b are drawn together: half of them is right, whatever is drawn beside.
    assert 0.5 <= bounds["precision"][0] < 0.75
    alone = certificates(CONFIDENCES, RIGHT, list("abcde"), {0.8: 0.6}, resamples=200)
    assert alone["0.8"]["intervals"]["precision"][0] < 0.5


def test_rows_are_named_whatever_their_order_and_groups_in_both_are_counted() -> None:
    rows = [("g1", "c1", True), ("g1", "c2", False), ("g2", "c3", True)]
    named = named_rows(rows, [("g3", "c4", True)])

    assert named_rows(reversed(rows), [("g3", "c4", True)]) == named
    assert named_rows(rows[:2], []) == {**named_rows(rows[1::-1], []), "fitted_on": None}
    assert named_rows([*rows[:2], ("g2", "c3", False)], [])["scored_on"] != named["scored_on"]
    assert named["groups_in_both"] == 0
    assert named_rows(rows, [("g2", "c9", True)])["groups_in_both"] == 1
    certified = named_rows(rows, [("g3", "c4", True)], [("g3", "c5", True)])
    assert certified["groups_in_both"] == 1
    assert certified["certified_on"] == named_rows([("g3", "c5", True)], [])["scored_on"]
    assert named_rows(rows, [], [])["certified_on"] is None
