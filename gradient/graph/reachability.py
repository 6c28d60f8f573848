"""Reachability that is kept while edges come in one after the other."""

from collections.abc import Iterable, Iterator
from typing import Generic

from gradient.graph.adjacency import Node


class Reachability(Generic[Node]):
    """Which node leads to which, answered at once after every new edge.

    Sets of nodes are the bits of integers, numbered by rising node, so that an edge costs one
    operation for each node before or behind it. Edges that close a circle are allowed.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._nodes = sorted(set(nodes))
        self._numbers = {node: number for number, node in enumerate(self._nodes)}
        self._direct = [0] * len(self._nodes)
        self._before = [0] * len(self._nodes)
        self._behind = [0] * len(self._nodes)

    def leads(self, start: Node, goal: Node) -> bool:
        """Whether a path of one edge or more goes from `start` to `goal`."""
        return bool(self._behind[self._numbers[start]] >> self._numbers[goal] & 1)

    def add(self, start: Node, goal: Node) -> None:
        """Takes in the edge `start` → `goal`."""
        first, second = self._numbers[start], self._numbers[goal]
        self._direct[first] |= 1 << second
        if self._behind[first] >> second & 1:
            return
        sources = self._before[first] | 1 << first
        targets = self._behind[second] | 1 << second
        for number in _bits(sources):
            self._behind[number] |= targets
        for number in _bits(targets):
            self._before[number] |= sources

    def shortest_path(self, start: Node, goal: Node) -> list[Node]:
        """The nodes of a shortest path, both ends included; of several the one with the smallest
        nodes, compared from the goal backwards.

        ValueError if `start` does not lead to `goal`.
        """
        if not self.leads(start, goal):
            raise ValueError(f"{start!r} does not lead to {goal!r}")
        number = self._numbers[goal]
        path = [goal]
        for level in reversed(self._levels(self._numbers[start], number)):
            number = next(source for source in _bits(level) if self._direct[source] >> number & 1)
            path.append(self._nodes[number])
        return path[::-1]

    def _levels(self, start: int, goal: int) -> list[int]:
        """The nodes that 0, 1, 2 … edges lead to from `start`, up to the last level before `goal`."""
        levels = [1 << start]
        while True:
            following = 0
            for number in _bits(levels[-1]):
                following |= self._direct[number]
            if following >> goal & 1:
                return levels
            levels.append(following)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
