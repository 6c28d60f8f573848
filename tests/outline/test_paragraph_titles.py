"""The title of a paragraph is a topic where the course speaks of it, not where it only heads it."""

from gradient.outline.formation import form
from tests.outline.written import BIOLOGY, course

BALANCE = """# Market balance

**Bathtub analogy.** Think of a market as water that runs in and out until it stands still.

**Relation to classical trade theory**. You may have met the older account, where labour alone counts.

**Demand curve.** Buyers take less of a good as its price rises. Where the demand curve is flat they are many.

**Price ceiling.** Governments may forbid prices above a limit.

- **Occlusion**. The objects of interest may be hidden behind others.
- **Scarcity**: the state in which wants exceed what there is.

*Prices saturate and kill demands*. This happens where the good is a luxury.
"""
LATER = """# Cities

Rents are an example. A price ceiling on rents helps those who have a flat.
"""


def titles(*texts: str) -> set[str]:
    """The topics of a course that has other lectures besides, so that a few may rest on one mention."""
    files = [(f"{number}.md", text) for number, text in enumerate([*texts, *(text for _, text in BIOLOGY)])]
    return {topic.title for topic in form(course(files)).topics}


def test_a_title_that_only_heads_its_paragraph_is_no_topic() -> None:
    found = titles(BALANCE, LATER)
    assert not found & {"Bathtub analogy", "Relation to classical trade theory"}
    assert "Demand curve" in found


def test_a_title_that_another_lecture_speaks_of_is_one() -> None:
    assert "Price ceiling" in titles(BALANCE, LATER)
    assert "Price ceiling" not in titles(BALANCE)


def test_the_titles_of_a_list_are_what_it_explains() -> None:
    assert {"Occlusion", "Scarcity"} <= titles(BALANCE)


def test_a_title_that_is_a_sentence_names_nothing() -> None:
    assert not titles(BALANCE) & {"Kill demand", "Kill demands", "Prices saturate", "Demand"}
