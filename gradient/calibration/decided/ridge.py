"""What decided pairs say of others that are alike: kernel ridge regression over pairs of topics.

The kernel of two pairs is the product of how alike their first topics are and how alike their second ones
are, each with a constant beside it, so that what holds of a topic as an end of any pair is learnt too
(Basilico & Hofmann, ICML 2004, for kernels over pairs).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.pair import DecidedPair, Floats, unordered

RIDGE = 1.0
"""What is added to the kernel of a pair with itself: how little one decision alone is trusted."""
WEIGHT = 4.0
"""How much likeness of an end weighs beside the constant."""


@dataclass(frozen=True)
class PairRidge:
    """Fitted on decided pairs. Its values are about 0 to 1, the share of right ones among pairs alike."""

    likeness: Likeness
    pairs: tuple[tuple[int, int], ...]
    mean: float
    inverse: Floats
    weights: Floats

    def of(self, pairs: Sequence[tuple[int, int]]) -> Floats:
        """What is learnt of each pair from the others.

        One that was decided itself, in either direction, is left out of what is said of it: as if fitted
        anew without it, by the closed form for several rows at a time (Cook & Weisberg, Residuals and
        Influence in Regression, 1982).
        """
        own: dict[tuple[int, int], list[int]] = defaultdict(list)
        for row, key in enumerate(unordered(self.pairs)):
            own[key].append(row)
        kernel = _kernel(self.likeness, pairs, self.pairs)
        found: Floats = self.mean + kernel @ self.weights
        for row, key in enumerate(unordered(pairs)):
            if key in own:
                found[row] = self.mean + kernel[row] @ self._without(own[key])
        return found

    def _without(self, rows: list[int]) -> Floats:
        """The weights as they would be without some rows."""
        block = self.inverse[np.ix_(rows, rows)]
        weights: Floats = self.weights - self.inverse[:, rows] @ np.linalg.solve(block, self.weights[rows])
        weights[rows] = 0.0
        return weights


def fitted(likeness: Likeness, decided: Sequence[DecidedPair]) -> PairRidge:
    """Fit on at least one decided pair. Cubic in their number."""
    pairs = tuple(one.ends for one in decided)
    right = np.array([one.right for one in decided], dtype=np.float64)
    mean = float(right.mean())
    regular = _kernel(likeness, pairs, pairs) + RIDGE * np.eye(len(pairs))
    inverse: Floats = np.linalg.inv(regular).astype(np.float64)
    return PairRidge(likeness, pairs, mean, inverse, inverse @ (right - mean))


def _kernel(
    likeness: Likeness, pairs: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> Floats:
    firsts, seconds = likeness.ends(pairs)
    other_firsts, other_seconds = likeness.ends(others)
    first = 1 + WEIGHT * likeness.kernel[np.ix_(firsts, other_firsts)]
    second = 1 + WEIGHT * likeness.kernel[np.ix_(seconds, other_seconds)]
    product: Floats = first * second
    return product
