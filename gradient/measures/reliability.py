"""Whether confidences mean what they say: bins of equal mass, the calibration error, and its floor."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gradient.measures.rows import Floats, Rows, rows

BINS = 10
FLOOR_DRAWS = 2000
FLOOR_PERCENTILE = 99.0
SEED = 20260301

_BLOCK = 1 << 22
"""So many random numbers are held at a time."""


@dataclass(frozen=True)
class Bin:
    """Rows of neighbouring confidences: how many, and their means, weighted.

    `least` and `most` are the confidences at its ends, `share` (0 to 1) its part of all weight.
    """

    least: float
    most: float
    rows: int
    share: float
    confidence: float
    right: float


def reliability(
    scores: ArrayLike, labels: ArrayLike, weights: ArrayLike | None = None, bins: int = BINS
) -> list[Bin]:
    """The bins by rising confidence, of equal mass as far as rows of equal confidence let them be.

    Rows of one confidence are never split, since which of them falls where would hang on their order:
    they go together where the middle of their mass lies. So there may be fewer bins than asked for.
    """
    given = rows(scores, labels, weights)
    place = _places(given, bins)
    return [_bin(given, place == at) for at in np.unique(place)]


def ece(scores: ArrayLike, labels: ArrayLike, weights: ArrayLike | None = None, bins: int = BINS) -> float:
    """The expected calibration error, 0 to 1: the mean distance of confidence and share of right rows.

    Over bins of equal mass, weighted by it. Naeini et al., AAAI 2015; equal mass after Nguyen & O'Connor,
    EMNLP 2015.
    """
    given = rows(scores, labels, weights)
    place = _places(given, bins)
    off = np.bincount(place, given.weights * (given.scores - given.labels))
    return float(np.abs(off).sum() / given.mass)


def ece_floor(scores: ArrayLike, weights: ArrayLike | None = None, bins: int = BINS) -> float:
    """The error that perfect confidences show by chance: 99 of 100 draws of labels from them show less.

    The labels of 2,000 seeded draws are right with the probability that their row says. An error at or
    below it is no sign of miscalibration. After Bröcker & Smith, Weather and Forecasting 22 (2007).
    """
    score = np.asarray(scores, dtype=np.float64)
    given = rows(score, np.zeros_like(score), weights)
    if given.scores[0] < 0 or given.scores[-1] > 1:
        raise ValueError("confidences have to be within 0 and 1")
    place = _places(given, bins)
    membership = np.zeros((given.scores.size, int(place[-1]) + 1))
    membership[np.arange(given.scores.size), place] = given.weights / given.mass
    generator = np.random.default_rng(SEED)
    errors = [_drawn_errors(given.scores, membership, generator, draws) for draws in _blocks(given)]
    return float(np.percentile(np.concatenate(errors), FLOOR_PERCENTILE))


def _blocks(given: Rows) -> list[int]:
    """How many draws are made at a time, so that all of them are."""
    most = max(1, _BLOCK // given.scores.size)
    return [min(most, FLOOR_DRAWS - start) for start in range(0, FLOOR_DRAWS, most)]


def _drawn_errors(scores: Floats, membership: Floats, generator: np.random.Generator, draws: int) -> Floats:
    labels = generator.random((draws, scores.size)) < scores
    errors: Floats = np.abs((scores - labels) @ membership).sum(axis=1)
    return errors


def _places(given: Rows, bins: int) -> NDArray[np.intp]:
    """The bin of each row from 0, by where the middle of the mass of its confidence lies."""
    _, value = np.unique(given.scores, return_inverse=True)
    mass = np.bincount(value, given.weights)
    middle = (np.cumsum(mass) - mass / 2) / mass.sum()
    place: NDArray[np.intp] = np.minimum((middle * bins).astype(np.intp), bins - 1)[value]
    return place


def _bin(given: Rows, inside: NDArray[np.bool_]) -> Bin:
    scores, weights = given.scores[inside], given.weights[inside]
    return Bin(
        least=float(scores[0]),
        most=float(scores[-1]),
        rows=int(scores.size),
        share=float(weights.sum() / given.mass),
        confidence=float(np.average(scores, weights=weights)),
        right=float(np.average(given.labels[inside], weights=weights)),
    )
