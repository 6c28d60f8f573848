"""Weights from choices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.recall.conditional_logit import RIDGE, fit, folds, reciprocal_ranks
from gradient.recall.fusion import softmax


def test_the_weights_are_where_the_penalised_likelihood_is_flat() -> None:
    draw = np.random.default_rng(1)
    alternatives = draw.normal(size=(200, 6, 3))
    right = (alternatives @ np.array([2.0, -1.0, 0.0]) + draw.gumbel(size=(200, 6))).argmax(axis=1)
    weights = fit(alternatives, right)
    shares = softmax(alternatives @ weights)
    seen = alternatives[np.arange(200), right].sum(axis=0)
    expected = np.einsum("ct,ctf->f", shares, alternatives)
    assert seen - expected - RIDGE * 200 * weights == pytest.approx(np.zeros(3), abs=1e-4)
    assert weights == pytest.approx([2.0, -1.0, 0.0], abs=0.5)


def test_a_feature_that_says_nothing_and_one_that_decides_all_have_weights_too() -> None:
    alternatives = np.zeros((50, 4, 2))
    alternatives[:, 0, 0] = 1
    weights = fit(alternatives, np.zeros(50, dtype=np.int64))
    assert weights[0] > 1
    assert weights[1] == 0


def test_the_reciprocal_rank_counts_equals_before_the_right_one() -> None:
    scores = np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
    assert reciprocal_ranks(scores, np.array([1, 0, 2])).tolist() == [1 / 2, 1 / 3, 1.0]


@given(st.lists(st.integers(0, 12), min_size=1), st.integers(1, 5))
def test_a_group_is_never_split_between_folds(groups: list[int], count: int) -> None:
    found = folds(groups, count)
    assert all(len(set(found[np.array(groups) == group])) == 1 for group in groups)
    assert set(found) <= set(range(count))
