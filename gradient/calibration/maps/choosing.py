"""Which map is fitted: the one that cross-validation prefers, raw where none is better."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradient.calibration.maps.kinds import KINDS, Kind, Raw, Temperature
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
    answers are alike: then nothing says where the others begin. A map that is no use on labels held out is
    left out: it would accept or reject nearly all alike. Only one that makes all confidences less sure may
    hold, since that is what such answers call for.
    """
    least = min(kind.least for kind in kinds if kind.least)
    if len(of) < least:
        return _raw(of, f"A map needs {least} decisions, and there are {len(of)}.")
    if of.alike:
        word = "accepted" if of.right[0] else "rejected"
        return _raw(of, f"All {len(of)} decisions {word}, so that nothing says where the others begin.")
    tried = [_tried(of, kind) for kind in kinds if kind.least <= len(of)]
    raw = next(one for one in tried if isinstance(one.kind, Raw))
    allowed = [one for one in tried if one.no_use is None or one is raw or _flattens(one.map)]
    best = min(allowed, key=lambda one: one.brier)
    reason = _reason(len(of), tried, allowed, best)
    if best is raw:
        return _raw(of, reason)
    return Chosen(
        best.map,
        len(of),
        reason,
        raw.brier,
        best.brier,
        ece(raw.held_out, of.right, of.weights),
        ece(best.held_out, of.right, of.weights),
        best.skill,
        best.auroc,
    )


def no_use(skill: float | None, ranking: float | None) -> str:
    """What confidences of no use do, with what was measured; see `is_no_use`."""
    measured = ", ".join(
        f"{name} {value:.3f}" for name, value in (("skill", skill), ("AUROC", ranking)) if value is not None
    )
    does = (
        "are no better than one share for all" if skill is not None and skill <= 0 else "rank as chance does"
    )
    return f"{does} ({measured})"


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


@dataclass(frozen=True, eq=False)
class _Tried:
    """A kind of map with what it comes to on all labels, and how it does on those held out.

    `no_use` says that it does nothing for them; None where it does.
    """

    kind: Kind
    map: ConfidenceMap
    held_out: Floats
    brier: float
    skill: float | None
    auroc: float | None

    @property
    def no_use(self) -> str | None:
        return no_use(self.skill, self.auroc) if is_no_use(self.skill, self.auroc) else None


def _tried(of: Labels, kind: Kind) -> _Tried:
    found = cross_validated(of, kind)
    return _Tried(
        kind,
        kind.fit(of),
        found,
        brier(found, of.right, of.weights),
        brier_skill(found, of.right, float(np.average(of.right, weights=of.weights)), of.weights),
        auroc(found, of.right, of.weights),
    )


def _flattens(fitted: ConfidenceMap) -> bool:
    """Whether a map makes all confidences less sure, and carries none over the middle."""
    return fitted.kind == Temperature.name and fitted.temperature >= 1


def _reason(count: int, tried: Sequence[_Tried], allowed: Sequence[_Tried], best: _Tried) -> str:
    """Why this is the map, and what would be better by its Brier score alone."""
    names = [one.kind.name for one in tried]
    left_out = [one for one in tried if one not in allowed and one.brier < best.brier]
    if not isinstance(best.kind, Raw) or left_out:
        what = "raw" if isinstance(best.kind, Raw) else "it"
        reason = f"By cross-validation over {count} decisions {what} is the best of {', '.join(names)}"
    else:
        others = " and ".join(name for name in names if name != Raw.name)
        reason = f"By cross-validation over {count} decisions {others} would be no better"
    told = "; ".join(f"{one.kind.name}, by which confidences {one.no_use}" for one in left_out)
    return f"{reason}, but for what is of no use: {told}." if told else f"{reason}."


def _raw(of: Labels, reason: str) -> Chosen:
    if not len(of):
        return Chosen(ConfidenceMap(), 0, reason)
    raw = applied(ConfidenceMap(), of)
    score, error = brier(raw, of.right, of.weights), ece(raw, of.right, of.weights)
    return Chosen(ConfidenceMap(), len(of), reason, score, score, error, error)
