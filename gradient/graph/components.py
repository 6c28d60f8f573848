"""Strongly connected components: the knots of a graph that may hold circles.

Everything that must end on data with a circle works on components: between them there is none.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from gradient.graph.adjacency import Node


def components(neighbours: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The components in topological order: one that leads to another stands before it.

    `neighbours` names the successors of every node, the ones without any included. A node that is in
    no circle is a component of its own. Linear in nodes and edges (Kosaraju and Sharir, 1981).
    """
    backwards: dict[Node, list[Node]] = {node: [] for node in neighbours}
    for node, following in neighbours.items():
        for successor in following:
            backwards[successor].append(node)
    placed: set[Node] = set()
    found: list[list[Node]] = []
    for root in reversed(_as_left(neighbours)):
        if root not in placed:
            members = _gather(backwards, root, placed)
            placed.update(members)
            found.append(members)
    return found


def is_knot(component: Sequence[Node], neighbours: Mapping[Node, Sequence[Node]]) -> bool:
    """Whether a component holds a circle: several nodes, or one that leads to itself."""
    return len(component) > 1 or component[0] in neighbours[component[0]]


def _as_left(neighbours: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """The nodes in the order in which a depth-first walk leaves them for good."""
    left: list[Node] = []
    seen: set[Node] = set()
    for root in neighbours:
        if root in seen:
            continue
        seen.add(root)
        way = [(root, iter(neighbours[root]))]
        while way:
            node, rest = way[-1]
            step = next((successor for successor in rest if successor not in seen), None)
            if step is None:
                left.append(node)
                way.pop()
            else:
                seen.add(step)
                way.append((step, iter(neighbours[step])))
    return left


def _gather(neighbours: Mapping[Node, Sequence[Node]], root: Node, placed: AbstractSet[Node]) -> list[Node]:
    """`root` and all that it leads to outside `placed`."""
    seen = {root}
    members = [root]
    for node in members:
        for successor in neighbours[node]:
            if successor not in seen and successor not in placed:
                seen.add(successor)
                members.append(successor)
    return members
