"""From where on an audit counts, whatever map was in force when it was drawn and whatever one is today.

An audit speaks for what was accepted when it was drawn. Taken for a draw among more than that it would be one
among the surest alone.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Final

from gradient.providers.confidence import LEAST_LOGARITHM, ConfidenceMap
from gradient.store.maps import Scale

Maps = Mapping[Scale, ConfidenceMap]

MOST: Final = -LEAST_LOGARITHM
"""L_yes − L_no of any judgement lies within −20 and 20."""

DIGITS: Final = 6
"""Thresholds are stored in single precision."""

STEP: Final = 1e-6


def covered_from(threshold: float, then: Maps, now: Maps, scales: Iterable[Scale]) -> float:
    """The least confidence of today from which on all was accepted then; infinite where there is none.

    `threshold` (0 to 1) and `then` are those under which an audit was drawn, `now` the maps in force today; a
    scale without a map is raw. It has to hold for each of the `scales`, by which questions are judged: of an
    audit that covers only some of them it would be a draw among these.
    """
    raw = ConfidenceMap()
    return max(
        (_covered(threshold, then.get(one, raw), now.get(one, raw)) for one in scales), default=math.inf
    )


def _covered(threshold: float, then: ConfidenceMap, now: ConfidenceMap) -> float:
    if then == now:
        return round(threshold, DIGITS)
    if "evidence" in (then.kind, now.kind):
        # Which of two judgements is surer hangs on more than their log-odds there.
        return math.inf
    if then.apply(-MOST) >= threshold:
        return 0.0
    least = _least(threshold, then)
    return math.inf if least is None else _above_what_is_below(least, now)


def _least(threshold: float, by: ConfidenceMap) -> float | None:
    """The least log-odds of which a map makes so much confidence."""
    low, high = -MOST, MOST
    if by.apply(high) < threshold:
        return None
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if by.apply(middle) >= threshold else (middle, high)
    return high


def _above_what_is_below(difference: float, by: ConfidenceMap) -> float:
    """The least confidence that a map makes of no lower log-odds than these."""
    at = by.apply(difference)
    return round(at, DIGITS) if by.apply(difference - STEP) < at else math.nextafter(at, math.inf)
