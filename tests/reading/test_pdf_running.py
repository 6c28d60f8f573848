"""Lines at the edge of PDF pages that differ by a number alone: headings and text stay, running lines go."""

import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved


def read(data: bytes) -> Document:
    return PdfReader().read(data, "a.pdf")


def of_tops(tops: list[str], *, size: float = 10, font: str = "helv", listed: bool = False) -> Document:
    """A page for each line, which stands alone at its top, with prose well below."""
    file = pdf()
    for top in tops:
        sheet = Sheet(file)
        sheet.at(60, 60, top, size=size, font=font)
        for _ in range(3):
            sheet.prose(PROSE * 2)
    if listed:
        file.set_toc([[1, top, number] for number, top in enumerate(tops, start=1)])
    return read(saved(file))


@pytest.mark.parametrize("name", ["Week {}", "Chapter {}: Things"])
@pytest.mark.parametrize("listed", [True, False])
def test_headings_that_differ_by_a_number_are_headings(name: str, listed: bool) -> None:
    tops = [name.format(number) for number in range(1, 7)]
    document = of_tops(tops, size=18, font="hebo", listed=listed)
    assert [document.text[one.start : one.end] for one in document.headings] == tops
    assert not [one for one in document.blocks if one.reason]


def test_what_the_table_of_contents_names_is_a_heading_whatever_its_size() -> None:
    tops = [f"Week {number}" for number in range(1, 7)]
    assert [one.title for one in of_tops(tops, listed=True).headings] == tops
    assert not of_tops(tops).headings


def test_a_large_line_that_comes_back_is_a_running_one_though_its_number_changes() -> None:
    document = of_tops(["Week 1"] * 3 + ["Week 2"] * 3 + ["Week 3"] * 3 + ["Week 4"] * 3, size=18)
    assert not document.headings
    assert {one.reason for one in document.blocks} == {None, "running header or footer"}


def test_lines_of_the_text_are_never_taken_for_running_ones() -> None:
    file = pdf()
    for number in range(1, 11):
        Sheet(file).at(60, 60, f"Page {number}. A vertex of degree {number} has {number} edges.")
    assert not [one for one in read(saved(file)).blocks if one.reason]
    file = pdf()
    for number in range(1, 11):
        sheet = Sheet(file)
        sheet.at(60, 60, f"On day {number} we look at a vertex of degree {number} and at")
        sheet.at(60, 72.5, f"all of its neighbours, which are {'abcdefghijkl'[number]} or more of them,")
        sheet.prose(PROSE)
    assert not [one for one in read(saved(file)).blocks if one.reason]
    file = pdf()
    for number in range(1, 11):
        Sheet(file).at(60, 60, f"Degree {number}")
    assert not [one for one in read(saved(file)).blocks if one.reason]


@pytest.mark.parametrize(
    "line",
    [
        "Theorem {0}",  # the number names what follows
        "Exercise {0}: draw the tree of order {1}",
        "The tree of order {2}",  # the number is not that of the page
        "A graph with {0} vertices and {2} edges",
    ],
)
def test_a_line_whose_number_is_not_that_of_its_page_is_no_running_one(line: str) -> None:
    document = of_tops([line.format(number, number - 1, number * number) for number in range(1, 7)])
    assert not [one for one in document.blocks if one.reason]


@pytest.mark.parametrize("line", ["Notes on graphs {0}", "{0} Notes on graphs", "Lecture 5 - {0}"])
def test_a_running_line_ends_or_begins_with_the_number_of_its_page(line: str) -> None:
    document = of_tops([line.format(number) for number in range(11, 17)])
    assert sum(one.reason == "running header or footer" for one in document.blocks) == 6


def test_a_running_line_with_the_number_of_its_page_is_one() -> None:
    document = of_tops([f"Graph Theory, page {number} of 6" for number in range(1, 7)])
    assert sum(one.reason == "running header or footer" for one in document.blocks) == 6
