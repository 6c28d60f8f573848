"""What has to be learnt before a topic, near and far."""

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from gradient.graph.adjacency import Edge, Node, predecessors, successors
from gradient.graph.components import components, is_knot

_STATED = float("inf")
"""Surer than any measure."""


@dataclass(frozen=True)
class Prerequisite(Generic[Node]):
    """A topic to learn first: `depth` is the fewest edges to the asked topic (1 or more),
    `confidence` the weakest edge on the best path, 0 to 1, None where all of that path is stated."""

    topic: Node
    depth: int
    confidence: float | None


def transitive_prerequisites(
    confidences: Mapping[Edge[Node], float | None], topic: Node
) -> dict[Node, Prerequisite[Node]]:
    """All topics from which a path leads to `topic`, itself excepted, the nearest first.

    `confidences` holds one value for each edge, None for one that is stated and so surer than any. Depth and
    confidence may come from different paths.
    """
    before = predecessors(confidences)
    depths = _depths(before, topic)
    best = _best_confidences(before, confidences, topic)
    return {
        node: Prerequisite(node, depth, None if best[node] == _STATED else best[node])
        for node, depth in depths.items()
        if node != topic
    }


def closure(edges: Iterable[Edge[Node]]) -> set[Edge[Node]]:
    """All pairs (A, B) with a path of one edge or more from A to B."""
    after = successors(edges)
    reached: dict[Node, set[Node]] = {}
    for component in reversed(components(after)):
        beyond: set[Node] = set(component) if is_knot(component, after) else set()
        for node in component:
            for successor in after[node]:
                beyond.add(successor)
                beyond |= reached.get(successor, set())
        reached.update((node, beyond) for node in component)
    return {(node, other) for node, beyond in reached.items() for other in beyond}


def _depths(neighbours: Mapping[Node, list[Node]], start: Node) -> dict[Node, int]:
    """The fewest edges from `start` to each node that it leads to, in the order of a walk in breadth."""
    depths = {start: 0}
    queue = [start]
    for node in queue:
        for neighbour in neighbours.get(node, ()):
            if neighbour not in depths:
                depths[neighbour] = depths[node] + 1
                queue.append(neighbour)
    return depths


def _best_confidences(
    before: Mapping[Node, list[Node]], confidences: Mapping[Edge[Node], float | None], topic: Node
) -> dict[Node, float]:
    """For each node the weakest edge on its best path to `topic` (Dijkstra with min in place of +)."""
    best: dict[Node, float] = {}
    heap: list[tuple[float, Node]] = [(-_STATED, topic)]
    while heap:
        negative, node = heapq.heappop(heap)
        if node in best:
            continue
        best[node] = -negative
        for neighbour in before.get(node, ()):
            if neighbour not in best:
                known = confidences[neighbour, node]
                weakest = best[node] if known is None else min(best[node], known)
                heapq.heappush(heap, (-weakest, neighbour))
    return best
