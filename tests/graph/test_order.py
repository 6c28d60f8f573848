from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.closure import closure
from gradient.graph.order import learning_order

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25)


@given(EDGES)
def test_every_node_stands_once_and_after_those_that_lead_to_it(edges: list[tuple[int, int]]) -> None:
    acyclic = [(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]]
    scrambled = [((before * 7) % 11, (after * 7) % 11) for before, after in acyclic]

    order = learning_order(range(11), scrambled, key=lambda node: node)

    assert sorted(order) == list(range(11))
    assert all(order.index(before) < order.index(after) for before, after in scrambled)


@given(EDGES, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(edges: list[tuple[int, int]], random: object) -> None:
    shuffled = sorted(edges, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert learning_order(range(10), edges, key=str) == learning_order(range(9, -1, -1), shuffled, key=str)


def test_free_nodes_come_by_their_natural_key() -> None:
    taught = {"regression": 2, "vectors": 1, "loss": 3, "perceptron": 0}

    order = learning_order(taught, [("loss", "perceptron")], key=taught.__getitem__)

    assert order == ["vectors", "regression", "loss", "perceptron"]


def test_edges_to_the_outside_do_not_count() -> None:
    assert learning_order(["a", "b"], [("b", "x"), ("x", "a")], key=str) == ["a", "b"]


@given(EDGES)
def test_with_circles_in_the_data_edges_between_circles_still_hold(edges: list[tuple[int, int]]) -> None:
    order = learning_order(range(10), edges, key=lambda node: node)
    reached = closure(edges)

    assert sorted(order) == list(range(10))
    for before, after in edges:
        assert (after, before) in reached or order.index(before) < order.index(after)


def test_a_circle_in_the_data_stands_together_by_key() -> None:
    edges = [("c", "b"), ("b", "c"), ("c", "a"), ("d", "c")]

    assert learning_order("abcd", edges, key=str) == ["d", "b", "c", "a"]


def test_the_key_orders_a_circle_too() -> None:
    taught = {"a": 3, "b": 1, "c": 2}

    assert learning_order("abc", [("a", "b"), ("b", "c"), ("c", "a")], taught.__getitem__) == ["b", "c", "a"]
