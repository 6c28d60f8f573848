from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.closure import Prerequisite, closure, transitive_prerequisites

EDGES = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24)


def naive_walk(edges: set[tuple[int, int]]) -> set[tuple[int, int]]:
    pairs = set(edges)
    while True:
        longer = {(a, d) for a, b in pairs for c, d in edges if b == c} | pairs
        if longer == pairs:
            return pairs
        pairs = longer


def simple_paths(edges: set[tuple[int, int]], start: int, goal: int) -> Iterator[list[tuple[int, int]]]:
    def extend(node: int, seen: frozenset[int]) -> Iterator[list[tuple[int, int]]]:
        if node == goal:
            yield []
            return
        for before, after in edges:
            if before == node and after not in seen:
                for rest in extend(after, seen | {after}):
                    yield [(before, after), *rest]

    yield from extend(start, frozenset([start]))


@given(EDGES)
def test_closure_is_what_a_naive_walk_reaches(edges: set[tuple[int, int]]) -> None:
    assert closure(edges) == naive_walk(edges)


def test_depth_is_the_fewest_edges_and_confidence_that_of_the_best_path() -> None:
    edges = {
        ("derivative", "gradient"): 0.9,
        ("gradient", "backpropagation"): 0.8,
        ("derivative", "backpropagation"): 0.4,
    }

    found = transitive_prerequisites(edges, "backpropagation")

    assert found == {
        "gradient": Prerequisite("gradient", 1, 0.8),
        "derivative": Prerequisite("derivative", 1, 0.8),
    }


def test_a_diamond_is_no_circle() -> None:
    edges = {("a", "b"): 0.7, ("a", "c"): 0.9, ("b", "d"): 0.9, ("c", "d"): 0.8}

    assert transitive_prerequisites(edges, "d")["a"] == Prerequisite("a", 2, 0.8)


def test_a_topic_in_a_circle_is_not_its_own_prerequisite() -> None:
    edges = {("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "a"): 0.9}

    assert set(transitive_prerequisites(edges, "a")) == {"b", "c"}


def test_a_topic_without_edges_has_no_prerequisites() -> None:
    assert transitive_prerequisites({("a", "b"): 0.9}, "elsewhere") == {}


STATED = 2.0


def surety(confidence: float | None) -> float:
    return STATED if confidence is None else confidence


def test_what_is_stated_is_surer_than_any_measure_and_has_none() -> None:
    edges = {("a", "b"): None, ("b", "c"): None, ("a", "c"): 1.0, ("d", "a"): 0.7}

    assert transitive_prerequisites(edges, "c") == {
        "b": Prerequisite("b", 1, None),
        "a": Prerequisite("a", 1, None),
        "d": Prerequisite("d", 2, 0.7),
    }


@given(
    st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.none() | st.floats(0, 1), max_size=14)
)
def test_depth_and_confidence_agree_with_all_simple_paths(
    confidences: dict[tuple[int, int], float | None],
) -> None:
    found = transitive_prerequisites(confidences, 0)

    for node in range(1, 6):
        paths = list(simple_paths(set(confidences), node, 0))
        assert (node in found) == bool(paths)
        if paths:
            best = max(min(surety(confidences[edge]) for edge in path) for path in paths)
            known = None if best == STATED else best
            assert found[node] == Prerequisite(node, min(map(len, paths)), known)
