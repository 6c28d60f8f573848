"""Weights that make the right one among alternatives likely: the conditional logit model."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gradient.recall.fusion import softmax

RIDGE = 0.01
"""Pulls weights to 0, as a share of the number of choices: it decides where the data does not."""

MOST_STEPS = 30
CLOSE_ENOUGH = 1e-6

Array = NDArray[np.float64]


def fit(
    alternatives: Array,
    right: NDArray[np.int64],
    pull: Array | None = None,
    beside: Array | None = None,
) -> Array:
    """One weight a feature; `pull` says for each how strongly it is drawn to 0, by default `RIDGE`.

    `alternatives` holds choices × alternatives × features, `right` the right alternative of each choice,
    `beside` what each alternative has in its favour beside its features, by default nothing. The penalised
    likelihood is concave, so that Newton's steps, halved while they overshoot, end at its only top.
    """
    count, alternatives_each, width = alternatives.shape
    fixed = np.zeros((count, alternatives_each)) if beside is None else beside
    chosen = alternatives[np.arange(count), right]
    ridge = np.diag(count * (np.full(width, RIDGE) if pull is None else pull))
    weights = np.zeros(width)
    for _ in range(MOST_STEPS):
        shares = softmax(alternatives @ weights + fixed)
        expected = np.einsum("ct,ctf->cf", shares, alternatives)
        slope = (chosen - expected).sum(axis=0) - ridge @ weights
        weighed = alternatives * np.sqrt(shares)[:, :, None]
        flat = weighed.reshape(-1, width)
        curve = flat.T @ flat - expected.T @ expected + ridge
        step = np.linalg.solve(curve, slope)
        weights = _climbed(alternatives, right, fixed, weights, step, ridge)
        if float(np.abs(step).max()) < CLOSE_ENOUGH:
            break
    return weights


def _climbed(
    alternatives: Array, right: NDArray[np.int64], fixed: Array, weights: Array, step: Array, ridge: Array
) -> Array:
    """The weights after the step, or after the largest half, quarter … of it that does not go down."""
    before = _height(alternatives, right, fixed, weights, ridge)
    for halving in range(MOST_STEPS):
        tried: Array = weights + step / 2**halving
        if _height(alternatives, right, fixed, tried, ridge) >= before:
            return tried
    return weights


def _height(
    alternatives: Array, right: NDArray[np.int64], fixed: Array, weights: Array, ridge: Array
) -> float:
    """The penalised log likelihood."""
    shares = softmax(alternatives @ weights + fixed)[np.arange(len(right)), right]
    penalty = float(weights @ ridge @ weights) / 2
    return float(np.log(np.maximum(shares, 1e-300)).sum()) - penalty


def reciprocal_ranks(scores: Array, right: NDArray[np.int64]) -> Array:
    """1 ÷ the rank of the right alternative of each choice; equals stand before it."""
    own = scores[np.arange(len(right)), right][:, None]
    ranks: Array = 1.0 / (scores >= own).sum(axis=1)
    return ranks


def folds(groups: Sequence[int], count: int) -> NDArray[np.int64]:
    """The fold of each member, all of a group in one: the largest groups first, each to the smallest fold."""
    sizes: dict[int, int] = {}
    for group in groups:
        sizes[group] = sizes.get(group, 0) + 1
    filled = [0] * count
    fold_of: dict[int, int] = {}
    for group in sorted(sizes, key=lambda group: (-sizes[group], group)):
        fold_of[group] = filled.index(min(filled))
        filled[fold_of[group]] += sizes[group]
    return np.array([fold_of[group] for group in groups], dtype=np.int64)
