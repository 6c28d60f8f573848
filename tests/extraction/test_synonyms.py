import pytest

from gradient.extraction.offline import ChunkText, extract


def same(text: str) -> set[tuple[str, str | None]]:
    return {(one.surface, one.expansion) for one in extract(ChunkText(text)).mentions if one.expansion}


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("A vertex, often called a knot, is a point of a graph.", ("knot", "vertex")),
        ("A gate, also known as the cell door, lets ions in.", ("cell door", "gate")),
        ("The sigmoid function g, also known as the logistic function, is flat.",
         ("logistic function", "sigmoid function")),
        ("Cross-validation, also noted CV, is a method.", ("CV", "Cross-validation")),
        ("A support vector machine or simply an SVM is a line.",
         ("SVM", "support vector machine")),
        ("Classification Trees (CT), commonly known as decision trees, split the data.",
         ("decision trees", "CT")),
        ("The Vapnik-Chervonenkis (VC) dimension of a class is a size.",
         ("VC dimension", "Vapnik-Chervonenkis dimension")),
        ("Neurons, or more commonly nerve cells, carry signals.", ("nerve cells", "Neurons")),
        ("We look at the rate of the gates, or simply the doors.", ("doors", "gates")),
    ],
)  # fmt: skip
def test_two_names_that_the_text_says_are_the_same(text: str, pair: tuple[str, str]) -> None:
    assert pair in same(text)


@pytest.mark.parametrize(
    "text",
    [
        "This step, also known as the expectation, is slow.",
        "The hidden states, also known as features, are read.",
        "A rule for a set of data points, which is also known as the delta rule, is old.",
        "A least squares (LS) separates nothing.",
        "Cells are often called and layers are used.",
        "People measure the size by the number of neurons, or more commonly the number of parameters.",
        "One looks at the number of neurons, or more commonly number of parameters.",
        "We count the neurons, or more often the synapses.",
    ],
)
def test_what_says_no_such_thing(text: str) -> None:
    assert {pair for pair in same(text) if pair[0] != "LS"} == set()
