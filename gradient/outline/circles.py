"""Circles that outline files state by themselves: what closes one is left out, and told."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gradient.graph.cycles import circle_text
from gradient.graph.reachability import Reachability
from gradient.outline.candidates import SEPARATOR, name_key, reference
from gradient.outline.importing import OutlineNode


def without_circles(nodes: Sequence[OutlineNode]) -> tuple[tuple[OutlineNode, ...], list[str]]:
    """The nodes less the prerequisites that close a circle with those before them, a sentence for each."""
    circles = _Circles(nodes)
    kept = tuple(circles.without(node) for node in nodes)
    return kept, circles.told


class _Circles:
    """The prerequisites of an outline as they come in, one topic after the other."""

    def __init__(self, nodes: Sequence[OutlineNode]) -> None:
        self.told: list[str] = []
        self._titles = {reference(node.path): node.title for node in nodes}
        self._meant = _meanings(nodes)
        self._reachability = Reachability(self._titles)

    def without(self, node: OutlineNode) -> OutlineNode:
        """A topic with those of its prerequisites that close no circle."""
        groups = [tuple(name for name in group if self._enters(node, name)) for group in node.prerequisites]
        return replace(node, prerequisites=tuple(group for group in groups if group))

    def _enters(self, node: OutlineNode, name: str) -> bool:
        then = reference(node.path)
        first = self._meant.get(_written(name), self._meant.get(name_key(name)))
        if first is None or first == then:
            return True
        if not self._reachability.leads(then, first):
            self._reachability.add(first, then)
            return True
        circle = [first, *self._reachability.shortest_path(then, first)[:-1]]
        self.told.append(
            f"The outline says that “{node.title}” needs “{name}”, which closes the circle"
            f" {circle_text([self._titles[one] for one in circle])}; take a step of it out."
        )
        return False


def _meanings(nodes: Sequence[OutlineNode]) -> Mapping[str, str]:
    """What topics may be called: by their references, and by their names, which the first one has."""
    names = {
        name_key(name): reference(node.path)
        for node in reversed(nodes)
        for name in (*node.aliases, node.title)
    }
    return names | {reference(node.path): reference(node.path) for node in nodes}


def _written(name: str) -> str:
    """The reference of the topic at a path as it is written in an outline."""
    return reference(tuple(part.strip() for part in name.split(SEPARATOR.strip())))
