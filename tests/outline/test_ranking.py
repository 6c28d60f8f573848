from dataclasses import replace

from gradient.outline.formation import Formation, form
from gradient.outline.ranking import how_many
from tests.outline.written import mentioning

PROJECTION = """A **map projection** is a way to draw the earth flat. A map projection bends lines.
Each map projection errs."""
VERMONT = f"""Vermont is a state of hills. The Vermont layer shows Vermont. A map of Vermont is green.

{PROJECTION}"""
PERSON = f"""Kurt Menke is a teacher of maps. Kurt Menke writes labs. Maps of Kurt Menke are good.

{PROJECTION}"""
AXIS = """The x-axis shows time. Look at the x-axis. The x-axis is long. The j-th element is one. The
j-th element of a list counts. Each j-th element is odd.

A **gradient** is a slope. The gradient is steep. A gradient is used."""
NAMES = """Kernel Shattering Transpose Permutation Hessian Dropout Jacobian Perceptron Centroid Entropy
Quantile Skewness Kurtosis Simplex Polytope Manifold Homotopy Cokernel Functor Monad Lattice"""
GLOSSARY = "\n\n".join(
    f"❒ **{name}** – The {name.lower()} is a thing of its own kind {number} for the course."
    for number, name in enumerate(NAMES.split())
)


def titles(formation: Formation) -> set[str]:
    return {topic.title for topic in formation.topics}


def formed(*texts: str) -> Formation:
    return form(mentioning((f"{number}.md", (), text) for number, text in enumerate(texts)))


def test_places_and_people_that_no_heading_names_are_no_topics() -> None:
    for text in (VERMONT, PERSON):
        assert titles(formed(text, "A map has a scale.")) == {"Map projection"}


def test_a_person_whom_the_course_is_about_is_one() -> None:
    chunks = mentioning(
        [
            ("a.md", ("Kurt Menke",), PERSON),
            ("b.md", ("Kurt Menke",), "Kurt Menke was born far away from here."),
        ]
    )
    assert "Kurt Menke" in titles(form(chunks))


def test_axes_and_numbered_elements_are_no_topics() -> None:
    assert titles(formed(AXIS)) == {"Gradient"}


def test_all_names_that_open_their_explanation_find_room() -> None:
    assert how_many(100, 10, titled=50) == 50
    assert how_many(100, 10, titled=500) == 80
    assert titles(formed(GLOSSARY)) == set(NAMES.split())


def test_a_name_that_nothing_states_is_no_topic() -> None:
    chunks = mentioning([("a.md", (), VERMONT)])
    silent = [replace(chunk, stated=()) for chunk in chunks]
    assert titles(form(chunks)) == {"Map projection"}
    assert titles(form(silent)) == set()


def test_a_copy_of_a_passage_adds_nothing() -> None:
    once = {topic.key: topic.score for topic in formed(GLOSSARY).topics}
    twice = {topic.key: topic.score for topic in formed(GLOSSARY, GLOSSARY).topics}
    assert twice == once
