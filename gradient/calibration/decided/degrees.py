"""What decided prerequisites of a course say of a pair by its neighbours: degrees, chains, what is shared.

Only prerequisites that hold count. Which pairs were asked about, and which were denied, has no part in it.
"""

from collections.abc import Sequence

import numpy as np

from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.pair import DecidedPair, Floats

NAMES = (
    "first_leads",
    "first_rests",
    "second_rests",
    "second_leads",
    "chain",
    "chain_back",
    "shared_later",
    "shared_earlier",
)


class Degrees:
    """The graph of the prerequisites that hold among decided pairs."""

    def __init__(self, likeness: Likeness, decided: Sequence[DecidedPair]) -> None:
        self._likeness = likeness
        size = len(likeness.place)
        self._edges = np.zeros((size, size))
        firsts, seconds = likeness.ends([one.ends for one in decided if one.right])
        self._edges[firsts, seconds] = 1.0
        self._chains = self._edges @ self._edges
        self._later = self._edges @ self._edges.T
        self._earlier = self._edges.T @ self._edges

    def of(self, pairs: Sequence[tuple[int, int]]) -> Floats:
        """Logarithms of one more than the counts named in `NAMES`, a row for each pair.

        The pair itself, either way, is left out of them: no count knows what it is asked about.
        """
        first, second = self._likeness.ends(pairs)
        edges = self._edges
        leads, needs = edges.sum(axis=1), edges.sum(axis=0)
        own, back = edges[first, second], edges[second, first]
        counts = np.stack(
            [
                leads[first] - own,
                needs[first] - back,
                needs[second] - own,
                leads[second] - back,
                self._chains[first, second],
                self._chains[second, first],
                self._later[first, second],
                self._earlier[first, second],
            ],
            axis=1,
        )
        logarithms: Floats = np.log1p(counts)
        return logarithms
