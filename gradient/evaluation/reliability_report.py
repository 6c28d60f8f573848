"""How far the confidences of this database can be relied on, measured by what people decided."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gradient.acceptance.decided_draws import DecidedDraw, decided_draws
from gradient.acceptance.thresholds import LabelledDraw, certified_threshold, counting
from gradient.calibration.answers import Answer
from gradient.calibration.maps.choosing import FOLDS, cross_validated
from gradient.calibration.maps.labels import Floats, Labels, labels
from gradient.calibration.refit import RAW, answered, kinds_of
from gradient.evaluation.certified import PRECISIONS
from gradient.evaluation.named_rows import digest
from gradient.measures.bootstrap import group_interval
from gradient.measures.summary import Reliability, summary
from gradient.store import daemons, maps, statuses
from gradient.store.maps import Scale
from gradient.store.sessions import Connection

RESAMPLES: Final = 500
"""An interval has to be there while a person waits."""

DIGITS: Final = 6

Marks = NDArray[np.bool_]


@dataclass(frozen=True)
class Scored:
    """The answers of one scale, each with the confidence that a map gave which never saw its group."""

    answers: tuple[Answer, ...]
    of: Labels
    confidences: Floats

    def marked(self, wanted: Iterable[bool]) -> Marks:
        """As a mark for each answer."""
        return np.array(list(wanted), dtype=np.bool_)


async def reliability_report(connection: Connection) -> dict[str, Any]:
    """What `gradient calibrate report --json` prints: the scales, and what is certified in each course."""
    in_force = {maps.scale_of(one): one for one in await maps.every(connection) if one["active"]}
    answers = await answered(connection)
    scales = [
        await asyncio.to_thread(_scale, scale, answers.get(scale, ()), in_force.get(scale))
        for scale in sorted({*answers, *in_force})
    ]
    return {"scales": scales, "certified": await _certified(connection)}


def _scale(scale: Scale, given: Sequence[Answer], fitted: Mapping[str, Any] | None) -> dict[str, Any]:
    task, scorer, version = scale
    kind = RAW if fitted is None else fitted["kind"]
    told: dict[str, Any] = {
        "task": task,
        "scorer": scorer,
        "version": version,
        "map": kind,
        "decisions": 0 if fitted is None or kind == RAW else fitted["decisions"],
        "fitted_at": None if fitted is None else fitted["created_at"],
        "reason": "No map was fitted yet." if fitted is None else fitted["reason"],
        "answers": len(given),
        "kept_out": sum(one.kept_out for one in given),
        "kept_out_draws": sum(one.kept_out and one.drawn for one in given),
        "rows": [],
    }
    return {**told, "rows": _rows(scale, kind, given)} if given else told


def _rows(scale: Scale, kind: str, given: Sequence[Answer]) -> list[dict[str, Any]]:
    """The figures of all answers and of the draws among them, of all courses and of each."""
    scored = _scored(scale, kind, given)
    everywhere = scored.marked(True for _ in given)
    drawn = scored.marked(one.drawn for one in given)
    courses = sorted({one.course for one in given})
    found = []
    for course in [None, *(courses if len(courses) > 1 else ())]:
        here = everywhere if course is None else scored.marked(one.course == course for one in given)
        for name, rows in (("answers", here), ("draws", here & drawn)):
            if rows.any():
                found.append({"rows": name, "course": course, **_figures(scored, rows, kind)})
    return found


def _scored(scale: Scale, kind: str, given: Sequence[Answer]) -> Scored:
    of = labels(one.label for one in given)
    fitting = next(one for one in kinds_of(scale) if one.name == kind)
    usable = np.array([not one.kept_out for one in given], dtype=np.bool_)
    return Scored(tuple(given), of, cross_validated(of, fitting, usable))


def _figures(scored: Scored, rows: Marks, kind: str) -> dict[str, Any]:
    usable = scored.marked(not one.kept_out for one in scored.answers)
    fitted = usable if usable.any() else rows
    of = scored.of
    base_rate = float(np.average(of.right[fitted], weights=of.weights[fitted]))
    groups = [row.group for row in of.only(rows).rows]
    found = summary(scored.confidences[rows], of.right[rows], groups, base_rate, of.weights[rows], RESAMPLES)
    fitted_on = None
    if kind != RAW:
        fitted_on = {"rows": int(usable.sum()), "digest": of.only(usable).digest(), "folds": FOLDS}
    return {
        **_rounded(found),
        "accepted": int(of.right[rows].sum()),
        "weighted": bool(np.ptp(of.weights[rows])),
        "fitted_on": fitted_on,
        "scored_on": {"rows": int(rows.sum()), "digest": of.only(rows).digest()},
    }


def _rounded(found: Reliability) -> dict[str, Any]:
    told = asdict(found)
    bounds = told.pop("intervals")
    bins = told.pop("bins")
    plain = {("n" if key == "rows" else key): _round(value) for key, value in told.items()}
    return {
        **plain,
        "intervals": {key: pair and [_round(end) for end in pair] for key, pair in bounds.items()},
        "bins": [{key: _round(value) for key, value in one.items()} for one in bins],
    }


def _round(value: Any) -> Any:
    return round(value, DIGITS) if isinstance(value, float) else value


async def _certified(connection: Connection) -> list[dict[str, Any]]:
    """For each course, task and precision: the threshold that draws certify, and what it accepts by itself.

    `coverage` is the share of the undecided questions with a confidence that lie at or above it, `intervals`
    bound it with 95 %, by whole contents and pairs of topics. `right` holds how many of the draws that count
    for it were right, and how many they are. `certified_on` names all draws that can speak for a threshold,
    `maps` the maps that made their confidences, with what these were fitted on.
    """
    in_force = {maps.scale_of(one): one for one in await statuses.active_maps(connection)}
    found = []
    for course_id, course in (await daemons.courses(connection)).items():
        decided = await decided_draws(connection, course_id)
        for task, read in (("tag", statuses.tags), ("prerequisite", statuses.prerequisites)):
            speaking = [one for one in decided.get(task, ()) if one.draw.speaks]
            draws = [one.draw for one in speaking]
            scales = sorted({maps.scale_of(one.row) for one in speaking})
            undecided = [
                row
                for row in await read(connection, course_id)
                if row["by"] == "stage" and row["confidence"] is not None
            ]
            confidences = np.array([row["confidence"] for row in undecided], dtype=np.float64)
            groups = [_group(task, row) for row in undecided]
            every = [one.draw for one in decided.get(task, ())]
            thresholds = {precision: certified_threshold(every, precision) for precision in PRECISIONS}
            found.append(
                {
                    "course": course,
                    "task": task,
                    "scorers": [f"{scorer} {version}" for _, scorer, version in scales],
                    "draws": len(draws),
                    "certified_on": _named(speaking),
                    "maps": [_map(scale, in_force.get(scale)) for scale in scales],
                    "questions": len(undecided),
                    "thresholds": {f"{precision:g}": at for precision, at in thresholds.items()},
                    "coverage": {
                        f"{precision:g}": _share(confidences, at) for precision, at in thresholds.items()
                    },
                    "intervals": {
                        f"{precision:g}": await asyncio.to_thread(_interval, confidences, groups, at)
                        for precision, at in thresholds.items()
                    },
                    "right": {f"{precision:g}": _right(draws, at) for precision, at in thresholds.items()},
                }
            )
    return found


def _named(speaking: Sequence[DecidedDraw]) -> dict[str, Any]:
    """How many draws there are, and a hash of them."""
    rows = [(one.row["course"], one.row["natural_key"], one.draw.right) for one in speaking]
    return {"rows": len(rows), "digest": digest(rows) if rows else None}


def _map(scale: Scale, fitted: Mapping[str, Any] | None) -> dict[str, Any]:
    """What made the confidences of a scale: the digest is that of the labels it was fitted on."""
    _, scorer, version = scale
    raw = fitted is None or fitted["kind"] == RAW
    return {
        "scorer": f"{scorer} {version}",
        "map": RAW if fitted is None else fitted["kind"],
        "decisions": 0 if fitted is None or raw else fitted["decisions"],
        "digest": None if fitted is None or raw else fitted["digest"],
    }


def _group(task: str, row: Mapping[str, Any]) -> str:
    """What is alike: all tags of a content, both directions of a pair of topics."""
    return str(row["subject"]) if task == "tag" else "\t".join(sorted((row["subject"], row["object"])))


def _share(confidences: Floats, threshold: float | None) -> float | None:
    if threshold is None or not confidences.size:
        return None
    return round(float((confidences >= threshold).mean()), DIGITS)


def _interval(confidences: Floats, groups: Sequence[str], threshold: float | None) -> list[float] | None:
    if threshold is None or not confidences.size:
        return None
    above = (confidences >= threshold).astype(np.float64)
    found = group_interval(groups, lambda times: float(times @ above / times.sum()), RESAMPLES)
    return None if found is None else [round(end, DIGITS) for end in found]


def _right(draws: Sequence[LabelledDraw], threshold: float | None) -> list[int] | None:
    if threshold is None:
        return None
    counted = counting(draws, threshold)
    return [sum(one.right for one in counted), len(counted)]
