"""The review queue of a course, brought to what settle wants to be asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from gradient.review.draws import Draw
from gradient.review.priorities import Queue, ReviewItem, arrange
from gradient.store import reviews
from gradient.store.sessions import Connection

MOVED = 0.1
"""How far the confidence of an item that was put off has to move to be asked again at once."""

LATER = timedelta(days=30)
"""For how long an item is put off at most."""

ItemKey = tuple[str, int | None, int | None]


@dataclass(frozen=True)
class Wanted:
    """An item that should be in the queue.

    `key` is its natural key as one text, `equal` the same for items that ask the same. `reach` counts
    what hangs on the answer, at least 1. A `pressing` one is asked before all others.
    """

    kind: str
    key: str
    equal: str
    reason: str
    question_id: int | None = None
    subject_id: int | None = None
    confidence: float | None = None
    reach: int = 1
    draw: Draw | None = None
    alike: str | None = None
    pressing: bool = False

    @property
    def row_key(self) -> ItemKey:
        """What the row of the item is found by."""
        return (self.kind, self.question_id, self.subject_id)


async def refresh(
    connection: Connection, course_id: int, wanted: Iterable[Wanted], open_max: int, now: datetime
) -> None:
    """Open, change and close items, so that the queue holds what is wanted; writes only what differs.

    An item that was put off stays closed until its time has come or its confidence has moved.
    """
    existing = {_row_key(item): item for item in await reviews.of_course(connection, course_id)}
    by_key = {one.key: one for one in wanted if not _put_off(existing.get(one.row_key), one, now)}
    queue = queue_of(by_key.values(), open_max)
    rows = [_row(by_key[place.item.key], "open", place.worth) for place in queue.open]
    rows += [_row(by_key[place.item.key], "waiting", place.worth) for place in queue.waiting]
    await reviews.insert(
        connection,
        [{**row, "course_id": course_id, "now": now} for row in rows if _row_key(row) not in existing],
    )
    await reviews.update(connection, list(_changed(rows, existing)))
    standing = {_row_key(row) for row in rows}
    gone = [item["id"] for key, item in existing.items() if key not in standing and item["state"] != "closed"]
    await reviews.close(connection, gone, now)


def queue_of(wanted: Iterable[Wanted], open_max: int) -> Queue:
    """What of these items is asked now and what waits, by rank."""
    return arrange((_weighed(one) for one in wanted), open_max)


def _row_key(row: dict[str, Any]) -> ItemKey:
    return (row["kind"], row["question_id"], row["subject_id"])


def _weighed(one: Wanted) -> ReviewItem:
    position = None if one.draw is None else one.draw.position
    return ReviewItem(one.key, one.confidence, one.reach, one.equal, position, one.alike, one.pressing)


def _put_off(item: dict[str, Any] | None, one: Wanted, now: datetime) -> bool:
    if item is None or item["later_until"] is None or item["later_until"] <= now:
        return False
    then, today = item["later_confidence"], one.confidence
    if then is None or today is None:
        return then is today
    return bool(abs(then - today) < MOVED)


def _row(one: Wanted, state: str, priority: float) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "question_id": one.question_id,
        "subject_id": one.subject_id,
        "reason": one.reason,
        "confidence": one.confidence,
        "priority": priority,
        "state": state,
        "draw": None if one.draw is None else one.draw.kind,
        "draw_probability": None if one.draw is None else one.draw.probability,
        "threshold": None if one.draw is None else one.draw.drawn_from,
        "map_ids": None if one.draw is None or one.draw.map_ids is None else list(one.draw.map_ids),
    }


def _changed(
    rows: Sequence[dict[str, Any]], existing: dict[ItemKey, dict[str, Any]]
) -> Iterable[dict[str, Any]]:
    for row in rows:
        item = existing.get(_row_key(row))
        if item is not None and any(_differs(item[column], value) for column, value in row.items()):
            yield {**row, "id": item["id"]}


def _differs(stored: Any, wanted: Any) -> bool:
    """Whether a column has to be written; the database keeps shares in single precision."""
    if isinstance(stored, float) and isinstance(wanted, float):
        return abs(stored - wanted) > 1e-6
    return bool(stored != wanted)
