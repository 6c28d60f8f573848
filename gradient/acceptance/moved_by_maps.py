"""What another map did: which statuses turned because of it, and how that is said."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradient.acceptance.question import Settled
from gradient.providers.confidence import ConfidenceMap
from gradient.store.maps import scale_of

SAME = 1e-6
"""Two confidences that lie closer are one."""

Row = Mapping[str, Any]


def map_behind(one: Settled, row: Row, stored: Sequence[Row]) -> str | None:
    """Which map moved the confidence of a question, as words that can stand after "because of".

    `row` is how its tag or prerequisite stood before, `stored` are all maps, the newest first. None where a
    person or an outline decides, or where it was not a map that moved it: only where the same judgement comes
    to the confidence of before by another map, or by none, it was one.
    """
    asked, before = one.question, row["confidence"]
    if asked.decided is not None or asked.imported or asked.confidence is None or before is None:
        return None
    if math.isclose(asked.confidence, before, abs_tol=SAME):
        return None
    scale = (asked.task, row["scorer"], row["scorer_version"])
    of_scale = [each for each in stored if scale_of(each) == scale]
    now = next((each for each in of_scale if each["active"]), None)
    for each in (*of_scale, None):
        if each is not now and math.isclose(_confidence(each, row), before, abs_tol=SAME):
            return _named(now, each)
    return None


def told(turned: Iterable[tuple[str, Settled, Row]]) -> dict[str, str]:
    """What each map did, as a sentence, by the words for it; `turned` has these words first."""
    counts: dict[str, Counter[tuple[str, str, str]]] = {}
    for by, one, row in turned:
        counts.setdefault(by, Counter())[one.question.task, row["status"], one.status] += 1
    return {by: f"{_beginning(by)}: {', '.join(map(_counted, sorted(count.items())))}."
            for by, count in counts.items()}  # fmt: skip


def _confidence(stored: Row | None, row: Row) -> float:
    fitted = ConfidenceMap() if stored is None else ConfidenceMap.from_json(stored["parameters"])
    return fitted.apply(row["log_yes"] - row["log_no"], row["features"])


def _named(now: Row | None, before: Row | None) -> str:
    if (
        before is not None
        and before["withdrawn_at"] is not None
        and (now is None or now["id"] < before["id"])
    ):
        return f"the undo of the map fitted to {before['decisions']} decisions"
    if now is None or now["kind"] == "raw":
        return "confidences that are raw again"
    return f"the map fitted to {now['decisions']} decisions"


def _beginning(by: str) -> str:
    return f"A {by.removeprefix('the ')}" if by.startswith("the map") else by[0].upper() + by[1:]


def _counted(counted: tuple[tuple[str, str, str], int]) -> str:
    (task, before, after), count = counted
    return f"{count} {task}{'' if count == 1 else 's'} {before} became {after}"
