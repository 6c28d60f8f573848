"""An audit counts among what was accepted when it was drawn, whatever maps did to confidences since."""

import math

import numpy as np
import pytest

from gradient.acceptance.audits import covered_from
from gradient.acceptance.thresholds import LabelledDraw, certified_threshold
from gradient.providers.confidence import ConfidenceMap, sigmoid

SCALE, OTHER = ("tag", "offline", "1"), ("tag", "ollama:qwen", "3")
RAW = ConfidenceMap()
LIFTS = ConfidenceMap("bias", slope=1.0, intercept=2.0)
LOWERS = ConfidenceMap("bias", slope=1.0, intercept=-2.0)
LEVEL = ConfidenceMap("isotonic", knots=((-2.0, 0.1), (-1.0, 0.7), (1.0, 0.7), (2.0, 0.9)))


def covered(threshold: float, then: ConfidenceMap, now: ConfidenceMap) -> float:
    return covered_from(threshold, {SCALE: then}, {SCALE: now}, [SCALE])


@pytest.mark.parametrize(
    ("threshold", "then", "now", "least"),
    [
        (0.6, RAW, RAW, 0.6),
        (0.6, LEVEL, LEVEL, 0.6),
        (0.5, RAW, ConfidenceMap("temperature", temperature=3.0), 0.5),
        (0.5, RAW, LIFTS, sigmoid(2)),
        (0.5, RAW, LOWERS, sigmoid(-2)),
        (0.5, LIFTS, RAW, sigmoid(-2)),
        (0.05, ConfidenceMap("isotonic", knots=((0.0, 0.3),)), LIFTS, 0.0),
        (0.5, ConfidenceMap("isotonic", knots=((0.0, 0.3),)), LIFTS, math.inf),
        # From the left end of a level on all of it was accepted then, from its middle on not.
        (sigmoid(-1), RAW, LEVEL, 0.7),
        (0.5, RAW, LEVEL, math.nextafter(0.7, 1)),
        (0.5, RAW, ConfidenceMap("evidence", slope=1.0), math.inf),
        (0.5, ConfidenceMap("evidence", slope=1.0), ConfidenceMap("evidence", slope=1.0), 0.5),
    ],
)
def test_from_where_on_all_was_accepted_before(
    threshold: float, then: ConfidenceMap, now: ConfidenceMap, least: float
) -> None:
    assert covered(threshold, then, now) == pytest.approx(least, abs=1e-6)


def test_on_a_level_that_was_accepted_in_part_nothing_is_covered() -> None:
    assert covered(0.5, RAW, LEVEL) > 0.7


def test_an_audit_of_one_scorer_does_not_speak_for_another_that_was_lifted() -> None:
    assert covered_from(0.5, {}, {OTHER: LIFTS}, [SCALE, OTHER]) == pytest.approx(sigmoid(2), abs=1e-6)
    assert covered_from(0.5, {}, {OTHER: LIFTS}, [SCALE]) == 0.5


def simulated(seed: int, then: ConfidenceMap, now: ConfidenceMap, precision: float) -> tuple[bool, bool]:
    """Whether anything is certified, and whether falsely, where draws come from before and after a fit.

    The surer half of the questions is right 95 times of 100, the other half 50 times. `then` held when the
    audits were drawn, `now` holds when they certify.
    """
    generator = np.random.default_rng(seed)
    count = 6000
    sure = np.arange(count) % 2 == 0
    difference = np.where(sure, 0.85, -0.4)
    right = generator.random(count) < np.where(sure, 0.95, 0.5)
    uniform = generator.random(count) < 0.05
    accepted = np.array([then.apply(one) >= 0.5 for one in difference])
    audit = ~uniform & accepted & (generator.random(count) < 0.05)
    kept = generator.random(count) < 0.5
    least = covered(0.5, then, now)
    draws = [
        LabelledDraw(now.apply(difference[at]), bool(right[at]), least if audit[at] else None)
        for at in np.flatnonzero((uniform | audit) & kept)
    ]
    threshold = certified_threshold(draws, precision)
    if threshold is None:
        return False, False
    taken = np.array([now.apply(one) >= threshold for one in difference])
    return True, float(right[taken].mean()) < precision


@pytest.mark.parametrize(
    ("then", "now"),
    [(RAW, ConfidenceMap("bias", slope=2.2, intercept=1.08)), (LIFTS, RAW)],
    ids=["a map that lifts", "a map that lowers"],
)
@pytest.mark.parametrize("precision", [0.75, 0.9])
def test_a_certificate_is_false_no_more_often_than_one_time_in_ten(
    then: ConfidenceMap, now: ConfidenceMap, precision: float
) -> None:
    found = [simulated(seed, then, now, precision) for seed in range(60)]

    assert sum(false for _, false in found) <= 60 * 0.1
    assert sum(certified for certified, _ in found) > 60 / 2
