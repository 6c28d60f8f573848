"""Quotes go on to what refers back to them, and formulas and tables under the topic's heading are shown."""

import pytest

from tests.pages.materials import composed, passage, shown

IS = "Cellular respiration is the process by which cells release energy."
CONSISTS = "It consists of glycolysis and the citric acid cycle."
REACTION = "This is the overall reaction:"
FORMULA = "C_6H_{12}O_6 + 6 O_2 \\to 6 CO_2"
STAGES = "The stages take place in different parts of the cell."
TABLE = "| Stage | Place |\n|---|---|\n| Glycolysis | cytosol |"
TEXT = f"{IS} {CONSISTS} {REACTION}\n\n$$\n{FORMULA}\n$$\n\n{STAGES}\n\n{TABLE}\n\nOther words follow here."
TOPIC = "Cellular respiration"


def test_a_definition_goes_on_to_the_sentences_formula_and_table_under_the_topic_s_heading() -> None:
    page = composed(TOPIC, [passage(TEXT, IS, section=TOPIC)])
    assert shown(page) == [
        ("callout", IS),
        ("paragraph", f"{CONSISTS} {REACTION}"),
        ("math", FORMULA),
        ("paragraph", STAGES),
        ("table", TABLE),
    ]
    for piece in page.pieces[1:]:
        assert all(TEXT[place.start : place.end] == place.quote for place in piece.places)
        assert piece.places


def test_what_stands_under_another_heading_is_quoted_as_it_was() -> None:
    assert shown(composed(TOPIC, [passage(TEXT, IS, section="Energy")])) == [("callout", IS)]


def test_a_quote_goes_on_up_to_the_first_sentence_that_does_not_refer_back() -> None:
    first, back = "In cells glucose is taken apart step by step.", "They release its energy in doing so."
    text = f"{first} {back} Plants do so too. It is night there."
    page = composed(TOPIC, [passage(text, first, section=TOPIC)])
    assert shown(page) == [("paragraph", f"{first} {back}")]
    assert page.pieces[1].places[0].quote == f"{first} {back}"


@pytest.mark.parametrize(
    "after",
    [
        "This section is about plants.",
        "Is it clear?",
        "It is this:",
        "They do.",
        "It is taken apart",
    ],
)
def test_filler_is_not_gone_on_to(after: str) -> None:
    first = "In cells glucose is taken apart step by step."
    page = composed(TOPIC, [passage(f"{first} {after}", first, section=TOPIC)])
    assert shown(page) == [("paragraph", first)]


def test_no_sentence_is_shown_twice() -> None:
    first, back = (
        "In cells glucose is taken apart step by step.",
        "These steps each release some of its energy.",
    )
    text = f"{first} {back}"
    page = composed(TOPIC, [passage(text, each, section=TOPIC) for each in (first, back)])
    assert shown(page) == [("paragraph", text)]


def test_a_table_of_links_and_one_whose_formulas_are_in_pieces_are_left_out() -> None:
    for row in ("| [one](a.md) | [two](b.md) |", "| ˆ φ | m 1 |"):
        text = f"{IS}\n\n{STAGES}\n\n{row}\n{row}"
        assert shown(composed(TOPIC, [passage(text, IS, section=TOPIC)])) == [("callout", IS)]


def test_what_a_sentence_says_behind_a_pronoun_explains_the_topic_of_its_heading_or_title() -> None:
    named = "**ReLU.** The unit is well liked. It computes the function f(x) = max(0, x)."
    assert composed("ReLU", [passage(named, named)]).explained
    under = "The activation that is liked best is ReLU."
    text = f"{under} It sets whatever is negative to zero."
    assert composed("ReLU", [passage(text, under, section="ReLU")]).explained
    assert not composed("ReLU", [passage(text, under)]).explained


@pytest.mark.parametrize(
    "text",
    [
        "The activation that is liked best is ReLU. It turns out that nobody knows why.",
        "A newer one is leaky ReLU. It sets whatever is negative to little.",
        "Networks with ReLU units are fast. They need less time.",
        "Leaky units are the best form of ReLU. They need less time.",
    ],
)
def test_a_pronoun_for_something_else_explains_nothing(text: str) -> None:
    first = text.partition(". ")[0] + "."
    assert not composed("ReLU", [passage(text, first, section="ReLU")]).explained
