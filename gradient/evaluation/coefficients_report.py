"""What fitted coefficients are worth, and how they come into the file that the offline scorer reads."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradient.calibration.fitting import FittedCoefficients, LabelledEvidence
from gradient.evaluation.readers import PREREQUISITES, TAGS, ReadPairs, ReadPrerequisite, ReadTag, agreement
from gradient.measures.reliability import ece, ece_floor
from gradient.measures.scores import auroc, brier, brier_skill
from gradient.providers.ports import ScoredTask

COMMAND = "gradient calibrate fit --gold tests/gold"

_TABLE = re.compile(r"\[([\w.]+)\]")
_NUMBER = re.compile(r"(\w+) = \S.*?\s*(#.*)?")


def set_hash(pairs: ReadPairs) -> str:
    """Sha256 of the two tables of a set, as they are on disk."""
    digest = hashlib.sha256()
    for table in (TAGS, PREREQUISITES):
        digest.update((pairs.folder / table).read_bytes())
    return digest.hexdigest()


def agreements(pairs: ReadPairs) -> dict[str, Any]:
    """How far the readers agree: by task and course, and on all pairs of a task."""
    tables: dict[str, Sequence[ReadTag | ReadPrerequisite]] = {
        "tag": pairs.tags,
        "prerequisite": pairs.prerequisites,
    }
    found: dict[str, Any] = {}
    for task, rows in tables.items():
        names = sorted({row.course for row in rows})
        parts = {name: [row.answers for row in rows if row.course == name] for name in names}
        found[task] = {
            name: vars(agreement(answers))
            for name, answers in {**parts, "all": [row.answers for row in rows]}.items()
        }
    return found


def task_report(rows: Sequence[LabelledEvidence], fitted: FittedCoefficients) -> dict[str, Any]:
    """Figures of the coefficients set by hand, and of fitted ones on courses they were not fitted on."""
    right = np.array([float(row.right) for row in rows])
    groups = sorted({row.group for row in rows})
    return {
        "fitted_on": {group: sum(row.group == group for row in rows) for group in groups},
        "pull": fitted.pull,
        "coefficients": dict(fitted.coefficients),
        "set_by_hand": _figures(fitted.before, right),
        "held_out": _figures(fitted.held_out, right),
    }


def rewritten(
    text: str, fitted: Mapping[ScoredTask, FittedCoefficients], pairs: ReadPairs, today: date
) -> str:
    """The text of a file of coefficients with the fitted numbers in their places; all else stays.

    Above the tables it says by which command, on which set and when they were fitted.
    """
    stated = {
        "origin": f'"fitted by {COMMAND}"',
        "gold": f'"{set_hash(pairs)}"',
        "date": today.isoformat(),
    }
    numbers: Mapping[str, object] = stated
    lines = []
    for line in text.splitlines():
        if table := _TABLE.fullmatch(line):
            numbers = next((one.coefficients for task, one in fitted.items() if task == table[1]), {})
        found = _NUMBER.fullmatch(line)
        lines.append(line if found is None or found[1] not in numbers else _with(found, numbers[found[1]]))
    return "\n".join(lines) + "\n"


def _with(line: re.Match[str], number: object) -> str:
    """The line with another number, its note where it was."""
    stated = f"{line[1]} = {number}"
    return f"{stated.ljust(line.start(2) - 2)}  {line[2]}" if line[2] else stated


def _figures(confidences: NDArray[np.float64], right: NDArray[np.float64]) -> dict[str, float | None]:
    return {
        "brier": brier(confidences, right),
        "brier_skill": brier_skill(confidences, right, float(right.mean())),
        "auroc": auroc(confidences, right),
        "ece": ece(confidences, right),
        "ece_floor": ece_floor(confidences),
    }
