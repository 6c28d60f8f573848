"""From the answers of people to what maps are fitted on, and to what is kept out of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gradient.calibration.maps.labels import Label
from gradient.review.draws import kept_out
from gradient.store.maps import Scale, scale_of

Row = Mapping[str, Any]

NATURAL = 3
"""A natural key of a question that was not forgotten has at least its task and two ends."""


@dataclass(frozen=True)
class Answer:
    """A label with the decision that it stands on, and the course that this was made in.

    `kept_out` marks a draw that no map is fitted on, `drawn` any draw, `drawn_from` the threshold under
    which an audit was drawn.
    """

    label: Label
    decision_id: int
    course: str
    drawn: bool
    kept_out: bool
    drawn_from: float | None = None


def by_scale(rows: Iterable[Row], salt: str) -> dict[Scale, list[Answer]]:
    """The answers by task, scorer and version, of each in the order of their natural keys."""
    found: dict[Scale, list[Answer]] = defaultdict(list)
    for row in rows:
        found[scale_of(row)].append(_answer(row, salt))
    return {scale: sorted(found[scale], key=lambda one: one.label) for scale in sorted(found)}


def _answer(row: Row, salt: str) -> Answer:
    about = _about(row["natural_key"], row["task"])
    subject = f"{row['course']} {' '.join(about)}"
    source = row["source"]
    label = Label(
        key=(row["course"], row["natural_key"]),
        difference=row["difference"],
        right=row["right"],
        group=subject if source is None else f"{row['course']} {source}",
        subject=subject,
        probability=row["probability"] or 1.0,
        evidence=tuple(sorted((row["features"] or {}).items())),
    )
    drawn = row["draw"] is not None
    held = drawn and kept_out((row["course"], *about), salt)
    threshold = None if row["threshold"] is None else round(row["threshold"], 6)
    return Answer(label, row["decision_id"], row["course"], drawn, held, threshold)


def _about(natural_key: str, task: str) -> tuple[str, ...]:
    """What answers tell on one another about: the content of a tag, the two topics of a prerequisite."""
    first, *ends = natural_key.split("|")
    if first != task or len(ends) < NATURAL - 1:
        return (natural_key,)
    return (task, *sorted(ends)) if task == "prerequisite" else (task, *ends[:-1])
