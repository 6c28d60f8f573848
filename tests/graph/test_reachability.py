import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.adjacency import successors
from gradient.graph.closure import closure
from gradient.graph.cycles import shortest_walk
from gradient.graph.reachability import Reachability

EDGES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=25)


@given(EDGES)
def test_after_every_edge_it_agrees_with_the_closure(edges: list[tuple[int, int]]) -> None:
    reachability = Reachability(range(9))
    for count, (before, after) in enumerate(edges, start=1):
        reachability.add(before, after)
        reached = {
            (start, goal) for start in range(9) for goal in range(9) if reachability.leads(start, goal)
        }
        assert reached == closure(edges[:count])


@given(EDGES, st.randoms(use_true_random=False))
def test_its_path_is_a_shortest_one_and_does_not_depend_on_order(
    edges: list[tuple[int, int]], random: object
) -> None:
    first, second = Reachability(range(9)), Reachability(range(9))
    for edge in edges:
        first.add(*edge)
    for edge in sorted(edges, key=lambda _: random.random()):  # type: ignore[attr-defined]
        second.add(*edge)

    for start, goal in closure(edges):
        path = first.shortest_path(start, goal)
        walk = shortest_walk(successors(edges), start, goal)
        assert walk is not None
        assert len(path) == len(walk)
        assert all(step in edges for step in itertools.pairwise(path))
        assert path == second.shortest_path(start, goal)


def test_a_path_that_is_not_there_is_refused() -> None:
    reachability = Reachability(["a", "b"])
    reachability.add("a", "b")

    with pytest.raises(ValueError, match="'b' does not lead to 'a'"):
        reachability.shortest_path("b", "a")
