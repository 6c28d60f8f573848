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
        "Osmosis in a cell is the passage of water through its membrane.",
        "The osmosis of two fluids is their exchange of water.",
        "The osmosis (OS) procedure is a technique that moves water.",
        "The osmosis principle states that water flows towards salt.",
        "The word osmosis means the passage of water.",
        "Water passes through a membrane — an effect people refer to as osmosis.",
        "Osmosis – The osmosis O ∈ W is a flow of water such that […]",
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
        "Osmosis means the cells in this glass should all swell to a size of 67.",
        "Osmosis – We assume here that w|s; θ ∼ Flow(φ).",
        "Osmosis – We define the osmosis of two cells, that we note σ2 […]",
        "Osmosis – The osmosis of two cells is defined as follows […]",
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


def test_an_apostrophe_is_one_however_it_is_written() -> None:
    assert Explanations(["Fick's law"]).defines("Fick’s law is a rule of diffusion.")


def test_what_is_exclaimed_or_breaks_off_explains_nothing() -> None:
    assert OSMOSIS.best(["Osmosis works everywhere!", "Osmosis happens as follows […]"]) == ""


def test_a_sentence_that_points_back_still_explains() -> None:
    said = "This moves water, which is called osmosis."
    assert OSMOSIS.explains(said)
    assert not OSMOSIS.explains("Cells use osmosis to take in water.")
