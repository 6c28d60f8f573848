"""How the sentences of one topic speak of the others."""

import pytest

from gradient.outline.references import References, is_example, only_compares
from gradient.outline.teaching import teaching
from gradient.store.prerequisites import CourseMaterial, CoursePassage, CourseTopic
from tests.outline.little_course import (
    CONVOLUTIONAL,
    DESCENT,
    DROPOUT,
    GRADIENT,
    LOSS,
    NETWORK,
    ORCHID,
    material,
)

POOL = 1


@pytest.fixture(scope="module")
def course() -> References:
    return References(material())


def sentence(text: str):
    topics = (CourseTopic(POOL, "pooling", "Pooling"),)
    return teaching(CourseMaterial(topics, (CoursePassage(1, "a.md", 0, text),))).sentences[0]


def test_what_is_taught_later_refers_to_what_was_taught_before(course: References):
    assert course.of(DESCENT)[GRADIENT] > 0.2
    assert DESCENT not in course.of(GRADIENT)
    assert course.of(NETWORK)[DESCENT] > 0


def test_the_topics_that_are_named_most_come_first(course: References):
    assert course.rank(DESCENT, GRADIENT) == 1
    assert course.rank(DESCENT, LOSS) == 2
    assert course.rank(DESCENT, ORCHID) is None


def test_a_paragraph_in_which_the_other_topic_has_the_word_is_no_reference_to_it(course: References):
    assert DROPOUT not in course.of(NETWORK)


def test_a_name_within_a_longer_one(course: References):
    assert course.named_within(NETWORK, CONVOLUTIONAL)
    assert course.named_within(GRADIENT, DESCENT)
    assert not course.named_within(CONVOLUTIONAL, NETWORK)
    assert not course.named_within(GRADIENT, GRADIENT)


def test_territory_is_where_the_other_topic_is_taught(course: References):
    assert course.territory(DESCENT, NETWORK) > 0
    assert course.territory(DESCENT, GRADIENT) == 0
    assert course.territory(ORCHID, NETWORK) == 0


def test_a_topic_without_a_word_about_it_has_nothing_to_say(course: References):
    assert course.of(ORCHID) == {}
    assert course.taught(ORCHID) == 0
    assert course.sections(ORCHID) == 0


@pytest.mark.parametrize(
    "text",
    [
        "It is good for tasks such as pooling.",
        "There are many layers (pooling among them).",
        "For example, pooling makes the picture smaller.",
    ],
)
def test_examples_and_uses_are_told_from_references(text: str):
    assert is_example(sentence(text), POOL)


def test_a_plain_reference_is_no_example():
    assert not is_example(sentence("The layer is computed with pooling and a filter."), POOL)


@pytest.mark.parametrize(
    "text",
    [
        "Unlike pooling, a stride keeps the weights.",
        "In the next section we turn to pooling.",
        "As we will see, this is better than pooling.",
    ],
)
def test_comparisons_and_announcements_are_told_apart(text: str):
    assert only_compares(sentence(text))
    assert not only_compares(sentence("The layer rests on pooling."))


@pytest.mark.parametrize(("inner", "within"), [("Set", False), ("Loss", True)])
def test_a_word_that_gathers_others_makes_no_longer_name(inner: str, within: bool):
    topics = (CourseTopic(1, "inner", inner), CourseTopic(2, "outer", f"Validation {inner.lower()}"))
    course = References(CourseMaterial(topics, (CoursePassage(1, "a.md", 0, "Nothing is said here."),)))
    assert course.named_within(1, 2) is within
