"""Cutting blocks into requests at Notion's limits: in order, and nothing is left out."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.mirror.notion.limits import BLOCKS, CHILDREN, REQUEST_BYTES
from gradient.mirror.notion.node import Node


@dataclass(frozen=True)
class Part:
    """A block of a request with those of its children that go with it; `rest` has to follow."""

    node: Node
    children: tuple[Node, ...]

    @property
    def rest(self) -> tuple[Node, ...]:
        """The children that are sent to the block itself once it stands."""
        return self.node.children[len(self.children) :]

    def request(self) -> dict[str, Any]:
        """The part as it is sent."""
        return self.node.request(self.children)


Batch = tuple[Part, ...]
"""The blocks of one request."""


def batches(nodes: Iterable[Node]) -> list[Batch]:
    """Blocks of one list of children, each request full before the next begins."""
    found: list[list[Part]] = []
    blocks, size = 0, 0
    for node in nodes:
        part, count, length = _part(node)
        full = found and (
            len(found[-1]) == CHILDREN or blocks + count > BLOCKS or size + length > REQUEST_BYTES
        )
        if full or not found:
            found.append([])
            blocks, size = 0, 0
        found[-1].append(part)
        blocks, size = blocks + count, size + length
    return [tuple(one) for one in found]


def count(nodes: Sequence[Node]) -> int:
    """How many blocks these are with their children."""
    return len(nodes) + sum(len(node.children) for node in nodes)


def _part(node: Node) -> tuple[Part, int, int]:
    """The block with as many of its children as one request can hold, their number and their bytes."""
    size = _bytes(node)
    taken = 0
    for child in node.children[:CHILDREN]:
        length = _bytes(child)
        if size + length > REQUEST_BYTES:
            break
        size += length
        taken += 1
    return Part(node, node.children[:taken]), 1 + taken, size


def _bytes(node: Node) -> int:
    return len(json.dumps(node.request(), ensure_ascii=False).encode("utf-8", "surrogatepass"))
