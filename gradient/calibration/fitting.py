"""Fits the coefficients of the offline scorer on labelled pairs, drawn to those that were set by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradient.calibration.maps.logistic import Pull, fit, logistic
from gradient.measures.scores import brier
from gradient.providers.offline.scorer import INTERCEPT

Floats = NDArray[np.float64]

PULLS = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
"""Precisions of the prior that are tried: how strongly coefficients are held where they were."""


@dataclass(frozen=True)
class LabelledEvidence:
    """The features of a pair and its label; pairs of one `group` are never split in cross-validation."""

    features: Mapping[str, float]
    right: bool
    group: str


@dataclass(frozen=True)
class FittedCoefficients:
    """Coefficients with the pull that was chosen, and confidences, 0 to 1, of each row.

    `before` are those by the coefficients that were set by hand, `held_out` those by coefficients that
    were fitted on the rows of all other groups.
    """

    coefficients: Mapping[str, float]
    pull: float
    before: Floats
    held_out: Floats


def fit_coefficients(
    rows: Sequence[LabelledEvidence], by_hand: Mapping[str, float], digits: int = 2
) -> FittedCoefficients:
    """Logistic regression with a normal prior around the coefficients set by hand.

    What no row says anything about keeps its number, and where labels are few it moves little. The pull is
    the one of `PULLS` with the best Brier score over held-out groups, the stronger of equal ones.
    ValueError without rows of two groups, or for evidence without a coefficient.
    """
    names = [INTERCEPT, *(name for name in by_hand if name != INTERCEPT)]
    unknown = sorted({name for row in rows for name in row.features} - set(names))
    if unknown:
        raise ValueError(f"the evidence {', '.join(unknown)} has no coefficient to begin with")
    groups = np.array([row.group for row in rows])
    if len(set(groups.tolist())) < 2:
        raise ValueError("coefficients are fitted on pairs of at least two groups")
    design = np.array([[1.0, *(row.features.get(name, 0.0) for name in names[1:])] for row in rows])
    right = np.array([float(row.right) for row in rows])
    centre = np.array([by_hand[name] for name in names])
    tried = {pull: _held_out(design, right, groups, _around(centre, pull)) for pull in PULLS}
    chosen = min(reversed(PULLS), key=lambda pull: brier(tried[pull], right))
    found = fit(design, right, np.ones(len(rows)), _around(centre, chosen))
    coefficients = {name: round(float(value), digits) for name, value in zip(names, found, strict=True)}
    return FittedCoefficients(coefficients, chosen, logistic(design @ centre), tried[chosen])


def _around(centre: Floats, precision: float) -> Pull:
    return Pull(centre, np.full(len(centre), precision))


def _held_out(design: Floats, right: Floats, groups: NDArray[np.str_], pull: Pull) -> Floats:
    """The confidence of each row by what is fitted on the rows of all other groups."""
    confidences = np.zeros(len(right))
    for group in sorted(set(groups.tolist())):
        inside = groups == group
        found = fit(design[~inside], right[~inside], np.ones(int((~inside).sum())), pull)
        confidences[inside] = logistic(design[inside] @ found)
    return confidences
