"""The figures of tagging, in the shape that scripts may rely on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from gradient.calibration.refit import Fit
from gradient.evaluation.certified import PRECISIONS, certificates, coverage
from gradient.evaluation.gold import GoldContent
from gradient.evaluation.named_rows import named_rows
from gradient.evaluation.pairs import Agreement
from gradient.evaluation.tagging import TaggedRow, TaggingMeasured
from gradient.measures.bootstrap import RESAMPLES, group_interval
from gradient.measures.rows import Floats
from gradient.measures.summary import summary
from gradient.outline.candidate_worth import FIRST, RIGHT

DIGITS = 6


def tagging_report(measured: TaggingMeasured, resamples: int = RESAMPLES) -> dict[str, Any]:
    """What `gradient eval tagging --json` prints.

    `accuracy` is the share of test rows whose primary pick is right, `macro_accuracy` its mean over the first
    topics of rows; brier, ece and auroc are of the confidence in that. precision, recall and f1 are of
    accepted tags. `coverage` is the share of rows whose primary pick is accepted by itself where so much
    precision is certified: 0 where none is, None where nobody decided. `base_rate` is that of the first
    candidates of train rows by weights fitted without their source; where nothing is fitted that of the rows
    decided about, and without such that of the test rows, than which no constant does better. `rows` names
    those that were scored, those tagged before or decided about that were fitted on, and those decided about
    that certify.
    """
    scored = measured.scored
    base, base_of = _base_rate(measured)
    confidences, right = _confidences(scored), _rights(scored)
    groups = [one.fold_group for one in scored]
    found = summary(confidences, right, groups, base, resamples=resamples)
    accepted = tag_agreement(scored)(np.ones(len(scored)))
    figures = {
        "accuracy": found.right,
        "macro_accuracy": macro_accuracy(scored),
        **asdict(accepted),
        "brier": found.brier,
        "brier_skill": found.brier_skill,
        "ece": found.ece,
        "ece_floor": found.ece_floor,
        "auroc": found.auroc,
    }
    intervals = {**_intervals(scored, resamples), **found.intervals}
    return {
        "gold": measured.gold.name,
        "n": len(scored),
        **_rounded(figures),
        "coverage": coverage(confidences, measured.certified)
        if measured.rows.decided
        else {f"{one:g}": None for one in PRECISIONS},
        "certified": certificates(confidences, right, groups, measured.certified, resamples),
        "base_rate": round(base, DIGITS),
        "base_rate_of": base_of,
        "picked": round(sum(one.picked is not None for one in scored) / len(scored), DIGITS),
        "intervals": {
            name: None if one is None else [round(end, DIGITS) for end in one]
            for name, one in intervals.items()
        },
        "reliability": [_rounded(asdict(one)) for one in found.bins],
        "tagged_before": _rows(measured.rows.tagged),
        "fitted_on": _fitted_on(measured),
        "decided": {"split": "train", **_rows(measured.rows.decided), "draws": len(measured.certified_on)},
        "maps": [_map(one) for one in measured.fits],
        "maps_fitted_on": _rows(measured.fitted_on),
        "scored_on": {"split": "test", **_rows(measured.rows.tested)},
        "scorer": measured.scorer,
        "rows": named_rows(
            map(_named, measured.rows.tested),
            map(_named, (*(() if measured.fusion is None else measured.rows.tagged), *measured.fitted_on)),
            map(_named, measured.certified_on),
        ),
    }


def _base_rate(measured: TaggingMeasured) -> tuple[float, str]:
    """How often picks are right, and on what rows."""
    if measured.fusion is not None and measured.fusion.worth:
        return measured.fusion.worth[FIRST][RIGHT], "train rows"
    rows = measured.decided or measured.scored
    return float(_rights(rows).mean()), "decided rows" if measured.decided else "test rows"


def macro_accuracy(scored: Sequence[TaggedRow]) -> float:
    """The mean over the first topics of rows of the share of their rows whose primary pick is right."""
    return macro_accuracy_by_rows(scored)(np.ones(len(scored)))


def macro_accuracy_by_rows(scored: Sequence[TaggedRow]) -> Callable[[Floats], float]:
    """The same by how often each row counts; a topic without a row that counts does not count either."""
    _, topic = np.unique([one.right[0] for one in scored], return_inverse=True)
    right = _rights(scored)

    def weighed(times: Floats) -> float:
        rows = np.bincount(topic, times)
        found = np.bincount(topic, times * right)
        return float(np.mean(found[rows > 0] / rows[rows > 0]))

    return weighed


def tag_agreement(scored: Sequence[TaggedRow]) -> Callable[[Floats], Agreement]:
    """Precision, recall and F1 of accepted tags against right ones, by how often each row counts."""
    counts = np.array(
        [(len(row.accepted), len(row.right), len({*row.accepted} & {*row.right})) for row in scored],
        dtype=np.float64,
    )

    def weighed(times: Floats) -> Agreement:
        took, there, both = (times @ counts).tolist()
        return Agreement(
            both / took if took else None,
            both / there if there else None,
            2 * both / (took + there) if took + there else None,
        )

    return weighed


def _intervals(scored: Sequence[TaggedRow], resamples: int) -> dict[str, Any]:
    """Bounds that hold 95 % of the resamples of whole fold groups."""
    right = _rights(scored)
    groups = [one.fold_group for one in scored]
    accepted = tag_agreement(scored)
    measures: dict[str, Callable[[Floats], float | None]] = {
        "accuracy": lambda times: float(np.average(right, weights=times)) if times.any() else None,
        "macro_accuracy": macro_accuracy_by_rows(scored),
        "precision": lambda times: accepted(times).precision,
        "recall": lambda times: accepted(times).recall,
        "f1": lambda times: accepted(times).f1,
    }
    return {name: group_interval(groups, measure, resamples) for name, measure in measures.items()}


def _fitted_on(measured: TaggingMeasured) -> dict[str, Any] | None:
    """The rows tagged before, by which recall weighs its paths and calibrate what a place is worth."""
    fusion = measured.fusion
    if fusion is None:
        return None
    return {
        "split": "train",
        **_rows(measured.rows.tagged),
        "tags": fusion.n,
        "weights": {path: round(weight, 4) for path, weight in fusion.weights.items()},
        "worth": {kind: _rounded(by) for kind, by in fusion.worth.items()},
    }


def _map(fit: Fit) -> dict[str, Any]:
    chosen = fit.chosen
    return {"kind": chosen.map.kind, "decisions": chosen.decisions, "reason": chosen.reason}


def _rights(scored: Sequence[TaggedRow]) -> Floats:
    return np.array([one.is_right for one in scored], dtype=np.float64)


def _confidences(scored: Sequence[TaggedRow]) -> Floats:
    return np.array([one.confidence for one in scored], dtype=np.float64)


def _named(row: GoldContent) -> tuple[str, str, tuple[str, ...]]:
    return row.fold_group, row.content_id, row.topic_ids


def _rows(rows: Sequence[GoldContent]) -> dict[str, int]:
    return {"rows": len(rows), "fold_groups": len({row.fold_group for row in rows})}


def _rounded(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: round(value, DIGITS) if isinstance(value, float) else value for name, value in values.items()
    }
