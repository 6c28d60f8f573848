"""How good confidences are as a whole: Brier score, skill over a base rate, and how well they rank."""

import numpy as np
from numpy.typing import ArrayLike

from gradient.measures.rows import rows


def brier(scores: ArrayLike, labels: ArrayLike, weights: ArrayLike | None = None) -> float:
    """The mean squared distance of confidence and label, 0 to 1, the less the better.

    Brier, Monthly Weather Review 78 (1950).
    """
    given = rows(scores, labels, weights)
    return float(np.average((given.scores - given.labels) ** 2, weights=given.weights))


def brier_skill(
    scores: ArrayLike, labels: ArrayLike, base_rate: float, weights: ArrayLike | None = None
) -> float | None:
    """1 − Brier ÷ that of always saying `base_rate` (0 to 1): 0 is no better, 1 perfect, below 0 worse.

    None where the base rate is never wrong, so that nothing could be better.
    """
    given = rows(scores, labels, weights)
    reference = brier(np.full(given.scores.shape, base_rate), given.labels, given.weights)
    return None if reference == 0 else 1 - brier(given.scores, given.labels, given.weights) / reference


def auroc(scores: ArrayLike, labels: ArrayLike, weights: ArrayLike | None = None) -> float | None:
    """How often a right row scores above a wrong one, 0 to 1, equal scores counting half.

    None where all labels are equal. Hanley & McNeil, Radiology 143 (1982).
    """
    given = rows(scores, labels, weights)
    _, place = np.unique(given.scores, return_inverse=True)
    right = np.bincount(place, given.weights * given.labels)
    wrong = np.bincount(place, given.weights * (1 - given.labels))
    pairs = right.sum() * wrong.sum()
    if pairs == 0:
        return None
    below = np.cumsum(wrong) - wrong
    return float(right @ (below + wrong / 2) / pairs)
