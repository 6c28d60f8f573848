"""Turned text, notes in the margin, drop caps, and what stands on every page and yet is text."""

from typing import Any

import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import Sheet, pdf, saved

SENTENCE = "Row {} says that trees are graphs without any cycle."


def read(file: Any) -> Document:
    return PdfReader().read(saved(file), "test.pdf")


def kinds(document: Document) -> list[tuple[str, str | None]]:
    return [(block.kind, block.reason) for block in document.blocks]


@pytest.mark.parametrize("angle", [90, 270])
def test_a_page_set_sideways_is_text_in_its_order(angle: int) -> None:
    file = pdf()
    sheet = Sheet(file)
    for number in range(20):
        place = (100 + 20 * number, 780) if angle == 90 else (500 - 20 * number, 60)
        sheet.page.insert_text(place, SENTENCE.format(number), fontsize=11, rotate=angle)
    sheet.at(290, 825, "7")
    document = read(file)
    assert " ".join(SENTENCE.format(number) for number in range(20)) in document.text
    assert sorted(kinds(document)) == [("furniture", "turned text at the margin"), ("paragraph", None)]


def test_turned_sentences_on_an_upright_page_are_text_and_labels_and_margins_are_not() -> None:
    file = pdf()
    sheet = Sheet(file)
    for number in range(30):
        sheet.line(SENTENCE.format(number), x=150)
    sheet.page.insert_text((130, 700), "A turned remark says that a forest has trees.", rotate=90)
    sheet.page.insert_text((500, 700), "accuracy in percent", rotate=90)
    sheet.page.insert_text((30, 700), "A stamp of an archive that came in on a day in May", rotate=90)
    document = read(file)
    (aside,) = [block for block in document.blocks if block.reason is not None]
    left_out = "accuracy in percent A stamp of an archive that came in on a day in May"
    assert document.text[aside.start : aside.end] == left_out
    assert "A turned remark says that a forest has trees." in document.text


def test_a_note_in_the_margin_makes_no_table_of_the_lines_beside_it() -> None:
    file = pdf()
    sheet = Sheet(file)
    for number in range(25):
        sheet.line(SENTENCE.format(number))
    note = "Euler solved the bridges of Königsberg in 1736 and founded the theory."
    sheet.page.insert_textbox((450, 100, 560, 300), note, fontsize=7)
    document = read(file)
    assert kinds(document) == [("paragraph", None)] * 2
    assert document.text.endswith(note)


def test_small_numbers_beside_the_lines_are_no_note() -> None:
    file = pdf()
    sheet = Sheet(file)
    for number in range(12):
        sheet.line(SENTENCE.format(number))
        sheet.at(500, sheet.y, f"{number} {number + 1}", size=7)
    assert "0 1" in read(file).text.splitlines()[0]


def test_a_drop_cap_is_the_first_letter_of_the_line_at_its_top() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.at(72, 110, "T", size=40)
    lines = ("rees are graphs that have no", "cycle at all. They are used in the", "science of computers.")
    for number, line in enumerate(lines):
        sheet.at(100, 85 + 14 * number, line, size=11)
    assert read(file).text.startswith("Trees are graphs that have no cycle at all. They")


def test_a_large_letter_beside_a_line_that_begins_with_one_is_no_drop_cap() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.at(72, 110, "A", size=40)
    for number, line in enumerate(("Graphs are sets of points that", "are joined by lines of a kind.")):
        sheet.at(105, 92 + 14 * number, line, size=11)
    assert "AGraphs" not in read(file).text


@pytest.mark.parametrize(("line", "reasons"), [("Solution", []), ("Lecture", ["running header or footer"])])
def test_what_names_the_text_below_it_is_no_running_line(line: str, reasons: list[str]) -> None:
    file = pdf()
    for number in range(4):
        sheet = Sheet(file)
        sheet.at(72, 60, line)
        sheet.at(72, 300, f"The answer of exercise {'abcd'[number]} is below the line here.")
    found = {block.reason for block in read(file).blocks if block.reason}
    assert sorted(found) == reasons


def test_a_sentence_below_the_title_is_text_and_a_name_is_not() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.line("The data sheet", size=24)
    sheet.line("Department of Geodesy, University of Utrecht.", gap=20)
    sheet.line("See the file with data for more about it.", gap=20)
    for number in range(20):
        sheet.line(SENTENCE.format(number), gap=20 if number == 0 else 0)
    document = read(file)
    (names,) = [block for block in document.blocks if block.reason is not None]
    assert document.text[names.start : names.end] == "Department of Geodesy, University of Utrecht."
