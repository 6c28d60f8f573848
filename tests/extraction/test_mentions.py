import pytest

from gradient.extraction.found import MAX_REPEATED, FoundMention
from gradient.extraction.offline import ChunkText, extract
from gradient.outline.names import canonical


def mentions(text: str, *section_path: str) -> tuple[FoundMention, ...]:
    return extract(ChunkText(text, section_path)).mentions


def keys(text: str, kind: str, *section_path: str) -> set[str]:
    return {each.key for each in mentions(text, *section_path) if each.kind == kind}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A loss function is a measure of how wrong a model is.", "loss function"),
        ("Mitosis is the division of a nucleus.", "mitosis"),
        ("Neural networks are a class of models.", "neural network"),
        ("In yeast it makes ethanol and is called fermentation.", "fermentation"),
        ("We refer to this step as the backward pass in general.", "backward pass"),
        ("An enzyme called RNA polymerase copies a gene.", "rna polymerase"),
        ("❒ Gradient descent – The update rule uses a learning rate.", "gradient descent"),
        ("**Chain rule.** It tells how to take the derivative.", "chain rule"),
        ("- **Ribosome**: builds proteins from amino acids.", "ribosome"),
        ("- Nucleus: holds the genetic material of the cell.", "nucleus"),
        ("This is known as the Concert of Europe by historians.", "concert of europe"),
        ("The map projection, also called the chart, is flat.", "map projection"),
    ],
)  # fmt: skip
def test_definitions_are_found_by_their_words(text: str, key: str) -> None:
    assert key in keys(text, "definition")


@pytest.mark.parametrize(
    "text",
    [
        "This is a good idea in most cases.",
        "- **Note**: the update rule uses a learning rate.",
        "- **June 2018**: the first model was published then.",
        "**Deep dive**: to learn more about it, read the guide.",
        "Step 1: take a batch of the training data.",
    ],
)
def test_what_defines_nothing_is_no_definition(text: str) -> None:
    assert keys(text, "definition") == set()


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("A support vector machine (SVM) separates classes.", ("svm", "support vector machine")),
        ("The SVM (support vector machine) separates classes.", ("svm", "support vector machine")),
        ("Called stochastic gradient\ndescent (SGD), it is fast.", ("sgd", "stochastic gradient\ndescent")),
        ("Deoxyribonucleic acid (DNA) carries information.", ("dna", "Deoxyribonucleic acid")),
        ("We use k-nearest neighbors (k-NN) as a baseline.", ("k nn", "k-nearest neighbors")),
    ],
)  # fmt: skip
def test_acronyms_come_with_their_long_forms(text: str, pair: tuple[str, str]) -> None:
    found = {(each.key, each.expansion) for each in mentions(text) if each.kind == "acronym"}
    assert found == {(pair[0], pair[1].replace("\n", " "))}


def test_a_bracket_that_is_no_acronym_makes_none() -> None:
    assert keys("The image (RGB) has three colour channels.", "acronym") == set()


def test_acronyms_in_headings_are_found_too() -> None:
    found = mentions("Some text stands here.", "Convolutional Neural Networks (CNNs / ConvNets)")
    pairs = {(each.surface, each.expansion) for each in found if each.kind == "acronym"}
    assert pairs == {(short, "Convolutional Neural Networks") for short in ("CNNs", "ConvNets")}


def test_headings_above_are_mentions_without_a_place() -> None:
    found = [
        each
        for each in mentions("Some text stands here.", "Energy", "Cellular respiration")
        if each.start is None
    ]
    assert [(each.kind, each.key) for each in found] == [
        ("heading", "energy"),
        ("heading", "cellular respiration"),
    ]


def test_furniture_above_is_none() -> None:
    assert keys("Some text stands here.", "heading", "Summary", "Table of Contents", "Exercise 3") == set()


@pytest.mark.parametrize(
    "text",
    [
        "It is a *receptive field* here.",
        "It is a __receptive field__ here.",
        "It is a <b>receptive field</b>.",
    ],
)
def test_emphasis_is_a_mention(text: str) -> None:
    assert keys(text, "emphasis") == {"receptive field"}


def test_emphases_that_the_reader_saw_are_mentions() -> None:
    text = "It is a receptive field here."
    found = extract(ChunkText(text, emphases=((8, 23),))).mentions
    assert {each.key for each in found if each.kind == "emphasis"} == {"receptive field"}


def test_an_emphasis_of_several_names_gives_each() -> None:
    assert keys("**Eigenvalue, eigenvector** – Given a matrix, it is one.", "emphasis") == {
        "eigenvalue",
        "eigenvector",
    }


def test_terms_are_noun_phrases_outside_code_and_formulas() -> None:
    found = keys(
        "The fully connected layer uses `load_dataset()` and \\\\(learning_rate\\\\) with a weight matrix.",
        "term",
    )
    assert found == {"fully connected layer", "weight matrix"}


def test_names_held_together_by_of_are_one_term_beside_their_parts() -> None:
    assert {"bag of word", "word"} <= keys("A simple model is the bag of words for texts.", "term")
    found = keys("In 1815 the Congress of Vienna redrew the map.", "term")
    assert "congress of vienna" in found
    assert not {"congress", "vienna"} & found


def test_legal_sentences_name_nothing() -> None:
    assert mentions("This workforce product was funded by a grant of the Example Foundation.") == ()


def test_a_surface_is_the_text_at_its_place_without_markup() -> None:
    text = "It uses a **weight\nmatrix** and the [softmax layer](http://x.org)."
    for each in mentions(text):
        assert each.start is not None
        assert each.surface.split() == text[each.start : each.end].replace("**", "").split()


def test_a_name_is_reported_at_most_a_few_times_a_chunk() -> None:
    text = "The kernel has a width. " * 10
    assert sum(each.key == "kernel" for each in mentions(text)) == MAX_REPEATED


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Les réseaux de neurones sont des modèles puissants.", "fr", "réseaux de neurones"),
        ("La ósmosis es la difusión del agua por una membrana.", "es", "ósmosis"),
        ("El paso del agua se llama ósmosis.", "es", "ósmosis"),
        ("Die Osmose ist eine Diffusion von Wasser.", "de", "Osmose"),
        ("L'osmosi è il passaggio dell'acqua.", "it", "osmosi"),
    ],
)
def test_other_languages_give_what_they_define(text: str, language: str, name: str) -> None:
    found = extract(ChunkText(text, language=language)).mentions
    assert {each.key for each in found if each.kind == "definition"} == {canonical(name)}


def test_other_languages_give_no_noun_phrases() -> None:
    text = "Die Zellen der Haut brauchen Wasser und etwas Salz dazu."
    assert {each.kind for each in extract(ChunkText(text, language="nl")).mentions} <= {"term"}
    assert not extract(ChunkText(text.lower(), language="nl")).mentions
