from collections import Counter

import pytest

from gradient.outline.mention import Mention
from gradient.outline.names import canonical
from gradient.outline.titles import Casing, aliases, title


def casing(*surfaces: str) -> Casing:
    return Casing(Mention("term", surface, canonical(surface), 0, 1) for surface in surfaces)


def shown(*surfaces: str, prose: tuple[str, ...] = (), chunks: int = 9) -> str:
    counts = Counter(surfaces)
    standing = dict.fromkeys(map(canonical, surfaces), chunks)
    return title(counts, standing, casing(*surfaces, *prose))


@pytest.mark.parametrize(
    ("surfaces", "expected"),
    [
        (("Vector Machine", "vector machines", "vector machine"), "Vector machine"),
        (("Softmax classifier", "softmax classifier"), "Softmax classifier"),
        (("PCA", "principal component analysis"), "Principal component analysis"),
        (("FAISS",), "FAISS"),
        (("Bayes' rule", "Bayes' rule"), "Bayes' rule"),
        (("k-means", "k-means"), "k-means"),
        (("Reign of Terror", "Reign of Terror"), "Reign of Terror"),
        (("neural networks",), "Neural network"),
        (("Expectation-Maximization",), "Expectation-Maximization"),
    ],
)  # fmt: skip
def test_titles_have_one_case_and_keep_names(surfaces: tuple[str, ...], expected: str) -> None:
    assert shown(*surfaces) == expected


def test_a_plural_is_shown_in_the_singular_where_the_course_knows_it() -> None:
    assert shown("language models", prose=("model",)) == "Language model"


def test_a_short_form_wins_over_a_long_form_that_is_hardly_used() -> None:
    surfaces = ("ReLU",) * 12 + ("Rectified Linear Unit",)
    assert shown(*surfaces, chunks=1) == "ReLU"
    assert shown(*surfaces, chunks=5) == "Rectified linear unit"


def test_aliases_are_the_other_spellings_once_each() -> None:
    surfaces = Counter(
        ["CNN", "CNNs", "ConvNet", "convolutional neural networks", "Convolutional Neural Network"]
    )
    names = aliases(surfaces, "Convolutional neural network", casing(*surfaces))
    assert names == ("CNN", "ConvNet", "Convolutional neural networks")


def test_an_abstract_noun_is_shown_in_the_singular_and_a_proper_name_as_it_is() -> None:
    assert shown("Hallucinations") == "Hallucination"
    assert shown("Keras") == "Keras"


def test_a_title_is_a_name_by_its_form_where_one_is_known() -> None:
    assert shown("Least Mean Squares", "LMS algorithm") == "LMS algorithm"
