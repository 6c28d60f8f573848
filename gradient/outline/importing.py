"""Outlines that a person gives: Markdown, YAML, OPML, CSV or JSON, all read into the same nodes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from gradient.outline.entries import (
    MAX_DEPTH,
    MAX_ENTRIES,
    Entry,
    MalformedOutline,
    refuse,
    require_sound,
    walk,
)
from gradient.outline.markdown_outline import markdown_entries
from gradient.outline.opml_outline import opml_entries
from gradient.outline.record_outlines import csv_entries, json_entries, yaml_entries

__all__ = ["SUFFIXES", "MalformedOutline", "OutlineNode", "read_outline"]


@dataclass(frozen=True)
class OutlineNode:
    """A topic that an outline file states.

    `path` holds the titles from the root down to its own, `position` its place among its siblings.
    `prerequisites` are groups of titles, aliases or paths ("A >> B"): every group is needed, any one of
    a group will do. `excluded` says what does not belong to the topic.
    """

    path: tuple[str, ...]
    position: int
    aliases: tuple[str, ...] = ()
    prerequisites: tuple[tuple[str, ...], ...] = ()
    summary: str = ""
    excluded: str = ""

    @property
    def title(self) -> str:
        """Its own title."""
        return self.path[-1]


_READERS: dict[str, Callable[[str, str], list[Entry]]] = {
    ".md": markdown_entries,
    ".markdown": markdown_entries,
    ".yaml": yaml_entries,
    ".yml": yaml_entries,
    ".opml": opml_entries,
    ".csv": csv_entries,
    ".json": json_entries,
}
SUFFIXES = frozenset(_READERS)


def read_outline(name: str, text: str) -> tuple[OutlineNode, ...]:
    """The nodes of the outline file `name` with the content `text`, parents before children.

    Raises `MalformedOutline` with a sentence for people.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix not in _READERS:
        refuse(name, f"outlines are read from {', '.join(sorted(SUFFIXES))}; save it as one of these")
    entries = _READERS[suffix](name, text.removeprefix("\ufeff"))
    if not entries:
        refuse(name, "no topic was found in it; write one topic a line as a nested list")
    return _nodes(name, entries)


def _nodes(name: str, entries: list[Entry]) -> tuple[OutlineNode, ...]:
    found: dict[tuple[str, ...], OutlineNode] = {}
    for path, place, each in walk(entries):
        require_sound(name, each)
        shown = " >> ".join(path)
        if not each.title:
            refuse(name, "a topic has no title; give it one or remove it", each.line)
        if path in found:
            refuse(name, f"the topic “{shown}” stands there twice; keep one of them", each.line)
        if len(path) > MAX_DEPTH or len(found) >= MAX_ENTRIES:
            refuse(
                name, f"more than {MAX_DEPTH} levels or {MAX_ENTRIES} topics; split the outline", each.line
            )
        position = place if each.position is None else each.position
        found[path] = OutlineNode(
            path,
            position,
            tuple(dict.fromkeys(each.aliases)),
            tuple(each.prerequisites),
            each.summary,
            each.excluded,
        )
    return tuple(found.values())
