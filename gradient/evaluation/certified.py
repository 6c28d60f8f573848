"""How much is accepted by itself where a precision is certified."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradient.measures.bootstrap import RESAMPLES, Interval, group_interval
from gradient.measures.rows import Floats

PRECISIONS = (0.8, 0.9, 0.95)
"""The precisions for which it is stated."""

DIGITS = 6


def coverage(confidences: Floats, certified: Mapping[float, float | None]) -> dict[str, float]:
    """By precision the share of rows at or above the certified threshold; 0 where none is certified."""
    return {
        f"{precision:g}": 0.0 if at is None else round(float((confidences >= at).mean()), DIGITS)
        for precision, at in certified.items()
    }


def certificates(
    confidences: Floats,
    right: Floats,
    groups: Sequence[str],
    certified: Mapping[float, float | None],
    resamples: int = RESAMPLES,
) -> dict[str, dict[str, Any]]:
    """By precision the threshold that is certified, and how many of the rows from it on are right.

    `intervals` bound that precision and the coverage with 95 %, by whole groups; they take the threshold for
    given.
    """
    return {
        f"{precision:g}": {"threshold": at, "precision": None, "intervals": None}
        if at is None
        else _certificate((confidences >= at).astype(np.float64), right, groups, at, resamples)
        for precision, at in certified.items()
    }


def _certificate(
    above: Floats, right: Floats, groups: Sequence[str], threshold: float, resamples: int
) -> dict[str, Any]:
    covered = group_interval(groups, lambda times: _share(above, times), resamples)
    precise = group_interval(groups, lambda times: _share(right, times * above), resamples)
    return {
        "threshold": threshold,
        "precision": _rounded(_share(right, above)),
        "intervals": {"coverage": _bounds(covered), "precision": _bounds(precise)},
    }


def _share(marks: Floats, weights: Floats) -> float | None:
    mass = float(weights.sum())
    return float((marks * weights).sum()) / mass if mass else None


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(end, DIGITS) for end in interval]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
