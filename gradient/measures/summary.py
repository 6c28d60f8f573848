"""How far confidences can be relied on: every figure of it, with intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from gradient.measures.bootstrap import RESAMPLES, Interval, group_interval
from gradient.measures.reliability import Bin, ece, ece_floor, reliability
from gradient.measures.rows import Floats
from gradient.measures.scores import auroc, brier, brier_skill


@dataclass(frozen=True)
class Reliability:
    """The figures of some rows, weighted; None where there is none.

    `right` is the share of right ones, `base_rate` the one that skill is over. `intervals` bound brier,
    brier_skill and auroc with 95 %, by whole groups. That of ece is always None: rows drawn again have larger
    gaps by chance alone, so that such an interval lies above its own figure; `ece_floor` is its measure.
    """

    rows: int
    groups: int
    right: float
    base_rate: float
    brier: float
    brier_skill: float | None
    ece: float
    ece_floor: float
    auroc: float | None
    intervals: dict[str, Interval | None]
    bins: tuple[Bin, ...]


def summary(
    scores: ArrayLike,
    labels: ArrayLike,
    groups: Sequence[str],
    base_rate: float,
    weights: ArrayLike | None = None,
    resamples: int = RESAMPLES,
) -> Reliability:
    """All figures of these rows; `base_rate` (0 to 1) is that of the rows which were fitted on."""
    score, label = np.asarray(scores, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    weight = np.ones_like(score) if weights is None else np.asarray(weights, dtype=np.float64)
    measures: dict[str, Callable[[Floats], float | None]] = {
        "brier": lambda drawn: brier(score, label, drawn),
        "brier_skill": lambda drawn: brier_skill(score, label, base_rate, drawn),
        "auroc": lambda drawn: auroc(score, label, drawn),
    }

    def interval(measure: Callable[[Floats], float | None]) -> Interval | None:
        return group_interval(groups, lambda times: measure(times * weight), resamples)

    return Reliability(
        rows=len(score),
        groups=len(set(groups)),
        right=float(np.average(label, weights=weight)),
        base_rate=base_rate,
        brier=brier(score, label, weight),
        brier_skill=brier_skill(score, label, base_rate, weight),
        ece=ece(score, label, weight),
        ece_floor=ece_floor(score, weight),
        auroc=auroc(score, label, weight),
        intervals={"ece": None, **{name: interval(measure) for name, measure in measures.items()}},
        bins=tuple(reliability(score, label, weight)),
    )
