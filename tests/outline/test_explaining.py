import pytest

from gradient.outline.explaining import Explanations

OSMOSIS = Explanations(["Osmosis", "water diffusion"])


@pytest.mark.parametrize(
    "sentence",
    [
        "Osmosis is the diffusion of water.",
        "Osmosis – Water passes through a membrane.",
        "Remark: water diffusion is a kind of diffusion.",
        "The passage of water through a membrane is called osmosis.",
        "Water passes through a membrane. This is called osmosis.",
        "La osmosis es el paso del agua.",
    ],
)
def test_a_sentence_that_says_what_the_topic_is_defines_it(sentence: str) -> None:
    assert OSMOSIS.defines(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We call this osmosis in our lab.",
        "Cells use osmosis to take in water.",
        "Reverse osmosis is the cleaning of water.",
        "Osmosis pressure is a force.",
    ],
)
def test_a_sentence_that_only_names_it_does_not(sentence: str) -> None:
    assert not OSMOSIS.defines(sentence)


def test_the_best_sentence_defines_else_has_the_topic_as_its_subject_else_there_is_none() -> None:
    named, subject = "Task 2 looks at osmosis in plants.", "Osmosis drives water into the cell."
    called, definition = "The passage of water is called osmosis.", "Osmosis is the diffusion of water."
    assert OSMOSIS.best([named, subject, called, definition]) == definition
    assert OSMOSIS.best([named, subject, called]) == called
    assert OSMOSIS.best([named, subject]) == subject
    assert OSMOSIS.best([named, "Does osmosis matter?", "Osmosis makes your cells swell."]) == ""
