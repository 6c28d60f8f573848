"""The same lesson in two formats gives the same headings in the same order."""

from difflib import SequenceMatcher
from pathlib import Path

import pytest

from gradient.files import suffix_of
from gradient.reading.registry import reader_for
from gradient.text.document import Heading

pytestmark = pytest.mark.corpus

DECK = "gis-gst101/GST_101_Lecture_0_Getting_to_Know_FOSS_and"
TWINS = [
    (f"{DECK} FOSS4G .pptx", f"{DECK}_FOSS4G.pdf"),
    ("gis-gst101/Module 0 Lab.docx", "gis-gst101/Module 0 Lab.md"),
]
ALIKE = 0.9


def headings(file: Path) -> tuple[Heading, ...]:
    reader = reader_for(suffix_of(file.name))
    assert reader is not None
    return reader.read(file.read_bytes(), file.name).headings


def titles(file: Path) -> list[str]:
    """The titles without differences of case and white space."""
    return [" ".join(heading.title.casefold().split()) for heading in headings(file)]


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_twins_have_the_same_headings_in_the_same_order(corpus: Path, one: str, other: str) -> None:
    here, there = titles(corpus / one), titles(corpus / other)
    assert len(here) >= 10
    assert SequenceMatcher(None, here, there, autojunk=False).ratio() >= ALIKE, (here, there)


def test_twins_in_word_and_markdown_have_the_same_tree(corpus: Path) -> None:
    one, other = (headings(corpus / name) for name in TWINS[1])
    assert [heading.level for heading in one] == [heading.level for heading in other]
