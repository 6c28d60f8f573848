"""The figures of prerequisites, in the shape that scripts may rely on."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from gradient.acceptance.verdict import Band
from gradient.evaluation.gold import GoldPrerequisite
from gradient.evaluation.pairs import ScoredPair, agreement, at_threshold, closed, reversed_accepted, rights
from gradient.evaluation.prerequisites import PrerequisitesMeasured
from gradient.measures.bootstrap import RESAMPLES, Interval, group_interval
from gradient.measures.rows import Floats
from gradient.measures.summary import Reliability, summary

DIGITS = 6
PROBABILITIES = ("auroc", "brier", "brier_skill", "ece", "ece_floor")


def prerequisites_report(measured: PrerequisitesMeasured) -> dict[str, Any]:
    """What `gradient eval prerequisites --json` prints.

    `f1` takes confidences from the threshold on, `f1_closed` the settled graph with all its ways;
    `reversed_accepted` is the share of reversals of right pairs that are accepted. `base_rate` is that of
    train rows, which `brier_skill` is measured against. `unseen` holds the figures of pairs with a topic that
    no fitted row has, `at_setting` those at the threshold of the settings, `alone` those without fitting.
    """
    scored, base = measured.scored, _base_rate(measured)
    fitted = {end for row in measured.fitted_on for end in row.fold_group}
    unseen = [one for one in scored if not fitted.issuperset(one.ends)]
    setting = measured.thresholds.prerequisite_accept
    reliable = _reliability(scored, base)
    intervals = {"f1": _f1_interval(scored, measured.threshold), **reliable.intervals}
    return {
        "gold": measured.gold.name,
        "n": len(scored),
        **_agreement(scored, measured.threshold),
        "f1_closed": _rounded(_f1_closed(measured)),
        **_probabilities(reliable),
        "reversed_accepted": _rounded(reversed_accepted(scored, measured.threshold)),
        "threshold": measured.threshold,
        "threshold_chosen_on": "train, by cross-validation" if measured.chosen else None,
        "base_rate": _rounded(base),
        "intervals": {name: _bounds(interval) for name, interval in intervals.items()},
        "reliability": [_rounded_values(asdict(one)) for one in reliable.bins],
        "unseen": {"n": len(unseen), **(_agreement(unseen, measured.threshold) if unseen else {})},
        "at_setting": {"threshold": setting, **_agreement(scored, setting)},
        "alone": {
            **_agreement(measured.alone, setting),
            **_probabilities(_reliability(measured.alone, base, 0)),
        },
        "pools": [_rounded_values(asdict(one)) for one in measured.pools],
        "fitted_on": {"split": "train", **_rows(measured.fitted_on)} if measured.fitted_on else None,
        "scored_on": {"split": "test", **_rows(measured.gold.tested_pairs())},
    }


def _base_rate(measured: PrerequisitesMeasured) -> float:
    """The share of right ones among train rows; among test rows where there are none."""
    rows = measured.gold.taught_pairs() or measured.gold.tested_pairs()
    return sum(bool(row.label) for row in rows) / len(rows)


def _agreement(scored: Sequence[ScoredPair], threshold: float) -> dict[str, float | None]:
    return _rounded_values(asdict(agreement(at_threshold(scored, threshold), rights(scored))))


def _f1_closed(measured: PrerequisitesMeasured) -> float | None:
    thresholds = measured.thresholds
    band = Band(measured.threshold, min(measured.threshold, thresholds.prerequisite_floor))
    accepted = closed(measured.scored, band, thresholds.direction_margin)
    return agreement(accepted, rights(measured.scored)).f1


def _reliability(scored: Sequence[ScoredPair], base: float, resamples: int = RESAMPLES) -> Reliability:
    """Resamples are of whole unordered pairs."""
    groups = [one.group for one in scored]
    return summary(_confidences(scored), rights(scored), groups, base, resamples=resamples)


def _probabilities(found: Reliability) -> dict[str, float | None]:
    return {name: _rounded(getattr(found, name)) for name in PROBABILITIES}


def _f1_interval(scored: Sequence[ScoredPair], threshold: float) -> Interval | None:
    accepted, right = at_threshold(scored, threshold), rights(scored)
    return group_interval([one.group for one in scored], lambda times: agreement(accepted, right, times).f1)


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(bound, DIGITS) for bound in interval]


def _confidences(scored: Sequence[ScoredPair]) -> Floats:
    return np.array([one.confidence for one in scored], dtype=np.float64)


def _rows(rows: Sequence[GoldPrerequisite]) -> dict[str, int]:
    return {"rows": len(rows), "fold_groups": len({row.fold_group for row in rows})}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _rounded_values(values: dict[str, Any]) -> dict[str, Any]:
    return {name: _rounded(value) if isinstance(value, float) else value for name, value in values.items()}
