"""Between the rows of the database and the values that settle works with."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from gradient.acceptance.question import Question, QuestionKey, Settled, Task
from gradient.providers.confidence import ConfidenceMap
from gradient.store.maps import Scale, scale_of

MOST_NAMED = 5
"""So many of the topics are named with which prerequisites went."""

Row = Mapping[str, Any]
Maps = Mapping[Scale, ConfidenceMap]


def maps_in_force(rows: Iterable[Row]) -> dict[Scale, ConfidenceMap]:
    """The active maps by task, scorer and version of the scorer."""
    return {scale_of(row): ConfidenceMap.from_json(row["parameters"]) for row in rows}


def corrected_by(rows: Iterable[Row]) -> dict[str, list[int]]:
    """The active maps that are not raw: their ids by task."""
    found: dict[str, list[int]] = {}
    for row in rows:
        if row["kind"] != "raw":
            found.setdefault(row["task"], []).append(row["id"])
    return {task: sorted(ids) for task, ids in found.items()}


def question_key(task: str, row: Row) -> QuestionKey:
    """The natural key of the question behind a row."""
    return (task, row["subject"], row["object"])


def question(key: QuestionKey, row: Row, maps: Maps) -> Question:
    """The question behind a row, with the confidence of its newest judgement after the map in force."""
    task = cast("Task", key[0])
    imported = row.get("origin") == "outline"
    if row.get("log_yes") is None:
        return Question(
            task, key[1], key[2], answer=row["answer"], refused=row.get("refused"), imported=imported
        )
    logit = row["log_yes"] - row["log_no"]
    return Question(
        task,
        key[1],
        key[2],
        answer=row["answer"],
        confidence=confidence(task, row, maps),
        logit=logit,
        imported=imported,
    )


def confidence(task: str, row: Row, maps: Maps) -> float:
    """That of a judgement after the map in force."""
    scale = (task, row["scorer"], row["scorer_version"])
    return maps.get(scale, ConfidenceMap()).apply(row["log_yes"] - row["log_no"], row["features"])


def tag_change(one: Settled, row: Row) -> dict[str, Any] | None:
    """What has to be written for a tag, None if its row says so already."""
    values = {**_common(one), "is_primary": one.primary}
    return _change(values, row, "content_id", "topic_id")


def prerequisite_change(one: Settled, row: Row) -> dict[str, Any] | None:
    """What has to be written for a prerequisite, None if its row says so already."""
    values = {**_common(one), "circle": list(one.circle) or None}
    return _change(values, row, "subject_id", "object_id")


def _common(one: Settled) -> dict[str, Any]:
    return {
        "status": one.status,
        "confidence": one.question.confidence,
        "reason": one.reason,
        "by": _by(one.question),
    }


def _by(asked: Question) -> str:
    if asked.decided is not None:
        return "person"
    return "outline" if asked.imported else "stage"


def _change(values: dict[str, Any], row: Row, *ends: str) -> dict[str, Any] | None:
    if all(row[column] == value for column, value in values.items()):
        return None
    return {**values, **{end: row[end] for end in ends}}


def new_ones(task: str, settled: Iterable[tuple[Settled, Row]]) -> str | None:
    """How many questions got their first status, and which; None if none did."""
    counts = Counter(one.status for one, row in settled if row["reason"] is None)
    if not counts:
        return None
    shown = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"New {task}s: {shown}."


def lost_with_topics(gone: Sequence[str]) -> str:
    """How many accepted prerequisites went with topics that are no more: the topic of each is given."""
    topics = [title for title, _ in Counter(gone).most_common()]
    named = ", ".join(topics[:MOST_NAMED])
    more = f" and {len(topics) - MOST_NAMED} others" if len(topics) > MOST_NAMED else ""
    count = "1 accepted prerequisite" if len(gone) == 1 else f"{len(gone)} accepted prerequisites"
    return f"{count} went with what is no topic any more: {named}{more}."


def flip(one: Settled, row: Row) -> tuple[str, str] | None:
    """What became of a question that had a status before, and what caused it; None if nothing did."""
    if row["reason"] is None or one.status == row["status"]:
        return None
    cause = f"a decision of {row['person']}" if one.question.decided is not None else one.reason
    return f"{_shown(one.question.task, row)}: {row['status']} became {one.status}.", cause


def _shown(task: str, row: Row) -> str:
    first = f"“{row['sentence']}”" if task == "tag" else row["subject_title"]
    return f"{first} → {row['object_title']}"
