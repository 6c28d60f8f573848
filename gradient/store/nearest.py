"""Exact search: which vectors are nearest to some others, as one product of matrices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

AT_ONCE = 512
"""So many vectors are asked about in one product, which bounds what it holds in memory."""
SLACK = 1e-5
"""A product of matrices is off by less, at up to 4,096 dimensions; what may belong to the nearest is measured
anew, so that a cosine does not hang on what else is asked about."""


@dataclass(frozen=True)
class Near:
    """Pairs of vectors that are near to each other, an entry a pair: their places, their cosine −1 to 1."""

    asked: NDArray[np.int64]
    others: NDArray[np.int64]
    cosines: NDArray[np.float64]

    def pairs(self) -> Iterator[tuple[int, int, float]]:
        """The pairs one by one."""
        return zip(self.asked.tolist(), self.others.tolist(), self.cosines.tolist(), strict=True)


def nearest(
    asked: Vectors,
    others: Vectors,
    *,
    most: int,
    barred: Sequence[NDArray[np.int64]] | None = None,
) -> Near:
    """For each of the vectors `asked`, a row each, of length 1, the `most` nearest.

    Whatever is as near as the last of them is there too. `barred` holds for each row the places that do not
    count.
    """
    places_of: list[NDArray[np.int64]] = []
    cosines_of: list[NDArray[np.float64]] = []
    for at in range(0, len(asked) if len(others) else 0, AT_ONCE):
        rough = asked[at : at + AT_ONCE] @ others.T
        if barred is not None:
            for row, places in enumerate(barred[at : at + AT_ONCE]):
                rough[row, places] = -np.inf
        least = _last_of(rough, most) - SLACK
        for row in range(len(rough)):
            places = np.flatnonzero((rough[row] >= least[row]) & (rough[row] > -np.inf))
            places_of.append(places)
            cosines_of.append(measured(asked[at + row], others[places]))
    if not places_of:
        return Near(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    rows = np.repeat(np.arange(len(places_of)), [len(places) for places in places_of])
    return Near(rows, np.concatenate(places_of), np.concatenate(cosines_of))


def cosines(asked: Vectors, others: Vectors) -> NDArray[np.float64]:
    """The cosine of each of some vectors to each of others, of length 1, where the others are not many.

    Rounded, so that none hangs on what else stands in the product.
    """
    return np.round(asked.astype(np.float64) @ others.astype(np.float64).T, 9)


def measured(vector: Vectors, others: Vectors) -> NDArray[np.float64]:
    """The cosines of a vector to others, all of length 1; each is the same whatever stands beside it."""
    products: NDArray[np.float64] = others.astype(np.float64) * vector.astype(np.float64)
    return np.asarray(products.sum(axis=1), dtype=np.float64)


def _last_of(rough: Vectors, most: int) -> NDArray[np.float64]:
    """For each row its `most`-largest number."""
    place = rough.shape[1] - most
    if place <= 0:
        return np.full(len(rough), -np.inf)
    return np.partition(rough, place, axis=1)[:, place].astype(np.float64)
