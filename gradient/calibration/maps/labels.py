"""What maps are fitted on: decided questions with what the scorer said of them, each with its weight."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_WORTH = 1 / 2
"""Weights are cut so far that they are worth so many equal ones, as a share of how many there are."""

_HALVINGS = 60


@dataclass(frozen=True, order=True)
class Label:
    """A decided question: its natural key, L_yes − L_no of its judgement, and whether it was accepted.

    `group` names what must not be split between fitting and scoring: for a tag the source of its content,
    for a prerequisite the unordered pair; `subject` what stands in its place where there is but one group.
    `probability`, above 0 to 1, is the one with which such a question is asked: 1 unless it was drawn.
    `evidence` are the values of what else the judgement stands on, by name.
    """

    key: tuple[str, ...]
    difference: float
    right: bool
    group: str
    subject: str
    probability: float = 1.0
    evidence: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Labels:
    """Labels as columns, in the order of their natural keys; see `labels`.

    `differences` are log-odds, `right` is 0 or 1, `weights` have a mean of 1.
    """

    rows: tuple[Label, ...]
    differences: Floats
    right: Floats
    weights: Floats

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, inside: NDArray[np.bool_]) -> "Labels":
        """Those that are marked, with the weights that they have among all."""
        rows = tuple(row for row, kept in zip(self.rows, inside, strict=True) if kept)
        return Labels(rows, self.differences[inside], self.right[inside], self.weights[inside])

    @property
    def alike(self) -> bool:
        """Whether all were answered in the same way, or there are none."""
        return len(set(self.right.tolist())) < 2

    def digest(self) -> str:
        """The same for the same decisions about the same judgements, in whatever order they were made."""
        told = [[*row.key, row.difference, row.right, row.group, row.probability] for row in self.rows]
        return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def labels(given: Iterable[Label]) -> Labels:
    """The labels with their weights, 1 / probability, normalised and cut; their order does not matter.

    ValueError if a question is given twice, a probability is none, or a judgement is no number.
    """
    rows = tuple(sorted(given))
    if len({row.key for row in rows}) < len(rows):
        raise ValueError("a question is given twice; the answer that holds is its only label")
    for row in rows:
        if not 0 < row.probability <= 1 or not np.isfinite(row.difference):
            raise ValueError(f"{row.key} has the probability {row.probability} and log-odds {row.difference}")
    weights = cut([1 / row.probability for row in rows])
    return Labels(rows, _column(row.difference for row in rows), _column(row.right for row in rows), weights)


def cut(weights: Sequence[float]) -> Floats:
    """The weights with a mean of 1, the largest cut to one value.

    It is the highest at which they are worth half as many equal ones, by (Σw)² / Σw² (Kish, Survey
    Sampling, 1965): a few rare draws would else outvote all other decisions, right or wrong.
    """
    given = np.asarray(weights, dtype=np.float64)
    if not given.size:
        return given
    low, high = float(given.min()), float(given.max())
    if _worth(given) < LEAST_WORTH:
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if _worth(np.minimum(given, middle)) >= LEAST_WORTH else (low, middle)
        high = low
    kept = np.minimum(given, high)
    mean: Floats = kept / kept.mean()
    return mean


def folds(of: Labels, count: int) -> NDArray[np.intp]:
    """The fold of each label, 0 to `count` − 1 at most, all of a group in one.

    The largest groups go first, each to the smallest fold, equal ones by a hash of their name. Where all
    labels are of one group, subjects are the groups, and where there is but one, the questions.
    """
    named = (
        [row.group for row in of.rows],
        [row.subject for row in of.rows],
        [json.dumps(row.key) for row in of.rows],
    )
    names = next((some for some in named if len(set(some)) > 1), named[-1])
    sizes = Counter(names)
    filled = [0] * max(1, min(count, len(sizes)))
    place: dict[str, int] = {}
    for name in sorted(sizes, key=lambda name: (-sizes[name], _hashed(name))):
        place[name] = filled.index(min(filled))
        filled[place[name]] += sizes[name]
    return np.array([place[name] for name in names], dtype=np.intp)


def _worth(weights: Floats) -> float:
    """So many equal weights are worth the same, as a share of how many there are."""
    return float(weights.sum() ** 2 / (weights**2).sum() / weights.size)


def _hashed(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _column(values: Iterator[float]) -> Floats:
    return np.array(list(values), dtype=np.float64)
