"""A pair of topics about which it is known whether the first has to be learnt before the second."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True)
class DecidedPair:
    """`first` and `second` are topics; `right` is whether the first is a prerequisite of the second."""

    first: int
    second: int
    right: bool

    @property
    def ends(self) -> tuple[int, int]:
        """The pair itself."""
        return (self.first, self.second)


def unordered(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same pair for both directions: what must not be split between fitting and scoring."""
    return [(min(pair), max(pair)) for pair in pairs]
