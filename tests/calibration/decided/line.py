"""Topics on a line: each has to be learnt before all that stand behind it, and vectors tell the place."""

import numpy as np

from gradient.calibration.decided.fitting import CourseTopics, Known
from gradient.calibration.decided.pair import DecidedPair

TOPICS = 16
BLIND = Known({"reference": 0.0}, -1.0)
"""A pair of which the scorer sees nothing."""


def topics(count: int = TOPICS) -> CourseTopics:
    angles = np.linspace(0, np.pi / 2, count)
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return CourseTopics({at: f"Topic {at}" for at in range(count)}, dict(enumerate(vectors.tolist())))


def pairs(count: int = TOPICS) -> list[DecidedPair]:
    """Every pair in both directions, in an order that has nothing to do with the line."""
    found = [DecidedPair(one, two, one < two) for one in range(count) for two in range(count) if one != two]
    order = np.random.default_rng(7).permutation(len(found))
    return [found[at] for at in order]


def split(decided: list[DecidedPair], share: float = 0.7) -> tuple[list[DecidedPair], list[DecidedPair]]:
    """Some pairs, and the others; both directions of a pair stay together."""
    groups = list(dict.fromkeys(tuple(sorted(one.ends)) for one in decided))
    kept = set(groups[: int(share * len(groups))])
    inside = [one for one in decided if tuple(sorted(one.ends)) in kept]
    return inside, [one for one in decided if tuple(sorted(one.ends)) not in kept]
