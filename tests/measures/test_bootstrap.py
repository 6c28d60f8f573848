"""Intervals over draws of whole groups."""

import numpy as np
import pytest

from gradient.measures.bootstrap import group_interval
from gradient.measures.rows import Floats
from gradient.measures.scores import auroc, brier

GENERATOR = np.random.default_rng(11)
SCORES = GENERATOR.random(300)
LABELS = (GENERATOR.random(300) < SCORES).astype(float)
GROUPS = [f"group {row % 60}" for row in range(300)]


def test_the_interval_holds_the_figure_and_is_the_same_each_time() -> None:
    def measure(times: Floats) -> float:
        return brier(SCORES, LABELS, times)

    found = group_interval(GROUPS, measure, resamples=300)

    assert found is not None
    assert found[0] < brier(SCORES, LABELS) < found[1]
    assert found == group_interval(GROUPS, measure, resamples=300)


def test_rows_of_a_group_are_drawn_together() -> None:
    """Copies of a row say nothing new, so its group makes the interval no narrower."""
    labels = np.array([0.0, 1.0] * 20)
    alone = [f"{row}" for row in range(40)]

    one = group_interval(alone, lambda times: float(np.average(labels, weights=times)), resamples=300)
    copied = group_interval(
        alone * 5, lambda times: float(np.average(np.tile(labels, 5), weights=times)), resamples=300
    )

    assert one == pytest.approx(copied)
    assert one is not None
    # 40 fair coins: a standard error of .079.
    assert one[1] - one[0] == pytest.approx(2 * 1.96 * 0.079, rel=0.15)


def test_one_group_has_no_interval() -> None:
    assert group_interval(["one"] * 5, lambda times: 1.0) is None


def test_a_resample_without_a_figure_does_not_count() -> None:
    labels = [1, 0]

    assert group_interval(["a", "b"], lambda times: auroc([0.9, 0.1], labels, times), resamples=50) == (1, 1)
    assert group_interval(["a", "b"], lambda times: None, resamples=50) is None


def test_scorers_are_compared_on_the_same_draws() -> None:
    worse = 0.5 + (SCORES - 0.5) / 2

    found = group_interval(
        GROUPS, lambda times: brier(worse, LABELS, times) - brier(SCORES, LABELS, times), resamples=300
    )

    assert found is not None
    assert 0 < found[0] < found[1]
