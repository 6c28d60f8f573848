from hypothesis import given
from hypothesis import strategies as st

from gradient.outline.matching import Matcher

TOPICS = Matcher(
    [
        (1, "Convolutional Neural Network"),
        (1, "CNN"),
        (2, "Neural network"),
        (3, "Back-propagation"),
        (4, "Overfitting"),
        (5, "MAP"),
        (6, "Gradient descent"),
        (7, "Naïve Bayes"),
    ]
)


def owners(text: str, *, inside: bool = False) -> list[int]:
    return [one.owner for one in TOPICS.find(text) if one.inside == inside]


def test_number_case_accents_and_hyphens_make_no_difference() -> None:
    assert owners("neural NETWORKS, back propagation, Backpropagation, over-fitting and naive Bayes") == [
        2,
        3,
        3,
        4,
        7,
    ]


def test_a_name_may_break_over_a_line_or_carry_emphasis() -> None:
    assert owners("*neural* network; gradient\ndescent; back-\npropagation") == [2, 6, 3]


def test_a_verb_that_looks_like_the_plural_of_a_name_is_none() -> None:
    trees = Matcher([(1, "Leaf"), (2, "Estimate")])

    assert trees.find("It leaves the graph connected, and estimates its size.") == []
    assert [one.owner for one in trees.find("A tree has leaves, and good estimates.")] == [1, 2]


def test_a_name_does_not_reach_over_punctuation_or_a_paragraph() -> None:
    assert owners("It is a gradient. Descent follows; neural, network\n\ngradient\n\ndescent") == []


def test_a_longer_name_covers_those_within_it() -> None:
    text = "A convolutional neural network is a neural network"
    assert owners(text) == [1, 2]
    assert owners(text, inside=True) == [2]


def test_a_name_of_capitals_is_found_in_capitals_alone() -> None:
    assert owners("a map of the CNNs") == [1]
    assert owners("the MAP estimate of a cnn") == [5]


def test_a_name_is_no_part_of_a_word() -> None:
    assert owners("overfittings subnetwork neuralnetworked") == [4]


def test_a_name_of_two_topics_is_found_for_both() -> None:
    both = Matcher([(9, "kernel"), (8, "Kernels")])
    assert [one.owner for one in both.find("the kernel")] == [8, 9]


def test_no_names_find_nothing() -> None:
    assert Matcher([]).find("a neural network") == []


@given(
    st.text(alphabet="abn CN.-'\n", max_size=60),
    st.permutations([(1, "ab"), (2, "ab n"), (3, "CN"), (4, "b")]),
)
def test_what_is_found_does_not_hang_on_the_order_of_names(text: str, names: list[tuple[int, str]]) -> None:
    found = Matcher(names).find(text)
    assert found == Matcher(sorted(names)).find(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


def test_a_word_that_gathers_others_names_a_topic_only_as_a_noun_of_its_own() -> None:
    sets = Matcher([(1, "Set")])
    meant = ["A function from a set A to a set B.", "**Sets** are collections.", "The union is a set."]
    assert [len(sets.find(text)) for text in meant] == [2, 1, 1]
    other = ["Tune it on the test set.", "a set of points", "The rate is set too high.", "Set the rate."]
    assert [sets.find(text) for text in other] == [[]] * 4
