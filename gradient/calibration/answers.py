"""From the answers of people to what maps are fitted on, and to what is kept out of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.calibration.maps.labels import Label
from gradient.review.kept_out import kept_out, kin_of
from gradient.store.maps import Scale, scale_of

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """A label with the decision that it stands on, and the course that this was made in.

    `drawn` marks a draw, `kept_out` an answer that no map is fitted on, drawn or not.
    """

    label: Label
    decision_id: int
    course: str
    drawn: bool
    kept_out: bool


def by_scale(rows: Iterable[Row], salt: str) -> dict[Scale, list[Answer]]:
    """The answers by task, scorer and version, of each in the order of their natural keys."""
    found: dict[Scale, list[Row]] = defaultdict(list)
    for row in rows:
        found[scale_of(row)].append(row)
    return {scale: _answers(found[scale], salt) for scale in sorted(found)}


def _answers(rows: Sequence[Row], salt: str) -> list[Answer]:
    out = kept_out([kin_of(row) for row in rows], [row["draw"] is not None for row in rows], salt)
    given = (_answer(row, held) for row, held in zip(rows, out, strict=True))
    return sorted(given, key=lambda one: one.label)


def _answer(row: Row, held: bool) -> Answer:
    kin = kin_of(row)
    label = Label(
        key=(row["course"], row["natural_key"]),
        difference=row["difference"],
        right=row["right"],
        group=kin.group,
        subject=kin.subject,
        probability=row["probability"] or 1.0,
        evidence=tuple(sorted((row["features"] or {}).items())),
    )
    return Answer(label, row["decision_id"], row["course"], row["draw"] is not None, held)
