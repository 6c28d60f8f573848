"""What people decided about prerequisites of a course, learnt for the pairs that nobody decided.

A correction of the scorer's own log-odds: a logistic with them as its offset, over the evidence of the pair,
its names, what decided pairs alike say (`ridge`) and decided prerequisites around it (`degrees`). What is
learnt of a decided pair leaves that pair out in both directions, so that the logistic sees of it what it sees
of others. Few decisions correct little: all coefficients are drawn to 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gradient.calibration.decided import degrees, names
from gradient.calibration.decided.degrees import Degrees
from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.names import Names
from gradient.calibration.decided.pair import DecidedPair, Floats
from gradient.calibration.decided.ridge import PairRidge, fitted
from gradient.calibration.maps.logistic import Pull, fit

FEWEST, FEWEST_OF_A_KIND = 100, 20
"""Decided pairs that it takes: in all, and of those that hold and those that do not."""
PRECISION = 2.0
"""Of the pull of each coefficient to 0, in standard deviations of its column."""
INTERCEPT_PRECISION = 0.01


@dataclass(frozen=True)
class Known:
    """A pair as the scorer sees it by itself: its features by name, and its log-odds."""

    features: Mapping[str, float]
    log_odds: float


@dataclass(frozen=True)
class CourseTopics:
    """The topics of a course: their titles, and the vectors of those that have one."""

    titles: Mapping[int, str]
    vectors: Mapping[int, Sequence[float]]


class Learned:
    """Fitted on the decided pairs of a course; `rows` is how many that were."""

    def __init__(self, topics: CourseTopics, decided: Sequence[DecidedPair], known: Sequence[Known]) -> None:
        """`known` says what the scorer sees of each decided pair. ValueError if there are too few."""
        if not are_enough(decided):
            raise ValueError(f"{len(decided)} decided pairs, or those of one kind, are too few to learn from")
        self.rows = len(decided)
        likeness = Likeness(sorted(topics.titles), topics.vectors)
        self._names = Names(likeness, topics.titles)
        self._degrees = Degrees(likeness, decided)
        self._ridge: PairRidge = fitted(likeness, decided)
        self._evidence = sorted({name for one in known for name in one.features})
        pairs = [one.ends for one in decided]
        design = self._design(pairs, known)
        self._mean, spread = design.mean(axis=0), design.std(axis=0)
        self._spread = np.where(spread > 0, spread, 1.0)
        right = np.array([one.right for one in decided], dtype=np.float64)
        offset = np.array([one.log_odds for one in known], dtype=np.float64)
        scaled = self._scaled(design)
        precision = np.full(scaled.shape[1], PRECISION)
        precision[0] = INTERCEPT_PRECISION
        pull = Pull(np.zeros(scaled.shape[1]), precision)
        self._coefficients = fit(scaled, right, np.ones(len(right)), pull, offset)

    def corrections(self, pairs: Sequence[tuple[int, int]], known: Sequence[Known]) -> Floats:
        """What to add to the scorer's log-odds of some pairs; `known` says what it sees of each.

        Of a decided pair nothing is learnt from itself but its share in the coefficients.
        """
        found: Floats = self._scaled(self._design(pairs, known)) @ self._coefficients
        return found

    def coefficients(self) -> dict[str, float]:
        """What each standard deviation of a figure adds, by name."""
        columns = ["intercept", "learned", "learned_back", *degrees.NAMES, *names.NAMES, *self._evidence]
        return dict(zip(columns, self._coefficients.tolist(), strict=True))

    def _design(self, pairs: Sequence[tuple[int, int]], known: Sequence[Known]) -> Floats:
        evidence = [[one.features.get(name, 0.0) for name in self._evidence] for one in known]
        design: Floats = np.column_stack(
            [
                self._ridge.of(pairs),
                self._ridge.of([pair[::-1] for pair in pairs]),
                self._degrees.of(pairs),
                self._names.of(pairs),
                np.array(evidence, dtype=np.float64).reshape(len(pairs), len(self._evidence)),
            ]
        )
        return design

    def _scaled(self, design: Floats) -> Floats:
        scaled: Floats = np.column_stack([np.ones(len(design)), (design - self._mean) / self._spread])
        return scaled


def are_enough(decided: Sequence[DecidedPair]) -> bool:
    """Whether anything is learnt from these pairs."""
    right = sum(one.right for one in decided)
    return len(decided) >= FEWEST and min(right, len(decided) - right) >= FEWEST_OF_A_KIND
