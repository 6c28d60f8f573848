"""The figures of recall, in the shape that scripts may rely on."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradient.evaluation.figures import (
    CUTS,
    Interval,
    Scored,
    candidates_mean,
    hit_rates,
    intervals,
    macro_hit_rate,
)
from gradient.evaluation.gold import GoldContent
from gradient.evaluation.recall import RecallMeasured

DIGITS = 6


def recall_report(measured: RecallMeasured) -> dict[str, Any]:
    """What `gradient eval recall --json` prints.

    `hr` are shares of test rows with a right topic among the first so many candidates, `macro_hr30` is the
    mean over topics, `intervals` bounds both with 95 %; `paths` are the hit rates of each path alone,
    `without` those of all others, `without_several` those without what reads other rows of the fold group,
    without what learns from tags, and without both. `fitted_on` is None where fusion uses its defaults.
    """
    scored = measured.scored
    return {
        "gold": measured.gold.name,
        "n": len(scored),
        "hr": _rates(scored),
        "macro_hr30": round(macro_hit_rate(scored), DIGITS),
        "intervals": _intervals(scored),
        "candidates_mean": round(candidates_mean(scored), 3),
        "ms_per_content": round(1000 * measured.seconds / len(scored), 3),
        "paths": {path: _rates(found) for path, found in measured.alone.items()},
        "without": {path: _rates(found) for path, found in measured.without.items()},
        "without_several": {paths: _rates(found) for paths, found in measured.without_several.items()},
        "tagged_before": _rows(measured.tagged),
        "fitted_on": _fitted_on(measured),
        "scored_on": {"split": "test", **_rows(measured.gold.tested())},
    }


def _fitted_on(measured: RecallMeasured) -> dict[str, Any] | None:
    fitted = measured.fitted
    if fitted is None:
        return None
    return {
        "split": "train",
        "rows": fitted.n,
        "weights": {path: round(weight, 4) for path, weight in fitted.weights.items()},
        "metric": fitted.metric,
        "fitted": round(fitted.fitted, DIGITS),
        "defaults": round(fitted.defaults, DIGITS),
    }


def _rates(scored: Sequence[Scored]) -> dict[str, float]:
    return _by_cut(hit_rates(scored))


def _by_cut(rates: Mapping[int, float]) -> dict[str, float]:
    return {str(cut): round(rates[cut], DIGITS) for cut in CUTS}


def _intervals(scored: Sequence[Scored]) -> dict[str, Any] | None:
    found = intervals(scored)
    if found is None:
        return None
    return {
        "hr": {str(cut): _bounds(found.hit_rates[cut]) for cut in CUTS},
        "macro_hr30": _bounds(found.macro),
    }


def _bounds(interval: Interval) -> list[float]:
    return [round(bound, DIGITS) for bound in interval]


def _rows(rows: Sequence[GoldContent]) -> dict[str, int]:
    return {"rows": len(rows), "fold_groups": len({row.fold_group for row in rows})}
