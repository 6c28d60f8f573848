"""The topics of real courses: names of an index, and about as many as one has."""

from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from gradient.chunking.structure import cut
from gradient.outline.formation import Formation, FormedTopic, form
from gradient.outline.names import canonical, good_name
from gradient.reading.document import Document
from gradient.reading.port import NothingToRead
from gradient.reading.registry import reader_for
from tests.outline.written import Passage, mentioning

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(300)]

COURSES = ("cs231n-vision", "cs229-machine-learning", "nlp-transformers")
INDEX = {
    "cs231n-vision": (
        "Backpropagation", "Softmax classifier", "SVM", "Gradient descent", "Convolutional neural network",
        "Cross-validation", "Activation function", "Regularization", "ReLU", "Learning rate", "Dropout",
    ),
    "cs229-machine-learning": (
        "Logistic regression", "Random variable", "Support vector machine", "PCA", "Variance", "SVD",
        "Bayes' rule",
        "Markov decision process", "Generalized linear model", "Recurrent neural network", "LSTM",
    ),
    "nlp-transformers": (
        "Tokenizer", "Transformer", "Natural language processing", "Attention layer", "Transfer learning",
        "LLM",
        "Named entity recognition", "Subword tokenization", "Dynamic padding", "FAISS", "Checkpoint",
    ),
}  # fmt: skip


@cache
def documents(folder: Path) -> dict[str, Document]:
    found = {}
    for path in sorted(folder.iterdir()):
        reader = reader_for(path.suffix.lower())
        if reader is None:
            continue
        with suppress(NothingToRead):
            document = reader.read(path.read_bytes(), path.name)
            if document.language in (None, "en"):
                found[path.name] = document
    return found


@cache
def formation(folder: Path) -> Formation:
    passages: list[Passage] = []
    for source, document in documents(folder).items():
        passages += [
            (source, each.section_path, each.text) for each in cut(document) if each.furniture is None
        ]
    return form(mentioning(passages))


def names(topic: FormedTopic) -> set[str]:
    return {topic.key, canonical(topic.title), *map(canonical, topic.aliases)}


@pytest.fixture(params=COURSES)
def folder(request: pytest.FixtureRequest, corpus: Path) -> Path:
    return corpus / str(request.param)


def test_a_course_has_as_many_topics_as_an_index(folder: Path) -> None:
    assert 20 <= len(formation(folder).topics) <= 80


def test_titles_are_names_and_no_furniture(folder: Path) -> None:
    assert [each.title for each in formation(folder).topics if good_name(each.title) is not None] == []


def test_the_index_holds_what_the_course_is_about(folder: Path) -> None:
    known = {name for each in formation(folder).topics for name in names(each)}
    assert [name for name in INDEX[folder.name] if canonical(name) not in known] == []


def test_no_two_topics_share_a_name(folder: Path) -> None:
    topics = formation(folder).topics
    every = [name for each in topics for name in names(each)]
    assert sorted(name for name in set(every) if every.count(name) > 1) == []


def test_few_topics_rest_on_one_mention(folder: Path) -> None:
    topics = formation(folder).topics
    thin = [each.title for each in topics if len({(place.chunk, place.start) for place in each.places}) == 1]
    assert len(thin) <= 0.2 * len(topics)
