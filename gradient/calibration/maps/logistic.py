"""Weighted logistic regression with a pull towards given coefficients: the top of one concave curve."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_STEPS = 50
CLOSE_ENOUGH = 1e-10


@dataclass(frozen=True)
class Pull:
    """Where coefficients are drawn to, and how strongly: a normal prior with this precision (above 0).

    It decides where labels do not: with all of one kind the likelihood alone has no top.
    """

    centre: Floats
    precision: Floats


def fit(design: Floats, right: Floats, weights: Floats, pull: Pull, offset: Floats | None = None) -> Floats:
    """The coefficients of the columns of `design` (rows × columns) that make the labels likeliest.

    `offset` is what each row has of log-odds beside them. Newton's steps, halved while they overshoot.
    """
    beside = np.zeros(len(right)) if offset is None else offset
    found = pull.centre.astype(np.float64)
    for _ in range(MOST_STEPS):
        likely = logistic(design @ found + beside)
        slope = design.T @ (weights * (right - likely)) - pull.precision * (found - pull.centre)
        curve = (design.T * (weights * likely * (1 - likely))) @ design + np.diag(pull.precision)
        step = np.linalg.solve(curve, slope).astype(np.float64)
        found = _climbed(design, right, weights, pull, beside, found, step)
        if float(np.abs(step).max()) < CLOSE_ENOUGH:
            break
    return found


def logistic(x: Floats) -> Floats:
    """1 / (1 + exp(−x)) of each, without overflow."""
    value: Floats = 0.5 * (1 + np.tanh(x / 2))
    return value


def _climbed(
    design: Floats, right: Floats, weights: Floats, pull: Pull, beside: Floats, found: Floats, step: Floats
) -> Floats:
    """The coefficients after the step, or after the largest half, quarter … of it that does not go down."""

    def height(tried: Floats) -> float:
        odds = design @ tried + beside
        likelihood = float(weights @ (right * odds - np.logaddexp(0, odds)))
        return likelihood - float(pull.precision @ (tried - pull.centre) ** 2) / 2

    before = height(found)
    for halving in range(MOST_STEPS):
        tried: Floats = found + step / 2**halving
        if height(tried) >= before:
            return tried
    return found
