"""Which map is fitted: the one that cross-validation prefers, raw where none is better."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradient.calibration.maps.kinds import KINDS, Kind, Raw
from gradient.calibration.maps.labels import Floats, Labels, folds
from gradient.measures.reliability import ece
from gradient.measures.scores import auroc, brier, brier_skill
from gradient.providers.confidence import ConfidenceMap

FOLDS = 5

LEAST_RANKING = 0.55
"""An AUROC below it is about that of chance, 0.5, as far as some dozens of decisions can tell."""


@dataclass(frozen=True)
class Chosen:
    """A map, and why it is this one, as a sentence.

    `brier` and `ece` are those of confidences that each label got from a map of this kind fitted to other
    groups, `…_raw` those before any map; None where there is no label. `decisions` counts the labels.
    `skill` over the base rate of the labels, and `auroc`, are those of the same confidences, None for raw.
    """

    map: ConfidenceMap
    decisions: int
    reason: str
    brier_raw: float | None = None
    brier: float | None = None
    ece_raw: float | None = None
    ece: float | None = None
    skill: float | None = None
    auroc: float | None = None


def is_no_use(skill: float | None, ranking: float | None) -> bool:
    """Whether confidences, held out, say no more than the base rate alone, or rank about as chance does."""
    return (skill is not None and skill <= 0) or (ranking is not None and ranking < LEAST_RANKING)


def chosen_map(of: Labels, kinds: Sequence[Kind] = KINDS) -> Chosen:
    """The map of the kind with the lowest cross-validated Brier score, the simplest of equals.

    A kind is tried from its least number of labels on; raw holds where none does better, and where all
    answers are alike: then nothing says where the others begin.
    """
    least = min(kind.least for kind in kinds if kind.least)
    if len(of) < least:
        return _raw(of, f"A map needs {least} decisions, and there are {len(of)}.")
    if of.alike:
        word = "accepted" if of.right[0] else "rejected"
        return _raw(of, f"All {len(of)} decisions {word}, so that nothing says where the others begin.")
    tried = {kind: cross_validated(of, kind) for kind in kinds if kind.least <= len(of)}
    scores = {kind: brier(found, of.right, of.weights) for kind, found in tried.items()}
    best = min(scores, key=lambda kind: scores[kind])
    if isinstance(best, Raw):
        named = " and ".join(kind.name for kind in tried if kind is not best)
        return _raw(of, f"By cross-validation over {len(of)} decisions {named} would be no better.")
    raw = next(found for kind, found in tried.items() if isinstance(kind, Raw))
    before = brier(raw, of.right, of.weights)
    return Chosen(
        best.fit(of),
        len(of),
        f"By cross-validation over {len(of)} decisions it is the best of {', '.join(k.name for k in tried)}.",
        before,
        scores[best],
        ece(raw, of.right, of.weights),
        ece(tried[best], of.right, of.weights),
        brier_skill(tried[best], of.right, float(np.average(of.right, weights=of.weights)), of.weights),
        auroc(tried[best], of.right, of.weights),
    )


def cross_validated(of: Labels, kind: Kind, usable: NDArray[np.bool_] | None = None) -> Floats:
    """The confidence of each label by a map of this kind that was fitted to the other folds.

    `usable` marks those that may be fitted on, all by default.
    """
    fold = folds(of, FOLDS)
    found = np.empty(len(of))
    for one in np.unique(fold):
        inside = fold == one
        others = ~inside if usable is None else ~inside & usable
        fitted = kind.fit(of.only(others)) if others.any() else ConfidenceMap()
        found[inside] = applied(fitted, of.only(inside))
    return found


def applied(fitted: ConfidenceMap, to: Labels) -> Floats:
    """The confidence of each label by a map."""
    return np.array([fitted.apply(row.difference, dict(row.evidence)) for row in to.rows], dtype=np.float64)


def _raw(of: Labels, reason: str) -> Chosen:
    if not len(of):
        return Chosen(ConfidenceMap(), 0, reason)
    raw = applied(ConfidenceMap(), of)
    score, error = brier(raw, of.right, of.weights), ece(raw, of.right, of.weights)
    return Chosen(ConfidenceMap(), len(of), reason, score, score, error, error)
