"""What every measure is taken of: scores with what was right, each row with its weight."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """Scores, labels (0 or 1) and weights (above 0) of the same rows, sorted by all three.

    Sorted, so that not even the rounding of a sum hangs on the order in which rows were given.
    """

    scores: Floats
    labels: Floats
    weights: Floats

    @property
    def mass(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())


def rows(scores: ArrayLike, labels: ArrayLike, weights: ArrayLike | None = None) -> Rows:
    """The rows in their order, those of weight 0 left out; without weights each counts once.

    ValueError for labels that are neither 0 nor 1, negative weights, or if no row is left.
    """
    score, label = np.asarray(scores, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    weight = np.ones_like(score) if weights is None else np.asarray(weights, dtype=np.float64)
    if not score.shape == label.shape == weight.shape or score.ndim != 1:
        raise ValueError("scores, labels and weights have to be lists of one length")
    if not (np.isfinite(score).all() and np.isfinite(weight).all() and (weight >= 0).all()):
        raise ValueError("scores have to be numbers and weights 0 or more")
    if not np.isin(label, (0.0, 1.0)).all():
        raise ValueError("a label is either 0 or 1")
    order = np.lexsort((weight, label, score))
    order = order[weight[order] > 0]
    if not order.size:
        raise ValueError("there is no row to measure")
    return Rows(score[order], label[order], weight[order])
