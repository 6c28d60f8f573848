"""Circles: naming one that is there, and one that an edge would close.

A circle is written as its nodes in order: [A, B, C] is A → B → C → A.
"""

from collections.abc import Iterable, Mapping, Sequence

from gradient.graph.adjacency import Edge, Node, successors
from gradient.graph.components import components, is_knot


def find_circle(edges: Iterable[Edge[Node]]) -> list[Node] | None:
    """A shortest circle through the smallest node that is in one; None if there is no circle.

    The answer does not depend on the order of the edges. Linear in their number, sorting aside.
    """
    neighbours = successors(edges)
    knots = [knot for knot in components(neighbours) if is_knot(knot, neighbours)]
    if not knots:
        return None
    start = min(node for knot in knots for node in knot)
    walk = shortest_walk(neighbours, start, start)
    return None if walk is None else walk[:-1]


def closing_circle(edges: Iterable[Edge[Node]], new: Edge[Node]) -> list[Node] | None:
    """The shortest circle that `new` would close, beginning with its first end; None if it closes none.

    A circle among the `edges` themselves does not matter here.
    """
    before, after = new
    if before == after:
        return [before]
    walk = shortest_walk(successors(edges), after, before)
    return None if walk is None else [before, *walk[:-1]]


def circle_text(circle: Sequence[str]) -> str:
    """The circle as it is shown: `a → b → a`."""
    return " → ".join([*circle, circle[0]])


def shortest_walk(neighbours: Mapping[Node, Sequence[Node]], start: Node, goal: Node) -> list[Node] | None:
    """The nodes of a shortest walk of one edge or more, both ends included; None if there is none."""
    came_from: dict[Node, Node] = {}
    queue = [start]
    for node in queue:
        for neighbour in neighbours.get(node, ()):
            if neighbour not in came_from:
                came_from[neighbour] = node
                queue.append(neighbour)
        if goal in came_from:
            return _walk_back(came_from, start, goal)
    return None


def _walk_back(came_from: Mapping[Node, Node], start: Node, goal: Node) -> list[Node]:
    walk = [goal, came_from[goal]]
    while walk[-1] != start:
        walk.append(came_from[walk[-1]])
    return walk[::-1]
