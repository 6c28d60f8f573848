"""The fewest edges that say the same: what a reader wants to see drawn."""

from collections.abc import Iterable, Mapping, Sequence

from gradient.graph.adjacency import Edge, Node, successors
from gradient.graph.components import components


def transitive_reduction(edges: Iterable[Edge[Node]]) -> set[Edge[Node]]:
    """The edges that no longer path replaces; their closure is that of all edges.

    Where the data hold a circle all of its edges stay, and of several edges between two circles the
    smallest does: there the reduction is not unique, and this choice does not depend on any order.
    """
    neighbours = successors(edges)
    knots = components(neighbours)
    number_of = {node: number for number, knot in enumerate(knots) for node in knot}
    kept: set[Edge[Node]] = set()
    between: dict[tuple[int, int], Edge[Node]] = {}
    for before, following in neighbours.items():
        for after in following:
            ends = (number_of[before], number_of[after])
            if ends[0] == ends[1]:
                kept.add((before, after))
            else:
                between.setdefault(ends, (before, after))
    return kept | {between[ends] for ends in _needed(len(knots), between)}


def _needed(count: int, pairs: Mapping[tuple[int, int], object]) -> list[tuple[int, int]]:
    """The pairs (i, j), i < j, of an acyclic graph over 0 … count − 1 that no longer path replaces."""
    following: Sequence[list[int]] = [[] for _ in range(count)]
    for before, after in pairs:
        following[before].append(after)
    reached = [0] * count
    needed: list[tuple[int, int]] = []
    for before in reversed(range(count)):
        # Numbers rise along every path: whatever replaces an edge begins with a smaller number.
        for after in sorted(following[before]):
            if not reached[before] >> after & 1:
                needed.append((before, after))
                reached[before] |= reached[after] | 1 << after
    return needed
