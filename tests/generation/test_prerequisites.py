"""Which pairs are worth asking about."""

from gradient.generation.prerequisites import Picker
from tests.outline.little_course import (
    CONVOLUTIONAL,
    DESCENT,
    DROPOUT,
    GRADIENT,
    NETWORK,
    ORCHID,
    TOPICS,
    material,
)


def test_a_pair_that_the_course_brings_together_is_asked_in_both_directions():
    assert Picker(material()).pick(DESCENT, [GRADIENT]) == [(DESCENT, GRADIENT), (GRADIENT, DESCENT)]


def test_it_makes_no_difference_which_of_the_two_asks():
    picker = Picker(material())
    for topic in TOPICS:
        for other in TOPICS:
            assert set(picker.pick(topic, [other])) == set(picker.pick(other, [topic]))


def test_a_name_within_a_name_and_a_place_under_a_heading_are_reasons_to_ask():
    picker = Picker(material())
    assert picker.pick(CONVOLUTIONAL, [NETWORK])
    assert picker.pick(DROPOUT, [NETWORK])


def test_topics_without_anything_in_common_are_not_asked_about():
    assert Picker(material()).pick(ORCHID, TOPICS) == []


def test_topics_that_the_course_does_not_hold_are_left_out():
    assert Picker(material()).pick(GRADIENT, [999]) == []
    assert Picker(material()).pick(999, [GRADIENT]) == []
