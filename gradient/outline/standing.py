"""What outline files stated when they could still be read: for a file that cannot be, the topics say it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gradient.outline.candidates import name_key
from gradient.outline.importing import OutlineNode

Row = Mapping[str, Any]
Path = tuple[str, ...]


def with_standing(
    nodes: Sequence[OutlineNode], topics: Iterable[Row], names: Iterable[Row]
) -> list[OutlineNode]:
    """The nodes that can be read, and what stands of those that cannot: place, aliases and summary of each.

    `topics` and `names` are the rows of the course. What is read of a topic goes before what stood; aliases
    of both hold. Prerequisites are left out: those that were stated stay by themselves.
    """
    stated = {row["id"]: row for row in topics if row["origin"] == "outline" and row["state"] == "active"}
    aliases: dict[int, list[str]] = defaultdict(list)
    for name in names:
        if name["origin"] == "outline" and name["topic_id"] in stated:
            aliases[name["topic_id"]].append(name["name"])
    found = {node.path: node for node in nodes}
    taken = {name_key(name): node.path for node in nodes for name in (*node.aliases, node.title)}
    for path, row in sorted((_path(row, stated), row) for row in stated.values()):
        free = [one for one in aliases[row["id"]] if name_key(one) not in taken and one != row["title"]]
        place = path if path in found else taken.get(name_key(row["title"]), path)
        there = found.get(place) or OutlineNode(place, row["position"] or 0)
        found[place] = replace(
            there,
            aliases=tuple(dict.fromkeys([*there.aliases, *free])),
            summary=there.summary or row["summary"] or "",
        )
    return list(found.values())


def _path(row: Row, stated: Mapping[int, Row]) -> Path:
    """The titles from the root down, as far as outlines state them."""
    titles, above, seen = [row["title"]], row["parent_id"], {row["id"]}
    while above in stated and above not in seen:
        seen.add(above)
        titles.insert(0, stated[above]["title"])
        above = stated[above]["parent_id"]
    return tuple(titles)
