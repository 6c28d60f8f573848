"""Sentences that say outright that one topic has to be known before another."""

import pytest

from gradient.calibration.prerequisite_statements import is_made_of, states

STATED = [
    ("To understand work you need to know what a force is.", "force", "work"),
    ("To understand glycolysis you have to know what an enzyme is and what ATP is.", "ATP", "glycolysis"),
    ("In order to understand inertia, you first need to understand mass.", "mass", "inertia"),
    ("If you want to understand work, you need to know force.", "force", "work"),
    ("In order to define probability, you need to know what an event is.", "event", "probability"),
    ("To compute the variance you have to know what the mean is.", "mean", "variance"),
    ("Before you calculate the variance, you should know the mean.", "mean", "variance"),
    ("To derive the variance you need the mean.", "mean", "variance"),
    ("To use the chain rule, you need to know what derivatives are.", "derivatives", "chain rule"),
    ("You need to know the mean to compute the variance.", "mean", "variance"),
    ("To do backpropagation we need the chain rule.", "chain rule", "backpropagation"),
    ("Before cadences you should know chords.", "chords", "cadences"),
    ("Before you study cadences you should already know intervals and chords.", "chords", "cadences"),
    ("You should know chords before you study cadences.", "chords", "cadences"),
    ("For cadences you should know harmonic function.", "harmonic function", "cadences"),
    ("Power presupposes work.", "work", "Power"),
    ("Power requires a good understanding of work.", "work", "Power"),
    ("Photophosphorylation builds on the electron chain.", "electron chain", "Photophosphorylation"),
    ("Counterpoint cannot be understood without rhythm.", "rhythm", "Counterpoint"),
    ("Rhythm is a prerequisite for counterpoint.", "Rhythm", "counterpoint"),
]
NOT_STATED = [
    ("Power does not require work.", "work", "Power"),
    ("Power requires no work.", "work", "Power"),
    ("You do not need to know chords to understand cadences.", "chords", "cadences"),
    ("To understand work you need not know what a force is.", "force", "work"),
    ("In order to define probability, you need not know what an event is.", "event", "probability"),
    ("To define probability spaces you need to know what an event is.", "event", "probability"),
    ("To compute the variance you need to know what the mean square is.", "mean", "variance"),
    ("To compute the variance we have to sum, and the mean is known.", "mean", "variance"),
    ("To use the bowl you need a spoon.", "spoon", "bowl"),
    ("Does power require work?", "work", "power"),
    ("If power requires work, then we are lost.", "work", "power"),
    ("To understand work you need to know what a force field is.", "force", "work"),
    ("To understand work songs you need to know rhythm.", "rhythm", "work"),
    ("The derivative of work requires calculus.", "calculus", "work"),
    ("Power requires patience, and work is done.", "work", "Power"),
    ("Dropout requires that the network be trained by descent.", "descent", "Dropout"),
    ("In this lab you should become familiar with chords and cadences.", "chords", "cadences"),
    ("Chords and cadences are taught here.", "Chords", "cadences"),
]


def place(sentence: str, words: str) -> tuple[int, int]:
    start = sentence.index(words)
    return start, start + len(words)


@pytest.mark.parametrize(("sentence", "first", "second"), STATED)
def test_what_is_needed_is_known_from_what_needs_it(sentence: str, first: str, second: str) -> None:
    assert states(sentence, place(sentence, first), place(sentence, second))
    assert not states(sentence, place(sentence, second), place(sentence, first))


@pytest.mark.parametrize(("sentence", "first", "second"), NOT_STATED)
def test_what_is_denied_or_supposed_or_said_of_something_else_is_not_stated(
    sentence: str, first: str, second: str
) -> None:
    assert not states(sentence, place(sentence, first), place(sentence, second))


@pytest.mark.parametrize(
    ("sentence", "part", "whole"),
    [
        ("As mentioned, the gradient is the vector of partial derivatives.", "derivatives", "gradient"),
        ("A melody is a sequence of notes.", "notes", "melody"),
        ("A reaction chain is simply a series of reactions.", "reactions", "reaction chain"),
    ],
)
def test_what_something_is_a_vector_or_series_of_is_its_part(sentence: str, part: str, whole: str) -> None:
    start = sentence.rindex(part)
    assert is_made_of(sentence, (start, start + len(part)), place(sentence, whole))
    assert not is_made_of(sentence, place(sentence, whole), (start, start + len(part)))


@pytest.mark.parametrize(
    ("sentence", "part", "whole"),
    [
        ("The output of a layer is a vector of scores.", "scores", "layer"),
        ("A melody is a sequence of note values.", "note", "melody"),
        ("A melody is not a sequence of notes.", "notes", "melody"),
    ],
)
def test_what_is_a_vector_of_something_else_is_not_made_of_it(sentence: str, part: str, whole: str) -> None:
    assert not is_made_of(sentence, place(sentence, part), place(sentence, whole))
