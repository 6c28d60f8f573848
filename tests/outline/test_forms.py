from collections.abc import Sequence

import pytest

from gradient.outline.formation import Formation, form
from tests.outline.written import mentioning

RASTER = """A **raster** is a grid of cells. A raster has a size.
Raster data are large. A raster dataset is a file."""
TRAINING = """The **training set** is the part that a model sees. A training set is large.
The training dataset is clean."""
OPTIMIZING = """**Optimization** is the search for a best point. Optimization is slow.
Optimizing is hard work too."""
NEWTON = """**Newton's method** is a search for roots. The Newton-Raphson method is quick.
Newton's method is old."""
KNOT = """A **vertex**, also known as a knot, is a point. A vertex has a degree.
A knot has edges. Each knot counts."""
DIMENSION = """The Vapnik-Chervonenkis (VC) dimension is a size. The **VC dimension** is finite.
VC dimensions differ."""


def formed(*texts: str) -> Formation:
    return form(mentioning((f"{number}.md", (), text) for number, text in enumerate(texts)))


def names(formation: Formation) -> list[set[str]]:
    return [{each.title.casefold(), *map(str.casefold, each.aliases)} for each in formation.topics]


@pytest.mark.parametrize(
    ("text", "one"),
    [
        (RASTER, ("raster", "raster data", "raster dataset")),
        (TRAINING, ("training set", "training dataset")),
        (OPTIMIZING, ("optimization", "optimizing")),
        (NEWTON, ("newton's method", "newton-raphson method")),
        (KNOT, ("vertex", "knot")),
        (DIMENSION, ("vc dimension", "vapnik-chervonenkis dimension")),
    ],
)
def test_names_of_one_thing_are_one_topic(text: str, one: Sequence[str]) -> None:
    assert (
        [topic for topic in names(formed(text)) if topic & set(one)]
        == [topic for topic in names(formed(text)) if set(one) <= topic]
        != []
    )


def test_two_methods_of_one_person_keep_the_short_name_apart() -> None:
    other = "The **Newton-Cotes method** is a sum of areas. The Newton-Cotes method is exact for lines."
    assert not any(
        {"newton's method", "newton-raphson method"} <= topic for topic in names(formed(NEWTON, other))
    )


def test_a_bare_gerund_is_no_name() -> None:
    text = "## Evaluating\n**Evaluating** is the last step of all. Evaluating is hard. Evaluating is slow."
    assert names(formed(text, text + " It is.")) == []
