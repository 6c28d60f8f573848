"""How alike the topics of a course are, among themselves."""

from collections.abc import Mapping, Sequence

import numpy as np

FEWEST = 4
"""Topics with a vector that it takes before their pairs can be ranked."""


def similarities(vectors: Mapping[int, Sequence[float]]) -> dict[tuple[int, int], float]:
    """For each pair of topics, in both directions, the place of its cosine among those of all pairs.

    -1 is the least alike pair of the course, 0 the median, 1 the most alike one. Places compare between
    models, whose cosines do not. `vectors` have length 1; empty where there are fewer than `FEWEST`.
    """
    topics = sorted(vectors)
    if len(topics) < FEWEST:
        return {}
    matrix = np.array([vectors[topic] for topic in topics], dtype=np.float64)
    one, two = np.triu_indices(len(topics), k=1)
    cosines = (matrix @ matrix.T)[one, two].round(6)
    ranked = np.sort(cosines)
    below = np.searchsorted(ranked, cosines, side="left")
    upto = np.searchsorted(ranked, cosines, side="right") - 1
    places = (below + upto) / (len(cosines) - 1) - 1
    found: dict[tuple[int, int], float] = {}
    for first, second, place in zip(one.tolist(), two.tolist(), places.tolist(), strict=True):
        found[topics[first], topics[second]] = found[topics[second], topics[first]] = place
    return found
