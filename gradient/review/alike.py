"""Which questions of a queue are alike, so that a person answers them in one go."""

from collections.abc import Iterable, Mapping
from typing import Any

Item = Mapping[str, Any]


def together(items: Iterable[Item]) -> list[list[Item]]:
    """The items in groups of alike ones; groups in the order of their first item, items in their own order.

    Alike are questions that differ in the sentence, or in what is learnt first, alone.
    """
    groups: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        groups.setdefault(_key(item), []).append(item)
    return list(groups.values())


def _key(item: Item) -> tuple[object, ...]:
    match item["task"]:
        case "tag":
            return (item["course"], "tag", item["object_slug"])
        case "prerequisite" | "circle":
            return (item["course"], "prerequisite", item["object_slug"])
        case _:
            return (item["course"], item["id"])
