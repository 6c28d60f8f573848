"""Outlines whose topics are records: JSON, YAML and CSV."""

import csv
import json
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import yaml

from gradient.outline.entries import (
    ALIAS_KEYS,
    MAX_DEPTH,
    PREREQUISITE_KEYS,
    PROSE_KEYS,
    Entry,
    entry,
    parts,
    refuse,
)

_TITLE_KEYS = ("title", "name", "topic", "text")
_CHILD_KEYS = ("topics", "children", "nodes", "subtopics")
_ROOT_KINDS = frozenset({"course", "root"})
_STATED = ALIAS_KEYS | PREREQUISITE_KEYS | PROSE_KEYS
_HOW_JSON = 'write {"course": ..., "nodes": [{"path": "A >> B", "name": "B", "position": 1}]}'


def json_entries(name: str, text: str) -> list[Entry]:
    """The `nodes` of a JSON outline. A node of kind `course` is the root and no topic."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        refuse(name, f"this is no valid JSON ({error.msg}); correct it", error.lineno)
    except ValueError:
        refuse(name, "a number in it has too many digits; correct it")
    except RecursionError:
        refuse(name, "it is nested too deeply; flatten it")
    nodes = data.get("nodes") if isinstance(data, Mapping) else None
    if not isinstance(nodes, Sequence) or isinstance(nodes, str):
        refuse(name, f"it has no list of nodes; {_HOW_JSON}")
    tree = _Tree(name)
    for number, node in enumerate(nodes, start=1):
        if not isinstance(node, Mapping):
            refuse(name, f"node {number} is no object; {_HOW_JSON}")
        if str(node.get("kind", "")).casefold() not in _ROOT_KINDS:
            tree.add(_json_path(name, number, node), _described(name, node, f"node {number}"))
    return tree.in_order()


def _json_path(name: str, number: int, node: Mapping[str, Any]) -> list[str]:
    stated, own = node.get("path", []), str(node.get("name") or node.get("title") or "").strip()
    if stated is not None and not isinstance(stated, str | list):
        refuse(name, f"the path of node {number} is neither text nor a list; {_HOW_JSON}")
    path = parts(stated) if isinstance(stated, str) else [str(part).strip() for part in stated or []]
    if own and path[-1:] != [own]:
        path.append(own)
    if not path:
        refuse(name, f"node {number} has neither path nor name; give it one")
    return path


def csv_entries(name: str, text: str) -> list[Entry]:
    """The rows of a CSV outline: a column `path` ("A >> B"), or `title` with an optional `parent`.

    Further columns: `aliases`, `requires`, `summary`, `position`.
    """
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.DictReader(StringIO(text), delimiter=delimiter, strict=True)
    tree, paths = _Tree(name), dict[str, list[str]]()
    try:
        columns = {str(column).strip().casefold(): column for column in reader.fieldnames or ()}
        if not {"path", *_TITLE_KEYS} & set(columns):
            refuse(name, "its first line names neither a column path nor a column title; add one", 1)
        for row in reader:
            said = {column: (row[original] or "").strip() for column, original in columns.items()}
            if not any(said.values()):
                continue
            path = _csv_path(name, reader.line_num, said, paths)
            paths.setdefault(path[-1].casefold(), path)
            tree.add(path, _described(name, said, "the row", reader.line_num))
    except csv.Error as error:
        refuse(name, f"this is no valid CSV ({error}); save it again", max(reader.line_num, 1))
    return tree.in_order()


def _csv_path(name: str, line: int, said: Mapping[str, str], paths: Mapping[str, list[str]]) -> list[str]:
    if said.get("path"):
        return parts(said["path"])
    title = next((said[key] for key in _TITLE_KEYS if said.get(key)), "")
    if not title:
        refuse(name, "the row names no topic; fill in its title or remove it", line)
    parent = said.get("parent", "")
    if parent and parent.casefold() not in paths:
        refuse(name, f"the parent “{parent}” stands in no row above; move its row up or add it", line)
    return [*paths[parent.casefold()], title] if parent else [title]


class _TextLoader(yaml.SafeLoader):
    """Reads what is written as the text that it is: 1.10 and 2024-01-01 stay titles; null is None."""


_TextLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in known if tag == "tag:yaml.org,2002:null"]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _require_plain(name: str, event: yaml.Event) -> None:
    line = event.start_mark.line + 1 if event.start_mark else None
    if isinstance(event, yaml.AliasEvent):
        refuse(name, "it uses YAML references (*name); write the topics out", line)
    if getattr(event, "tag", None) is not None:
        refuse(name, "it uses YAML tags (such as !!int); write the text without them", line)


def yaml_entries(name: str, text: str) -> list[Entry]:
    """The topics of a YAML outline: nested lists of titles, or of mappings with `title` and `topics`."""
    try:
        for event in yaml.parse(text, Loader=_TextLoader):
            _require_plain(name, event)
        data = yaml.load(text, Loader=_TextLoader)  # noqa: S506  a safe loader that knows less
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "it cannot be parsed"
        refuse(name, f"this is no valid YAML ({problem}); correct it", mark.line + 1 if mark else None)
    except RecursionError:
        refuse(name, "it is nested too deeply; flatten it")
    if isinstance(data, Mapping):
        wrapped = next((data[key] for key in _CHILD_KEYS if key in data), None)
        data = data if wrapped is None else wrapped
    return _yaml_children(name, data)


def _yaml_children(name: str, data: Any) -> list[Entry]:
    if data is None:
        return []
    if isinstance(data, Mapping):
        return [_titled(name, title, below) for title, below in data.items()]
    if isinstance(data, str | int | float):
        return [entry(str(data))]
    if not isinstance(data, Sequence):
        refuse(name, f"“{data}” is no topic; write a title")
    return [found for each in data for found in _yaml_item(name, each)]


def _yaml_item(name: str, item: Any) -> list[Entry]:
    if not isinstance(item, Mapping) or not any(key in item for key in _TITLE_KEYS):
        return _yaml_children(name, item)
    found = _described(name, item, "a topic")
    found.title = str(next(item[key] for key in _TITLE_KEYS if key in item)).strip()
    found.children = _yaml_children(name, next((item[key] for key in _CHILD_KEYS if key in item), None))
    return [found]


def _titled(name: str, title: Any, below: Any) -> Entry:
    found = entry(str(title))
    if isinstance(below, Mapping) and all(
        str(key).casefold() in {*_STATED, *_CHILD_KEYS, "position"} for key in below
    ):
        found = _described(name, below, f"“{title}”")
        found.title = str(title).strip()
        below = next((below[key] for key in _CHILD_KEYS if key in below), None)
    found.children = _yaml_children(name, below)
    return found


def _described(name: str, record: Mapping[str, Any], what: str, line: int | None = None) -> Entry:
    """An entry, its title still open, with all that `record` says of it."""
    found = Entry("", line)
    for key, value in record.items():
        if value not in (None, ""):
            found.state(str(key), _joined(value) if str(key).casefold() not in PROSE_KEYS else str(value))
    position = record.get("position")
    if position not in (None, ""):
        try:
            found.position = int(str(position))
        except ValueError:
            shown = str(position)[:40]
            refuse(name, f"the position “{shown}” of {what} is no whole number; correct it", line)
    return found


def _joined(value: Any) -> str:
    """A list of names as text; a list inside it holds alternatives."""
    if not isinstance(value, list):
        return str(value)
    return ", ".join(" or ".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)


class _Tree:
    """Builds a tree from entries with paths; a parent that has no row of its own is made."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._roots: list[Entry] = []
        self._known: dict[tuple[str, ...], Entry] = {}
        self._stated: set[tuple[str, ...]] = set()

    def add(self, path: Sequence[str], found: Entry) -> None:
        """Puts `found` at `path`."""
        whole = tuple(path)
        if len(whole) > MAX_DEPTH:
            refuse(self._name, f"more than {MAX_DEPTH} levels; flatten the outline", found.line)
        if whole in self._stated:
            refuse(
                self._name,
                f"the topic “{' >> '.join(whole)}” stands there twice; keep one of them",
                found.line,
            )
        self._stated.add(whole)
        place = self._at(whole)
        place.line, place.position, place.summary = found.line, found.position, found.summary
        place.aliases, place.prerequisites = found.aliases, found.prerequisites
        place.excluded = found.excluded

    def _at(self, path: tuple[str, ...]) -> Entry:
        if path not in self._known:
            siblings = self._at(path[:-1]).children if path[1:] else self._roots
            self._known[path] = Entry(path[-1])
            siblings.append(self._known[path])
        return self._known[path]

    def in_order(self) -> list[Entry]:
        """The roots; siblings with stated positions come first, in that order."""
        for siblings in (self._roots, *(each.children for each in self._known.values())):
            siblings.sort(key=lambda each: (each.position is None, each.position or 0))
        return self._roots
