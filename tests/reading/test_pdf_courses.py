"""Real PDF files as a reader would see them: in order, whole sentences, definitions by name."""

from pathlib import Path

import pymupdf
import pytest

from gradient.chunking.structure import cut
from gradient.reading.document import Document
from gradient.reading.pdf.reader import PdfReader

PAPER = "cs229-machine-learning/reading_automl-pipelines_two-column.pdf"
CHEAT_SHEETS = {
    "01_refresher-algebra-calculus.pdf": ["Identity matrix", "Eigenvalue, eigenvector", "Hessian"],
    "02_refresher-probabilities-statistics.pdf": ["Bayes’ rule", "Random variable"],
    "03_cheatsheet-supervised-learning.pdf": [
        "Gradient descent",
        "Kernel",
        "k-nearest neighbors",
        "Random forest",
    ],
    "04_cheatsheet-unsupervised-learning.pdf": ["Latent variables", "Jensen’s inequality"],
    "05_cheatsheet-deep-learning.pdf": ["Activation function", "Backpropagation", "Dropout"],
    "06_cheatsheet-machine-learning-tips-and-tricks.pdf": ["Confusion matrix", "Cross-validation", "Bias"],
}


def read(corpus: Path, name: str) -> Document:
    return PdfReader().read((corpus / name).read_bytes(), name)


def emphasised_first(document: Document) -> list[str]:
    """The names of the entries «❒ Name – definition»."""
    return [
        document.text[span.start : span.end]
        for block in document.blocks
        for span in document.emphases
        if document.text.startswith("❒ ", block.start) and span.start == block.start + 2
    ]


def test_sections_of_a_two_column_paper_come_in_order(corpus: Path) -> None:
    titles = [heading.title for heading in read(corpus, PAPER).headings]
    assert titles[-10:] == [
        "Introduction",
        "Related Work",
        "AMLP Architecture",
        "AMLP workflow",
        "Pipeline search strategy benchmark",
        "Two-stage strategies",
        "Experimental setup",
        "Results and Discussion",
        "Conclusion",
        "References",
    ]


WHOLE = [
    (
        1,
        (
            "Optimizing the performance of the entire pipeline is a combinatorial search for the proper "
            "order and combination of preprocessing steps, optimization of their corresponding "
            "parameters, and a search for the optimal model and its hyper-parameters."
        ),
    ),
    (
        1,
        (
            "Because of close dependencies among these various steps to perform optimization, the entire "
            "process is commonly called combined algorithm selection and hyper-parameter optimization or "
            "CASH [9, 25]."
        ),
    ),
    (
        2,
        (
            "At the top of the hierarchy is the Machine abstraction with abstract functions, fit! and "
            "transform!, which are to be implemented by its subtypes."
        ),
    ),
    (
        2,
        (
            "In a pipeline expression where the last element is not a learner, fit_transform! acts as a "
            "feature filter or transformer only."
        ),
    ),
    (
        3,
        (
            "The search for an optimal pipeline can be treated as a matching problem between a group of "
            "learners and a group of preprocessing pipelines."
        ),
    ),
    (
        3,
        (
            "Similarly, we call the second strategy all-one to indicate the evaluation of all learners "
            "under a surrogate PRPL."
        ),
    ),
    (
        3,
        (
            "For the one-block PRPL experiment, the size of all MLPL for the exhaustive search will be 6 "
            "× 4 × 6 = 144."
        ),
    ),
    (
        4,
        (
            "The best baseline algo has similar performance with the all-all strategy in the rest of the "
            "datasets."
        ),
    ),
    (
        4,
        ("The metric of performance is based on the average classification error (AvgErr) using 10-fold CV."),
    ),
    (
        5,
        (
            "The former has significantly quick runtime but may not be optimal, while the latter may "
            "require relatively longer runtime than the former for some datasets but with a higher "
            "likelihood of being optimal."
        ),
    ),
]


@pytest.mark.parametrize(("page", "sentence"), WHOLE)
def test_sentences_of_a_two_column_paper_are_whole_and_on_their_page(
    corpus: Path, sentence: str, page: int
) -> None:
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    with pymupdf.open(corpus / PAPER) as file:
        assert not [line for line in file[page - 1].get_text().splitlines() if sentence in line]
    document = read(corpus, PAPER)
    start = document.text.index(sentence)
    (block,) = [block for block in document.blocks if block.start <= start < block.end]
    assert start + len(sentence) <= block.end
    assert document.pages[page - 1].start <= start < document.pages[page - 1].end


def test_sentences_of_a_two_column_paper_are_whole_in_one_passage_of_their_page(corpus: Path) -> None:
    passages = [one for one in cut(read(corpus, PAPER)) if one.furniture is None]
    for page, sentence in WHOLE:
        (holding,) = [one for one in passages if sentence in one.text]
        assert holding.page_from is not None
        assert holding.page_to is not None
        assert holding.page_from <= page <= holding.page_to


@pytest.mark.parametrize("name", sorted(CHEAT_SHEETS))
def test_entries_of_the_cheat_sheets_are_blocks_with_their_name_emphasised(corpus: Path, name: str) -> None:
    document = read(corpus, f"cs229-machine-learning/{name}")
    names = emphasised_first(document)
    assert set(CHEAT_SHEETS[name]) <= set(names)
    assert len(names) >= 0.9 * document.text.count("❒ ")
    assert document.layout == "flow"
    assert document.title is not None
    assert document.title.startswith("VIP ")


def test_a_deck_is_read_slide_by_slide(corpus: Path) -> None:
    document = read(corpus, "gis-gst101/GST_101_Lecture_0_Getting_to_Know_FOSS_and_FOSS4G.pdf")
    assert document.layout == "slides"
    assert len(document.pages) == 27
    assert "Proprietary Software" in [heading.title for heading in document.headings]


def test_headings_follow_the_bookmarks_where_there_are_some(corpus: Path) -> None:
    document = read(corpus, "cs229-machine-learning/super-cheatsheet-machine-learning.pdf")
    levels = {heading.title: heading.level for heading in document.headings}
    assert levels["Unsupervised Learning"] + 1 == levels["Clustering"] == levels["k-means clustering"] - 1
