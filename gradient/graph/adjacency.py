"""Edges as rows give them, and the neighbours that follow from them.

An edge (A, B) says that A is learnt before B. The nodes of one graph are all strings or all integers.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol, TypeAlias, TypeVar


class Sortable(Hashable, Protocol):
    """What a node and its natural key must be: something to look up and to compare."""

    def __lt__(self, other: Any, /) -> bool: ...


Node = TypeVar("Node", bound=Sortable)
Edge: TypeAlias = tuple[Node, Node]
NaturalKey: TypeAlias = Callable[[Node], Sortable]


def successors(edges: Iterable[Edge[Node]]) -> dict[Node, list[Node]]:
    """Each node of the edges, in rising order, with the nodes it leads to, each once, in rising order."""
    found: dict[Node, set[Node]] = {}
    for before, after in edges:
        found.setdefault(before, set()).add(after)
        found.setdefault(after, set())
    return {node: sorted(found[node]) for node in sorted(found)}


def predecessors(edges: Iterable[Edge[Node]]) -> dict[Node, list[Node]]:
    """Each node of the edges, in rising order, with the nodes that lead to it, each once, in rising order."""
    return successors((after, before) for before, after in edges)
