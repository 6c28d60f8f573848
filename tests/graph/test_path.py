from hypothesis import given
from hypothesis import strategies as st

from gradient.graph.path import Need, learning_path

CHAIN = [Need("derivative", "gradient"), Need("gradient", "backpropagation")]


def path(topic: str, known: str, needs: list[Need[str]]) -> list[str]:
    return learning_path(topic, known.split(), needs, key=str)


def test_without_knowledge_all_prerequisites_come_in_order_and_the_topic_last() -> None:
    assert path("backpropagation", "", CHAIN) == ["derivative", "gradient", "backpropagation"]


def test_what_is_known_and_what_it_stands_on_is_left_out() -> None:
    needs = [*CHAIN, Need("derivative", "backpropagation"), Need("matrix", "backpropagation")]

    assert path("backpropagation", "gradient", needs) == ["matrix", "backpropagation"]


def test_a_known_topic_needs_nothing() -> None:
    assert path("backpropagation", "backpropagation", CHAIN) == []


def test_a_topic_without_prerequisites_is_its_own_path() -> None:
    assert path("elsewhere", "", CHAIN) == ["elsewhere"]


def test_one_known_alternative_is_enough() -> None:
    needs = [Need("a", "t", 0.9, "either"), Need("b", "t", 0.9, "either")]

    assert path("t", "b", needs) == ["t"]


def test_the_alternative_with_the_fewest_further_topics_is_taken() -> None:
    needs = [
        Need("a", "t", 0.9, "either"),
        Need("b", "t", 0.7, "either"),
        Need("a1", "a"),
        Need("b1", "b"),
        Need("b2", "b1"),
    ]

    assert path("t", "", needs) == ["a1", "a", "t"]
    assert path("t", "b1", needs) == ["b", "t"]


def test_alternatives_behind_alternatives_count_as_their_cheapest() -> None:
    needs = [
        Need("a", "t", 0.9, "either"),
        Need("b", "t", 0.9, "either"),
        Need("a1", "a", 0.9, "inner"),
        Need("a2", "a", 0.9, "inner"),
        Need("a3", "a2"),
        Need("b1", "b"),
        Need("b2", "b"),
    ]

    assert path("t", "", needs) == ["a1", "a", "t"]


def test_at_equal_cost_an_alternative_that_serves_two_groups_is_taken() -> None:
    needs = [
        Need("a", "t", 0.9, "1"),
        Need("b", "t", 0.8, "1"),
        Need("b", "t", 0.8, "2"),
        Need("c", "t", 0.9, "2"),
    ]

    assert path("t", "", needs) == ["b", "t"]


def test_at_equal_cost_the_surer_alternative_is_taken_then_the_smaller_key() -> None:
    assert path("t", "", [Need("a", "t", 0.7, "1"), Need("b", "t", 0.8, "1")]) == ["b", "t"]
    assert path("t", "", [Need("b", "t", 0.8, "1"), Need("a", "t", 0.8, "1")]) == ["a", "t"]


def test_groups_of_one_name_at_two_topics_are_two_groups() -> None:
    needs = [Need("s", "t"), Need("a", "t", 0.9, "1"), Need("b", "s", 0.9, "1")]

    assert path("t", "", needs) == ["a", "b", "s", "t"]


def test_a_circle_in_the_data_ends_with_all_of_its_topics() -> None:
    needs = [Need("a", "t"), Need("t", "a"), Need("b", "t", 0.9, "1"), Need("t", "b")]

    assert set(path("t", "", needs)) == {"a", "b", "t"}


ROWS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(0, 1), st.sampled_from([None, "1", "2"])),
    max_size=22,
)


@given(ROWS, st.sets(st.integers(0, 9), max_size=3), st.randoms(use_true_random=False))
def test_each_topic_of_a_path_can_be_learnt_when_its_turn_comes(
    rows: list[tuple[int, int, float, str | None]], known: set[int], random: object
) -> None:
    needs = [Need(min(a, b), max(a, b), c, group) for a, b, c, group in rows if a != b]
    shuffled = sorted(needs, key=lambda _: random.random())  # type: ignore[attr-defined]

    found = learning_path(9, known, needs, key=lambda node: node)

    assert found == learning_path(9, known, shuffled, key=lambda node: node)
    assert not known & set(found)
    learnt = set(known)
    for need in sorted(needs, key=lambda need: -need.object):
        if need.alternative is None and need.object in learnt:
            learnt.add(need.subject)
    for topic in found:
        own = [need for need in needs if need.object == topic]
        assert all(need.subject in learnt for need in own if need.alternative is None)
        for group in {need.alternative for need in own} - {None}:
            assert any(need.subject in learnt for need in own if need.alternative == group)
        learnt.add(topic)
    assert 9 in learnt
