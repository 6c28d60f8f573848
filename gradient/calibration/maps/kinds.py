"""The kinds of maps: from how many labels on each may be fitted, and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gradient.calibration.maps.labels import Floats, Labels
from gradient.calibration.maps.logistic import Pull, fit
from gradient.providers.confidence import ConfidenceMap

LEAST_SLOPE, MOST_SLOPE = 1 / 20, 20.0
"""Outside of them a map would make all confidences equal, or all of them certain."""

PULL = 1.0
"""Precision of the pull towards raw: it is outweighed by some ten labels."""

EVIDENCE_PULL = 5.0
"""That of what stands beside the log-odds, in standard deviations, towards having no say."""


class Kind(Protocol):
    """A kind of map; `least` is the number of labels from which on it may be fitted."""

    name: str
    least: int

    def fit(self, to: Labels) -> ConfidenceMap:
        """The map of this kind that suits the labels best."""
        ...


class Raw:
    """The confidence as the scorer gives it."""

    name = "raw"
    least = 0

    def fit(self, to: Labels) -> ConfidenceMap:  # noqa: ARG002 - it has nothing to fit
        """Always the same."""
        return ConfidenceMap()


class Temperature:
    """All log-odds divided by one number. Guo et al., ICML 2017."""

    name = "temperature"
    least = 25

    def fit(self, to: Labels) -> ConfidenceMap:
        """The temperature, 1/20 to 20."""
        (slope,) = fit(to.differences[:, None], to.right, to.weights, _pull([1.0], [PULL]))
        return ConfidenceMap("temperature", temperature=1 / _bounded(slope))


class Bias:
    """Log-odds scaled and shifted. Platt, Advances in Large Margin Classifiers (1999)."""

    name = "bias"
    least = 100

    def fit(self, to: Labels) -> ConfidenceMap:
        """Slope, 1/20 to 20, and intercept."""
        slope, (intercept,) = _with_slope(to, np.ones((len(to), 1)), [PULL])
        return ConfidenceMap("bias", slope=slope, intercept=float(intercept))


class Evidence:
    """Log-odds scaled and shifted, and shifted more by what else the judgement stands on.

    For language models, whose word does not stand on it already.
    """

    name = "evidence"
    least = 100

    def fit(self, to: Labels) -> ConfidenceMap:
        """Slope, intercept and a weight for each piece of evidence that differs between labels."""
        names, values = _evidence(to)
        spread = values.std(axis=0)
        differing = spread > 0
        names = [name for name, differs in zip(names, differing, strict=True) if differs]
        values, spread = values[:, differing], spread[differing]
        beside = np.hstack([np.ones((len(to), 1)), (values - values.mean(axis=0)) / spread])
        slope, found = _with_slope(to, beside, [PULL, *[EVIDENCE_PULL] * len(names)])
        weights = found[1:] / spread
        intercept = float(found[0] - weights @ values.mean(axis=0))
        told = tuple((name, float(weight)) for name, weight in zip(names, weights, strict=True))
        return ConfidenceMap("evidence", slope=slope, intercept=intercept, weights=told)


class Isotonic:
    """The best map of all that turn no order round. Zadrozny & Elkan, KDD 2002.

    Its ends are no surer than the rule of succession over the labels that they stand on allows: a handful
    of right ones makes no certainty.
    """

    name = "isotonic"
    least = 200

    def fit(self, to: Labels) -> ConfidenceMap:
        """The knots: both ends of each level."""
        levels = pooled(to)
        low = 1 / (levels[0].weight + 2)
        high = (levels[-1].weight + 1) / (levels[-1].weight + 2)
        knots = [
            (x, float(np.clip(level.right / level.weight, low, high)))
            for level in levels
            for x in dict.fromkeys((level.first, level.last))
        ]
        return ConfidenceMap("isotonic", knots=tuple(knots))


@dataclass
class Level:
    """Neighbouring log-odds, `first` to `last`, for which one confidence is best, with what they weigh."""

    first: float
    last: float
    weight: float
    right: float

    def take(self, next_: "Level") -> None:
        """Make one of two."""
        self.last = next_.last
        self.weight += next_.weight
        self.right += next_.right


def pooled(to: Labels) -> list[Level]:
    """The levels by rising log-odds, the confidence of each above that of the one before.

    Pool adjacent violators: Ayer et al., Annals of Mathematical Statistics 26 (1955). Equal log-odds are
    one level from the start.
    """
    at, place = np.unique(to.differences, return_inverse=True)
    weight = np.bincount(place, to.weights)
    right = np.bincount(place, to.weights * to.right)
    levels: list[Level] = []
    for one in map(Level, at.tolist(), at.tolist(), weight.tolist(), right.tolist()):
        levels.append(one)
        while len(levels) > 1 and _fell(levels[-2], levels[-1]):
            last = levels.pop()
            levels[-1].take(last)
    return levels


KINDS: tuple[Kind, ...] = (Raw(), Temperature(), Bias(), Isotonic())
"""The simplest first."""

KINDS_OF_MODELS: tuple[Kind, ...] = (Raw(), Temperature(), Bias(), Evidence(), Isotonic())
"""The same for scorers that are language models."""


def _fell(left: Level, right: Level) -> bool:
    return left.right * right.weight >= right.right * left.weight


def _with_slope(to: Labels, beside: Floats, precision: Sequence[float]) -> tuple[float, Floats]:
    """A slope within its bounds and the coefficients of what stands beside it, drawn towards 0."""
    width = beside.shape[1]
    design = np.hstack([to.differences[:, None], beside])
    pull = _pull([1.0, *[0.0] * width], [PULL, *precision])
    slope, *rest = fit(design, to.right, to.weights, pull)
    if (bounded := _bounded(slope)) == slope:
        return float(slope), np.array(rest)
    offset = bounded * to.differences
    return bounded, fit(beside, to.right, to.weights, _pull([0.0] * width, precision), offset)


def _evidence(to: Labels) -> tuple[list[str], Floats]:
    """The names of all evidence, and its values, a row each; what is not there is 0."""
    found = [dict(row.evidence) for row in to.rows]
    names = sorted(set().union(*found))
    return names, np.array([[one.get(name, 0.0) for name in names] for one in found], dtype=np.float64)


def _pull(centre: Sequence[float], precision: Sequence[float]) -> Pull:
    return Pull(np.array(centre, dtype=np.float64), np.array(precision, dtype=np.float64))


def _bounded(slope: float) -> float:
    return float(min(MOST_SLOPE, max(LEAST_SLOPE, slope)))
