"""How alike the topics of a course are as ends of a prerequisite, by the vectors of their names."""

from collections.abc import Mapping, Sequence

import numpy as np

from gradient.calibration.decided.pair import Floats

OWN = 0.2
"""The part of a topic that no other shares, however alike their vectors are."""


class Likeness:
    """Topics by place, with their vectors seen from the middle of the course.

    It hangs on the topics of the course alone, not on which pairs of them were asked about or decided.
    """

    def __init__(self, topics: Sequence[int], vectors: Mapping[int, Sequence[float]]) -> None:
        """`vectors` have length 1 and one space; a topic without one is like no other."""
        self.place = {topic: at for at, topic in enumerate(topics)}
        width = len(next(iter(vectors.values()), ()))
        known = np.array([topic in vectors for topic in topics], dtype=bool)
        matrix = np.array([vectors.get(topic, np.zeros(width)) for topic in topics], dtype=np.float64)
        cosines = matrix @ matrix.T
        self.central: Floats = cosines.mean(axis=1)
        """The mean cosine of each topic to all of them."""
        matrix[known] -= matrix[known].mean(axis=0) if known.any() else 0.0
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        matrix /= np.where(lengths > 0, lengths, 1.0)
        self.cosines: Floats = matrix @ matrix.T
        """Those of the centred vectors."""
        self.kernel: Floats = _kernel(self.cosines, known)

    def ends(self, pairs: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
        """The places of the first and of the second topics of some pairs; KeyError for an unknown one."""
        return [self.place[first] for first, _ in pairs], [self.place[second] for _, second in pairs]


def _kernel(cosines: Floats, known: np.ndarray) -> Floats:
    """Gaussian in the distance of the vectors, with the median of the course for its width."""
    distances = np.maximum(0.0, 2 - 2 * cosines)
    upper = distances[np.triu_indices(len(cosines), k=1)]
    median = float(np.median(upper)) if upper.size else 0.0
    alike = np.exp(-distances / (median or 1.0)) * np.outer(known, known)
    shared: Floats = (1 - OWN) * alike
    np.fill_diagonal(shared, 1.0)
    return shared
