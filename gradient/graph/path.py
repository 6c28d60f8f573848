"""What to learn, in order, for a topic, given what is known.

Prerequisites that share an object and an alternative group are any-of: one of them does. The rest are
all-of. Whoever knows a topic knows what it cannot be learnt without, so the all-of prerequisites of a
known topic count as known; of its alternatives it cannot be said which one was learnt.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from gradient.graph.adjacency import NaturalKey, Node
from gradient.graph.order import learning_order

Group = tuple[Node, str]


@dataclass(frozen=True)
class Need(Generic[Node]):
    """One accepted prerequisite: `subject` is learnt before `object`; `confidence` is 0 to 1, and
    `alternative` the group of alternatives that it belongs to, None for all-of."""

    subject: Node
    object: Node
    confidence: float = 1.0
    alternative: str | None = None


def learning_path(
    topic: Node, known: Iterable[Node], needs: Iterable[Need[Node]], key: NaturalKey[Node]
) -> list[Node]:
    """The topics to learn in learning order, `topic` the last; empty if it is known already.

    Of alternatives the one that costs the fewest further topics is taken (topics that several of its
    prerequisites share are counted for each), then the one that serves more open groups, then the one
    of higher confidence, then the smaller `key`. Ends also where the data hold a circle.
    """
    rows = list(needs)
    wanted = _Needs.of(rows)
    mastered = wanted.required(known)
    chosen = wanted.required([topic], mastered)
    while opened := wanted.open_groups(chosen, mastered):
        first = min(opened, key=lambda group: (key(group[0]), group[1]))
        cost = _costs(wanted, mastered | chosen)
        pick = min(
            wanted.any_of[first],
            key=lambda need: (
                cost.get(need.subject, float("inf")),
                -sum(need.subject in wanted.subjects(group) for group in opened),
                -need.confidence,
                key(need.subject),
            ),
        )
        chosen |= wanted.required([pick.subject], mastered)
    order = learning_order(chosen, ((need.subject, need.object) for need in rows), key)
    return [*(node for node in order if node != topic), topic] if topic in chosen else order


@dataclass(frozen=True)
class _Needs(Generic[Node]):
    """Prerequisites by the topic that needs them."""

    all_of: dict[Node, set[Node]] = field(default_factory=lambda: defaultdict(set))
    any_of: dict[Group[Node], list[Need[Node]]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, rows: Iterable[Need[Node]]) -> "_Needs[Node]":
        needs: _Needs[Node] = cls()
        for row in rows:
            if row.alternative is None:
                needs.all_of[row.object].add(row.subject)
            else:
                needs.any_of[row.object, row.alternative].append(row)
        return needs

    def subjects(self, group: Group[Node]) -> set[Node]:
        return {need.subject for need in self.any_of[group]}

    def required(self, goals: Iterable[Node], mastered: Iterable[Node] = ()) -> set[Node]:
        """The goals and all that they cannot be learnt without, short of what is mastered."""
        seen = set(mastered)
        queue = [goal for goal in goals if goal not in seen]
        found = set(queue)
        for node in queue:
            fresh = self.all_of.get(node, set()) - found - seen
            found |= fresh
            queue.extend(fresh)
        return found

    def open_groups(self, chosen: set[Node], mastered: set[Node]) -> list[Group[Node]]:
        """The groups of chosen topics of which no member is chosen or mastered."""
        learnt = chosen | mastered
        return [group for group in self.any_of if group[0] in chosen and not learnt & self.subjects(group)]


def _costs(needs: _Needs[Node], free: set[Node]) -> Mapping[Node, float]:
    """How many topics each topic costs, itself included; topics that only a circle leads to are left out.

    A topic is priced when all of its all-of prerequisites and one member of each group are, the
    cheapest topic first (Knuth 1977, a generalization of Dijkstra's algorithm).
    """
    price: dict[Node, float] = {}
    waits, releases = _conditions(needs)
    spent: dict[Node, float] = dict.fromkeys(waits, 1.0)
    heap: list[tuple[float, Node]] = [(0.0, node) for node in free]
    heap += [(1.0, node) for node, open_ones in waits.items() if not open_ones]
    heapq.heapify(heap)
    while heap:
        cost, node = heapq.heappop(heap)
        if node in price:
            continue
        price[node] = cost
        for topic, condition in releases[node]:
            if topic in free or condition not in waits[topic]:
                continue
            waits[topic].remove(condition)
            spent[topic] += cost
            if not waits[topic]:
                heapq.heappush(heap, (spent[topic], topic))
    return price


_Condition = tuple[str, Node | str]


def _conditions(
    needs: _Needs[Node],
) -> tuple[dict[Node, set[_Condition[Node]]], dict[Node, list[tuple[Node, _Condition[Node]]]]]:
    """For each topic the conditions that it waits for, and for each topic those that it fulfils."""
    waits: dict[Node, set[_Condition[Node]]] = defaultdict(set)
    releases: dict[Node, list[tuple[Node, _Condition[Node]]]] = defaultdict(list)
    for topic, subjects in needs.all_of.items():
        for subject in subjects:
            waits[topic].add(("all", subject))
            releases[subject].append((topic, ("all", subject)))
    for (topic, group), members in needs.any_of.items():
        waits[topic].add(("any", group))
        for member in members:
            releases[member.subject].append((topic, ("any", group)))
    for subject in releases:
        waits.setdefault(subject, set())
    return waits, releases
