"""The order in which topics are learnt."""

import heapq
from collections.abc import Iterable, Mapping, Sequence

from gradient.graph.adjacency import Edge, NaturalKey, Node, successors
from gradient.graph.components import components


def learning_order(nodes: Iterable[Node], edges: Iterable[Edge[Node]], key: NaturalKey[Node]) -> list[Node]:
    """All `nodes`, each after those that lead to it; of those that are free the smallest `key` first.

    Edges with an end outside `nodes` do not count. Where the data hold a circle its nodes stand
    together, by key; `cycles.find_circle` names it.
    """
    members = set(nodes)
    neighbours: dict[Node, list[Node]] = {node: [] for node in sorted(members)}
    neighbours.update(successors(edge for edge in edges if members.issuperset(edge)))
    knots = [sorted(knot, key=key) for knot in components(neighbours)]
    return [node for place in _free_first(knots, neighbours, key) for node in knots[place]]


def _free_first(
    knots: Sequence[Sequence[Node]], neighbours: Mapping[Node, Sequence[Node]], key: NaturalKey[Node]
) -> list[int]:
    """The numbers of the components in learning order (Kahn, 1962, with a heap)."""
    number_of = {node: number for number, knot in enumerate(knots) for node in knot}
    following = [
        {number_of[after] for node in knot for after in neighbours[node]} - {number}
        for number, knot in enumerate(knots)
    ]
    awaited = [0] * len(knots)
    for numbers in following:
        for number in numbers:
            awaited[number] += 1
    # A component's number breaks ties between equal keys: it is fixed by the sorted nodes.
    free = [(key(knot[0]), number) for number, knot in enumerate(knots) if not awaited[number]]
    heapq.heapify(free)
    order: list[int] = []
    while free:
        _, number = heapq.heappop(free)
        order.append(number)
        for after in following[number]:
            awaited[after] -= 1
            if not awaited[after]:
                heapq.heappush(free, (key(knots[after][0]), after))
    return order
