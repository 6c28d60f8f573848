"""Sentences that say themselves that one topic rests on another."""

import pytest

from gradient.calibration.prerequisite_cues import asks_for, points_back, rests_on, says_so


@pytest.mark.parametrize(
    "sentence",
    [
        "Recall that the gradient points uphill.",
        "As we saw, the loss is a number.",
        "In the previous section we met the classifier.",
    ],
)
def test_a_sentence_that_leans_on_what_came_before(sentence: str):
    assert points_back(sentence)


def test_a_sentence_that_tells_what_to_know_beforehand():
    assert asks_for("Before this lecture you should know intervals and scales.")
    assert asks_for("You should be familiar with the chain rule.")
    assert asks_for("You need the chain rule first.")
    assert asks_for("You will need vertices and edges first, then paths.")
    assert not asks_for("You need not the chain rule first.")
    assert not asks_for("If you need the chain rule first, stop.")
    assert not asks_for("You need the first chain.")
    assert not asks_for("The chain rule is known to everybody.")
    assert not asks_for("We do not need to know the mapping.")
    assert not asks_for("In this lab you become familiar with maps.")
    assert not asks_for("Now that you are familiar with maps, we draw one.")


@pytest.mark.parametrize("sentence", ["The recall of this classifier is low.", "Dropout switches units off."])
def test_other_sentences_do_not_lean_on_anything(sentence: str):
    assert points_back(sentence) == ("recall" in sentence)


def place(sentence: str, words: str) -> tuple[int, int]:
    start = sentence.index(words)
    return start, start + len(words)


def test_what_stands_behind_the_cue_is_what_the_subject_rests_on():
    sentence = "Backpropagation is based on the chain rule."
    subject, ground = place(sentence, "Backpropagation"), place(sentence, "chain rule")
    assert rests_on(sentence, ground, subject)
    assert not rests_on(sentence, subject, ground)


def test_without_a_subject_the_section_is_the_subject():
    sentence = "It is computed with the chain rule."
    assert rests_on(sentence, place(sentence, "chain rule"), None)


def test_two_names_side_by_side_do_not_rest_on_each_other():
    sentence = "Momentum, dropout and the chain rule."
    assert not rests_on(sentence, place(sentence, "dropout"), place(sentence, "Momentum"))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Backpropagation is based on the chain rule.", True),
        ("Backpropagation makes use of the well-known chain rule.", True),
        ("Backpropagation is a name, and the chain rule is another.", False),
        ("Backpropagation is used with care, unlike the chain rule.", False),
        ("Backpropagation and the chain rule are taught here.", False),
        ("In Backpropagation, most of the work consists of the chain rule.", False),
    ],
)
def test_a_sentence_says_so_only_in_so_many_words(sentence: str, said: bool):
    ends = place(sentence, "chain rule"), place(sentence, "Backpropagation")
    assert says_so(sentence, *ends) is said
