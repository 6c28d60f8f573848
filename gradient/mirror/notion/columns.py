"""The columns of the two databases, and what stands in them."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gradient.mirror.notion.limits import RELATIONS
from gradient.mirror.notion.node import Run, fitting, rich_text
from gradient.store.notion import DatabaseKind

Type = Literal["title", "rich_text", "select", "number", "relation"]
Value = str | float | tuple[str, ...] | None
"""A text, the name of an option or None, a number or None, ids of pages."""


@dataclass(frozen=True)
class Column:
    """A column. `theirs`: what stands in it is a person's, and never written by us."""

    name: str
    type: Type
    options: tuple[str, ...] = ()
    theirs: bool = False
    about: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


KEY = "Gradient key"
STATUS = "Status"
INCOMPLETE = "incomplete"
STATE = "State"
ANSWER = "Answer"
DECISION, CORRECT_TOPIC, NOTE = "Decision", "Correct topic", "Note"
LEARN_FIRST = "Learn first"
COURSE = "Course"

_PERCENT = {"format": "percent"}
_KEY = Column(KEY, "rich_text", about="What Gradient finds this {one} by ({kind}); leave it as it is.")

COLUMNS: dict[DatabaseKind, tuple[Column, ...]] = {
    "topics": (
        Column("Topic", "title"),
        Column(COURSE, "select"),
        Column("Path", "rich_text", about="The topics above it, broadest first."),
        Column(STATUS, "select", ("fresh", "thin", "refused", "none", INCOMPLETE)),
        Column(
            "Confidence", "number", settings=_PERCENT, about="The mean over what is tagged with the topic."
        ),
        Column("Coverage", "number", settings=_PERCENT),
        Column(LEARN_FIRST, "relation", about="What has to be learnt before it."),
        _KEY,
    ),
    "review": (
        Column("Question", "title"),
        Column(
            DECISION, "select", ("accept", "reject", "change", "later"), theirs=True, about="Your answer."
        ),
        Column(CORRECT_TOPIC, "relation", theirs=True, about="With change: the right topic."),
        Column(NOTE, "rich_text", theirs=True, about="What you have to say about it."),
        Column("Quote", "rich_text", about="What the course says, and where."),
        Column("Why", "rich_text"),
        Column("Kind", "select"),
        Column("Confidence", "number", settings=_PERCENT),
        Column(COURSE, "select"),
        Column("Priority", "number"),
        Column(STATE, "select", ("open", "answered", "closed")),
        Column(ANSWER, "rich_text", about="What became of your answer."),
        _KEY,
    ),
}

TITLES: dict[DatabaseKind, str] = {"topics": "Topics", "review": "Review"}
ONES: dict[DatabaseKind, str] = {"topics": "page", "review": "row"}


def column(kind: DatabaseKind, name: str) -> Column:
    """A column by its name."""
    return next(one for one in COLUMNS[kind] if one.name == name)


def about(kind: DatabaseKind, one: Column) -> str:
    """What a column says of itself; that of the key also tells the databases of Gradient from others."""
    return one.about.format(kind=f"gradient {kind}", one=ONES[kind])


def config(kind: DatabaseKind, one: Column, topics_source: str | None) -> dict[str, Any] | None:
    """How a column is made; None for a relation while there is nothing to relate to."""
    made: dict[str, Any] = dict(one.settings)
    if one.type == "select":
        made = {"options": [{"name": option} for option in one.options]}
    if one.type == "relation":
        if topics_source is None:
            return None
        made = {"data_source_id": topics_source, "type": "single_property", "single_property": {}}
    told = about(kind, one)
    return {one.type: made, **({"description": told} if told else {})}


def sent(one: Column, value: Value) -> dict[str, Any]:
    """A value as it is written."""
    if one.type in ("title", "rich_text"):
        runs = fitting([Run(value)] if isinstance(value, str) and value else [])
        return {one.type: rich_text(runs)}
    if one.type == "select":
        return {"select": None if value is None else {"name": value}}
    if one.type == "relation":
        return {"relation": [{"id": page} for page in _ids(value)[:RELATIONS]]}
    return {"number": value}


def read(prop: Mapping[str, Any]) -> Value:
    """A value as it is read. Raises ValueError for a property of a type that no column of ours has."""
    kind = prop["type"]
    if kind in ("title", "rich_text"):
        return "".join(item["plain_text"] for item in prop[kind])
    if kind == "select":
        return None if prop["select"] is None else str(prop["select"]["name"])
    if kind == "relation":
        return tuple(one["id"] for one in prop["relation"])
    if kind == "number":
        return None if prop["number"] is None else float(prop["number"])
    raise ValueError(kind)


def mark(value: Value) -> str:
    """What tells a value from others; relations count without their order."""
    shown: object = value
    if isinstance(value, tuple):
        shown = sorted(value[:RELATIONS])
    elif isinstance(value, int | float):
        shown = float(value)
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]


def marks(values: Mapping[str, Value]) -> dict[str, str]:
    """The marks of values by the names of their columns."""
    return {name: mark(value) for name, value in values.items()}


def differing(wanted: Mapping[str, Value], standing: Mapping[str, str], names: Iterable[str]) -> list[str]:
    """Which columns, among those that are there, have to be written."""
    return [name for name in names if name in wanted and mark(wanted[name]) != standing.get(name)]


def _ids(value: Value) -> Sequence[str]:
    return value if isinstance(value, tuple) else ()
