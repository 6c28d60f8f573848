import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.closure import closure
from gradient.graph.cycles import circle_text, closing_circle, find_circle

NODES = st.integers(0, 8)
EDGES = st.lists(st.tuples(NODES, NODES), max_size=18)


def is_circle(circle: list[int], edges: list[tuple[int, int]]) -> bool:
    steps = zip(circle, [*circle[1:], circle[0]], strict=True)
    return len(set(circle)) == len(circle) and all(step in edges for step in steps)


@given(EDGES)
def test_a_circle_is_named_if_and_only_if_there_is_one(edges: list[tuple[int, int]]) -> None:
    exists = any(before == after for before, after in closure(edges))
    circle = find_circle(edges)

    assert (circle is not None) == exists
    assert circle is None or is_circle(circle, edges)


@given(EDGES, st.randoms(use_true_random=False))
def test_the_same_circle_is_named_whatever_the_order(edges: list[tuple[int, int]], random: object) -> None:
    shuffled = sorted(edges, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert find_circle(edges) == find_circle(shuffled)


@given(EDGES, st.tuples(NODES, NODES))
def test_an_edge_closes_a_circle_if_its_end_leads_back(
    edges: list[tuple[int, int]], new: tuple[int, int]
) -> None:
    before, after = new
    circle = closing_circle(edges, new)

    assert (circle is not None) == (before == after or (after, before) in closure(edges))
    if circle is not None:
        assert is_circle(circle, [*edges, new])
        assert circle[0] == before
        assert circle[1 % len(circle)] == after


def test_three_lectures_that_name_each_other() -> None:
    edges = [("b", "c"), ("c", "a"), ("a", "b"), ("a", "d")]

    assert find_circle(edges) == ["a", "b", "c"]


def test_a_diamond_closes_no_circle() -> None:
    assert closing_circle([("a", "b"), ("a", "c"), ("b", "d")], ("c", "d")) is None


def test_a_circle_upstream_of_the_new_edge_does_not_hang_the_check() -> None:
    edges = [("a", "b"), ("b", "a"), ("b", "c")]

    assert closing_circle(edges, ("d", "a")) is None
    assert closing_circle(edges, ("c", "d")) is None


def test_a_circle_is_shown_from_its_first_end_back_to_it() -> None:
    circle = closing_circle([("a", "b"), ("b", "c"), ("x", "y"), ("y", "x")], ("c", "a"))

    assert circle is not None
    assert circle_text(circle) == "c → a → b → c"


def test_a_topic_before_itself_is_a_circle() -> None:
    assert closing_circle([], ("a", "a")) == ["a"]
    assert find_circle([("a", "a")]) == ["a"]


@pytest.mark.timeout(20)
def test_long_chains_and_dense_knots_end() -> None:
    chain = list(itertools.pairwise(range(50_000)))
    dense = [(before, after) for before in range(300) for after in range(300) if before != after]

    assert find_circle(chain) is None
    assert find_circle([*chain, (49_999, 0)]) == list(range(50_000))
    assert find_circle(dense) == [0, 1]
