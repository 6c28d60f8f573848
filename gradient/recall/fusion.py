"""One score from several paths."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

C2T: Final = "c2t"
C2C2T: Final = "c2c2t"
T2T: Final = "t2t"
NAME: Final = "name"
HEADING: Final = "heading"
LEXICAL: Final = "lexical"
LEARNED: Final = "learned"
COMMON: Final = "common"
CONTEXT: Final = "context"
SOURCE: Final = "source"
CENTRAL: Final = "central"

PATHS: Final = (C2T, C2C2T, T2T, NAME, HEADING, LEXICAL, LEARNED, COMMON, CONTEXT, SOURCE, CENTRAL)
"""Every path, by the name it is listed under."""

SURROUNDED: Final = frozenset({SOURCE, CONTEXT})
"""What reads the other contents of a content's sources, tagged or not."""

TAUGHT: Final = frozenset({LEARNED, COMMON, CONTEXT})
"""What learns from tags, beside the votes of neighbours."""

WEIGHTS: Mapping[str, float] = {C2T: 0.6, C2C2T: 0.5, T2T: 0.1, NAME: 0.6, HEADING: 0.5, LEXICAL: 0.2}
"""How far each path alone can lift a score. Set by hand, in use until enough gold is there to fit them; what
is learned from tags has no say before."""

ORDER: Mapping[str, float] = {CENTRAL: 0.3, SOURCE: 0.3}
"""How far each path that says nothing of a single content moves topics in the list, by default; it lifts no
score. Broad topics, similar to many others, are right more often than narrow ones, and so are those that the
whole source is about. Set by hand, looking at lecture titles of LectureBank."""

OUTLINE: Mapping[str, float] = {C2T: 2.0, T2T: 1.7, NAME: 0.5, LEXICAL: 3.0, SOURCE: 5.5}
"""What the place in the list is the sum of where neither tagged contents nor headings say anything of a
content; `source` counts as a share of the most that it says of any topic. Chosen on the train rows of
LectureBank, none of them tagged, so that at no cut a path alone finds more. What such titles name is often
not what they are about, and what the lectures around them are about often is."""

SHARES: Final = frozenset({C2C2T, COMMON, CONTEXT})
"""Paths whose value is a share of votes, where shares are counted."""

LEAST_SHARE: Final = math.exp(-7)
"""Shares of votes count by their logarithm; one that is smaller, or nothing, counts as this."""

MOSTLY = 0.5
"""A path that names a larger part of the topics is asked about each of them."""

DIGITS = 6
"""Scores are kept to so many digits; what is nothing then was not found."""

Paths = Mapping[str, Mapping[int, float]]
"""For each path the topics that it found, 0 to 1."""


@dataclass(frozen=True)
class Fused:
    """A topic with its score and the paths that found it, all 0 to 1."""

    topic_id: int
    score: float
    paths: Mapping[str, float]


class Fusion(Protocol):
    """Makes one list of what several paths found."""

    @property
    def paths(self) -> frozenset[str]:
        """The paths that it listens to."""
        ...

    @property
    def counts_shares(self) -> bool:
        """Whether c2c2t is to be the share of votes among many neighbours, not what the nearest few say."""
        ...

    def only(self, paths: frozenset[str]) -> "Fusion":
        """The same, listening to these paths; if it has no weight for any of them, to all of these alike."""
        ...

    def fuse(self, found: Paths, slugs: Mapping[int, str], most: int) -> list[Fused]:
        """The best `most` topics, best first, ties by slug; `slugs` names every topic of the course.

        They stand by falling score, but for what paths say that move topics in the list and lift no score.
        """
        ...


@dataclass(frozen=True)
class Witnesses:
    """Takes paths as independent witnesses: score = 1 − Π (1 − weight · path).

    What `order` weighs stands beside the witnesses where the list is put in order, and lifts no score. With
    neither tagged contents nor headings the order is that of the sum that `outline` weighs, if it weighs any,
    of all topics.
    """

    weights: Mapping[str, float]
    order: Mapping[str, float] = field(default_factory=dict)
    outline: Mapping[str, float] = field(default_factory=dict)

    @property
    def paths(self) -> frozenset[str]:
        """Those with a weight."""
        return frozenset(self.weights) | frozenset(self.order) | frozenset(self.outline)

    @property
    def counts_shares(self) -> bool:
        """See `Fusion.counts_shares`."""
        return False

    def only(self, paths: frozenset[str]) -> "Witnesses":
        """See `Fusion.only`."""
        kept = _kept(self.weights, paths)
        if not kept:
            return Witnesses(_alike(paths))
        return Witnesses(kept, _kept(self.order, paths), _kept(self.outline, paths))

    def fuse(self, found: Paths, slugs: Mapping[int, str], most: int) -> list[Fused]:
        """See `Fusion.fuse`; a topic that no path found is not among them."""
        names = tuple({**self.weights, **self.order, **self.outline})
        listed = self.ranked(found, slugs)[:most]
        scores = _joint(found, listed, self.weights).tolist()
        paths = _by_path(_said(found, listed, names), names)
        return [
            Fused(topic, round(score, DIGITS), one)
            for topic, score, one in zip(listed, scores, paths, strict=True)
        ]

    def ranked(self, found: Paths, slugs: Mapping[int, str]) -> list[int]:
        """All topics of the course that a path with a say in the order names, as they stand in the list."""
        if self.outline and not found.get(C2C2T) and not found.get(HEADING):
            return self._by_outline(found, slugs)
        topics = {topic for name in self.weights for topic in found.get(name, ())}
        by_slug = sorted(topics & slugs.keys(), key=slugs.__getitem__)
        joint = _joint(found, by_slug, {**self.weights, **self.order})
        return [by_slug[at] for at in np.argsort(-joint, kind="stable").tolist()]

    def _by_outline(self, found: Paths, slugs: Mapping[int, str]) -> list[int]:
        topics = {topic for name in self.outline for topic, value in found.get(name, {}).items() if value > 0}
        by_slug = sorted(topics & slugs.keys(), key=slugs.__getitem__)
        values = features(found, by_slug, tuple(self.outline))
        if SOURCE in self.outline:
            column = values[:, list(self.outline).index(SOURCE)]
            column /= max(column.max(initial=0.0), 1e-9)
        weighed = values @ np.array(list(self.outline.values()))
        return [by_slug[at] for at in np.argsort(-weighed, kind="stable").tolist()]


