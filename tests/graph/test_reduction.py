from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.closure import closure
from gradient.graph.reduction import transitive_reduction

EDGES = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=26)


@given(EDGES)
def test_the_reduction_says_the_same_with_edges_of_the_graph(edges: set[tuple[int, int]]) -> None:
    reduced = transitive_reduction(edges)

    assert reduced <= edges
    assert closure(reduced) == closure(edges)


@given(EDGES)
def test_without_circles_no_edge_of_the_reduction_can_go(edges: set[tuple[int, int]]) -> None:
    acyclic = {(before, after) for before, after in edges if before < after}
    reduced = transitive_reduction(acyclic)

    assert all(closure(reduced - {edge}) != closure(acyclic) for edge in reduced)


def test_a_short_cut_goes() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c")]

    assert transitive_reduction(edges) == {("a", "b"), ("b", "c")}


def test_a_circle_keeps_its_edges_and_loses_its_double_ways_out() -> None:
    edges = [("a", "b"), ("b", "a"), ("a", "c"), ("b", "c")]

    assert transitive_reduction(edges) == {("a", "b"), ("b", "a"), ("a", "c")}
