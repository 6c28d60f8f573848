"""Names that differ by a word that adds nothing are one topic, where the course uses them as one."""

from collections.abc import Sequence

import pytest

from gradient.outline.formation import Formation, form
from tests.outline.written import mentioning


def formed(*texts: str) -> Formation:
    return form(mentioning((f"{at}.md", (), text) for at, text in enumerate(texts)))


def names(formation: Formation) -> list[set[str]]:
    return [{each.title.casefold(), *map(str.casefold, each.aliases)} for each in formation.topics]


def are_one(formation: Formation, *wanted: str) -> bool:
    return any(set(wanted) <= topic for topic in names(formation))


SIGMOID = """The **sigmoid function** is a curve that looks like an S. The sigmoid function has a slope.

The sigmoid is flat at both ends. A network may use the sigmoid as a gate."""
ACTIVATION = """The **activation function** is what a neuron applies. An activation function bends the line.

The activations are large. Most activations of a neuron are zero, and the activation of one is not."""
TRANSFORMER = """A **Transformer model** is a model with attention. A Transformer model reads a text at once.

Transformers are large. The Transformer was made for translation, and Transformers read pictures too."""
FIELD = """Natural language processing (NLP) is the study of texts. NLP is hard, and NLP is old.

An **NLP model** is a model of a text. Each NLP model needs texts, and an NLP model is large."""
CONVOLUTION = """A **convolutional neural network** is a net with filters. It sees.

The convolutional network has layers. Each convolutional network learns filters."""
REFERENCE = """A **coordinate reference system** places a map. A coordinate reference system has units.

A **coordinate system** has axes. The plane coordinate system is flat. Each coordinate system has units."""


@pytest.mark.parametrize(
    ("text", "one"),
    [
        (SIGMOID, ("sigmoid", "sigmoid function")),
        (TRANSFORMER, ("transformer", "transformer model")),
        (CONVOLUTION, ("convolutional network", "convolutional neural network")),
    ],
)
def test_a_word_that_adds_nothing_makes_no_second_topic(text: str, one: Sequence[str]) -> None:
    assert are_one(formed(text, text + " So be it."), *one)


@pytest.mark.parametrize(
    ("text", "two"),
    [
        (ACTIVATION, ("activation", "activation function")),
        (FIELD, ("nlp", "nlp model")),
        (REFERENCE, ("coordinate system", "coordinate reference system")),
    ],
)
def test_a_word_that_tells_two_things_apart_keeps_them_apart(text: str, two: Sequence[str]) -> None:
    assert not are_one(formed(text, text + " So be it."), *two)


def test_what_stays_apart_with_a_general_head_is_in_doubt() -> None:
    formation = formed(ACTIVATION, ACTIVATION + " So be it.")
    assert ("activation", "activation function") in {(each.first, each.second) for each in formation.merges}


def test_a_short_proper_name_belongs_to_the_longer_ones() -> None:
    text = "We push it to the Hub. Look at the Model Hub. Look at the Hugging Face Hub, or search the Hub."
    formation = formed(text, text + " We see the Model Hub.\n\nSomeone asked the Hub.")
    assert are_one(formation, "hub", "model hub", "hugging face hub")


def test_an_acronym_inside_a_name_stands_for_its_long_form() -> None:
    text = """A support vector machine (SVM) is a classifier. The **multiclass support vector machine** sums.

The multiclass SVM has many scores. Each multiclass SVM is fast."""
    assert are_one(formed(text, text + " So be it."), "multiclass support vector machine", "multiclass svm")


def test_an_algorithm_is_the_one_marked_thing_of_its_name() -> None:
    text = "The k-means algorithm repeats two steps. Run the k-means algorithm again."
    clustering = "**k-means clustering** is a way to group points. Use k-means clustering twice."
    assert are_one(formed(clustering, text), "k-means clustering", "k-means algorithm")
