"""The decided draws of a course, as what a certificate of a threshold can stand on."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gradient.acceptance.audits import Maps, covered_from
from gradient.acceptance.stored import Row, confidence, maps_in_force
from gradient.acceptance.thresholds import LabelledDraw
from gradient.review.kept_out import apart, kin_of
from gradient.store import maps, statuses
from gradient.store.maps import Scale, scale_of
from gradient.store.sessions import Connection


@dataclass(frozen=True)
class DecidedDraw:
    """A decided draw with the row that it was read from: task, scorer, natural key and judgement among it."""

    draw: LabelledDraw
    row: Row


async def decided_draws(connection: Connection, course_id: int) -> dict[str, list[DecidedDraw]]:
    """The decided draws of a course by task, each with the confidence that its question has today."""
    now = maps_in_force(await statuses.active_maps(connection))
    drawn = await statuses.labelled_draws(connection, course_id)
    fitted = await statuses.fitted_rows(connection, course_id)
    stored = {one["id"]: one for one in await maps.every(connection)}
    found: dict[str, list[DecidedDraw]] = defaultdict(list)
    for task in {row["task"] for row in drawn}:
        of_task = [row for row in drawn if row["task"] == task]
        scales = {scale_of(row) for row in of_task}
        alike = {one for scale in scales for one in _alike_to_fitted(scale, of_task, fitted)}
        for row in of_task:
            drawn_from = _drawn_from(row, stored, now, scales)
            is_alike = row["decision_id"] in alike
            draw = LabelledDraw(confidence(task, row, now), row["right"], drawn_from, fitted=is_alike)
            found[task].append(DecidedDraw(draw, row))
    return dict(found)


def _alike_to_fitted(scale: Scale, drawn: Sequence[Row], fitted: Sequence[Row]) -> set[int]:
    """The draws of a scale to whose group the map in force was fitted: their decisions."""
    draws, others = ([row for row in some if scale_of(row) == scale] for some in (drawn, fitted))
    names = apart([kin_of(row) for row in (*draws, *others)])
    of_fitted = {*names[len(draws) :]}
    return {row["decision_id"] for row, name in zip(draws, names, strict=False) if name in of_fitted}


def _drawn_from(row: Row, stored: Mapping[int, Row], now: Maps, scales: Iterable[Scale]) -> float | None:
    """From which confidence of today on an audit counts, None for a uniform draw."""
    if row["draw"] == "uniform":
        return None
    if row["map_ids"] is None or row["threshold"] is None or not stored.keys() >= {*row["map_ids"]}:
        return math.inf
    then = maps_in_force(stored[each] for each in row["map_ids"])
    return covered_from(row["threshold"], then, now, scales)