@dataclass(frozen=True)
class Fitted:
    """Weighs paths by what was fitted on gold: score = softmax over the topics of Σ weight · feature.

    The conditional logit model: the weights make the right topics as likely as they can (McFadden 1974).
    """

    weights: Mapping[str, float]

    @property
    def paths(self) -> frozenset[str]:
        """Those with a weight."""
        return frozenset(self.weights)

    @property
    def counts_shares(self) -> bool:
        """See `Fusion.counts_shares`."""
        return True

    def only(self, paths: frozenset[str]) -> "Fitted":
        """See `Fusion.only`."""
        return Fitted(_kept(self.weights, paths) or _alike(paths))

    def fuse(self, found: Paths, slugs: Mapping[int, str], most: int) -> list[Fused]:
        """See `Fusion.fuse`; every topic of the course is weighed, and listed if any path found it."""
        topics = sorted(slugs, key=slugs.__getitem__)
        if not topics:
            return []
        names = tuple(self.weights)
        said = _said(found, topics, names)
        likely = softmax(_counted(said, names) @ np.array([self.weights[name] for name in names]))
        told = np.asarray((said > 0.5 * 10**-DIGITS).any(axis=1))
        order = np.argsort(-likely, kind="stable")
        listed = order[told[order]][:most].tolist()
        paths = _by_path(said[listed], names)
        return [
            Fused(topics[at], round(float(likely[at]), DIGITS), one)
            for at, one in zip(listed, paths, strict=True)
        ]


DEFAULT: Final = Witnesses(WEIGHTS, ORDER, OUTLINE)

OF_TEXTS: Final = Witnesses(WEIGHTS, ORDER)
"""The default for contents that are sentences of a text: those are about what they name, whether or not a
heading or a tagged content speaks."""


def _joint(found: Paths, topics: Sequence[int], weights: Mapping[str, float]) -> NDArray[np.float64]:
    """What independent witnesses say together of each topic, in the order of the weights."""
    place = {topic: at for at, topic in enumerate(topics)}
    doubt = np.ones(len(topics))
    for name, weight in weights.items():
        doubt *= 1 - weight * _column(found.get(name, {}), topics, place)
    return 1 - doubt


def _kept(weights: Mapping[str, float], paths: frozenset[str]) -> dict[str, float]:
    return {name: weight for name, weight in weights.items() if name in paths}


def _alike(paths: frozenset[str]) -> dict[str, float]:
    return dict.fromkeys(sorted(paths), 1.0)


def features(found: Paths, topics: Sequence[int], names: Sequence[str]) -> NDArray[np.float64]:
    """What the paths say of each topic, one row a topic and one column a path, 0 to 1."""
    return _counted(_said(found, topics, names), names)


def _counted(said: NDArray[np.float64], names: Sequence[str]) -> NDArray[np.float64]:
    """The same with shares of votes by their logarithm."""
    made = said.copy()
    for column in (at for at, name in enumerate(names) if name in SHARES):
        made[:, column] = 1 - np.log(np.maximum(made[:, column], LEAST_SHARE)) / math.log(LEAST_SHARE)
    return made


def _said(found: Paths, topics: Sequence[int], names: Sequence[str]) -> NDArray[np.float64]:
    """What the paths say as they found it, one row a topic and one column a path."""
    place = {topic: at for at, topic in enumerate(topics)}
    made = np.zeros((len(topics), len(names)))
    for column, name in enumerate(names):
        made[:, column] = _column(found.get(name, {}), topics, place)
    return made


def _column(
    path: Mapping[int, float], topics: Sequence[int], place: Mapping[int, int]
) -> NDArray[np.float64]:
    """What one path says of each topic, whose places these are."""
    if MOSTLY * len(topics) < len(path):
        return np.fromiter(map(path.get, topics, repeat(0.0)), np.float64, len(topics))
    column = np.zeros(len(topics))
    for topic in path.keys() & place.keys():
        column[place[topic]] = path[topic]
    return column


def softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of 1 along the last axis."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: NDArray[np.float64] = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _by_path(said: NDArray[np.float64], names: Sequence[str]) -> list[dict[str, float]]:
    """For each topic the paths that found it."""
    return [
        {name: value for name, value in zip(names, row, strict=True) if value > 0}
        for row in np.round(said, DIGITS).tolist()
    ]
