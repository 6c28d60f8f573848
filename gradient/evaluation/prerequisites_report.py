"""The figures of prerequisites, in the shape that scripts may rely on."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from gradient.acceptance.verdict import Band
from gradient.evaluation.certified import PRECISIONS, certificates, coverage
from gradient.evaluation.gold import GoldPrerequisite
from gradient.evaluation.named_rows import named_rows
from gradient.evaluation.pairs import (
    Agreement,
    ScoredPair,
    agreement,
    at_threshold,
    closed,
    reversed_accepted,
    reversed_rows,
    rights,
)
from gradient.evaluation.prerequisites import PrerequisitesMeasured
from gradient.measures.bootstrap import RESAMPLES, Interval, group_interval
from gradient.measures.rows import Floats
from gradient.measures.summary import Reliability, summary

DIGITS = 6
PROBABILITIES = ("auroc", "brier", "brier_skill", "ece", "ece_floor")


def prerequisites_report(measured: PrerequisitesMeasured) -> dict[str, Any]:
    """What `gradient eval prerequisites --json` prints.

    `f1` takes confidences from the threshold on, `f1_closed` the settled graph with all its ways;
    `reversed_accepted` is the share of reversals of right pairs that are accepted. `coverage` is the share of
    pairs that are accepted by themselves where train pairs, each judged by what those of other folds teach,
    certify so much precision: 0 where they do not, None where nothing was fitted. `base_rate` is that of
    train rows, which `brier_skill` is measured against. `unseen` holds the figures of pairs with a topic that
    no fitted row has, `at_setting` those at the threshold of the settings, `alone` those without fitting.
    `rows` names those that were fitted on and scored.
    """
    scored, base = measured.scored, _base_rate(measured)
    fitted = {end for row in measured.fitted_on for end in row.fold_group}
    unseen = [one for one in scored if not fitted.issuperset(one.ends)]
    setting = measured.thresholds.prerequisite_accept
    reliable = _reliability(scored, base)
    whole = _closed(measured)
    intervals = {**_intervals(scored, measured.threshold, whole), **reliable.intervals}
    confidences, groups = _confidences(scored), [one.group for one in scored]
    return {
        "gold": measured.gold.name,
        "n": len(scored),
        **_agreement(scored, measured.threshold),
        "f1_closed": _rounded(agreement(whole, rights(scored)).f1),
        **_probabilities(reliable),
        "reversed_accepted": _rounded(reversed_accepted(scored, measured.threshold)),
        "coverage": coverage(confidences, measured.certified)
        if measured.held_out
        else {f"{one:g}": None for one in PRECISIONS},
        "certified": certificates(confidences, rights(scored), groups, measured.certified),
        "threshold": measured.threshold,
        "threshold_chosen_on": "train, by cross-validation" if measured.chosen else None,
        "base_rate": _rounded(base),
        "base_rate_of": "train pairs" if measured.gold.taught_pairs() else "test pairs",
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
        "scorer": measured.scorer,
        "rows": named_rows(map(_named, measured.gold.tested_pairs()), map(_named, measured.fitted_on)),
    }


def _base_rate(measured: PrerequisitesMeasured) -> float:
    """The share of right ones among train rows; among test rows where there are none."""
    rows = measured.gold.taught_pairs() or measured.gold.tested_pairs()
    return sum(bool(row.label) for row in rows) / len(rows)


def _agreement(scored: Sequence[ScoredPair], threshold: float) -> dict[str, float | None]:
    return _rounded_values(asdict(agreement(at_threshold(scored, threshold), rights(scored))))


def _closed(measured: PrerequisitesMeasured) -> Floats:
    """1 for each pair that the settled graph has a way for."""
    thresholds = measured.thresholds
    band = Band(measured.threshold, min(measured.threshold, thresholds.prerequisite_floor))
    return closed(measured.scored, band, thresholds.direction_margin)


def _reliability(scored: Sequence[ScoredPair], base: float, resamples: int = RESAMPLES) -> Reliability:
    """Resamples are of whole unordered pairs."""
    groups = [one.group for one in scored]
    return summary(_confidences(scored), rights(scored), groups, base, resamples=resamples)


def _probabilities(found: Reliability) -> dict[str, float | None]:
    return {name: _rounded(getattr(found, name)) for name in PROBABILITIES}


def _intervals(scored: Sequence[ScoredPair], threshold: float, whole: Floats) -> dict[str, Interval | None]:
    """Bounds that hold 95 % of the resamples of whole unordered pairs."""
    accepted, right, turned = at_threshold(scored, threshold), rights(scored), reversed_rows(scored)
    groups = [one.group for one in scored]

    def at(times: Floats) -> Agreement:
        return agreement(accepted, right, times)

    measures: dict[str, Callable[[Floats], float | None]] = {
        "precision": lambda times: at(times).precision,
        "recall": lambda times: at(times).recall,
        "f1": lambda times: at(times).f1,
        "f1_closed": lambda times: agreement(whole, right, times).f1,
        # The share of those that are accepted among the reversals.
        "reversed_accepted": lambda times: agreement(turned, accepted, times).precision,
    }
    return {name: group_interval(groups, measure) for name, measure in measures.items()}


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(bound, DIGITS) for bound in interval]


def _confidences(scored: Sequence[ScoredPair]) -> Floats:
    return np.array([one.confidence for one in scored], dtype=np.float64)


def _named(row: GoldPrerequisite) -> tuple[tuple[str, str], str, str, bool]:
    return row.fold_group, row.prerequisite_id, row.topic_id, bool(row.label)


def _rows(rows: Sequence[GoldPrerequisite]) -> dict[str, int]:
    return {"rows": len(rows), "fold_groups": len({row.fold_group for row in rows})}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _rounded_values(values: dict[str, Any]) -> dict[str, Any]:
    return {name: _rounded(value) if isinstance(value, float) else value for name, value in values.items()}
