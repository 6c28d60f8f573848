"""Pages that are laid out otherwise: without a title, with code, in three columns, with centred lines."""

import re

import pymupdf
import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved

CODE = ["def total(items):", "    sum = 0", "    for one in items:", "        sum += one", "    return sum"]
WORDS = PROSE.split()


def read(file: object) -> Document:
    return PdfReader().read(saved(file), "a.pdf")


def levels(document: Document) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in document.headings]


def with_sections(*titles: str, first: str | None = None) -> pymupdf.Document:
    file = pdf()
    sheet = Sheet(file)
    if first is not None:
        sheet.line(first, size=22, font="hebo")
    for number, title in enumerate(titles):
        if number == 2:
            sheet = Sheet(file)
        sheet.line(title, size=16, font="hebo", gap=14)
        sheet.prose(PROSE * 2)
    return file


def test_the_first_of_several_sections_is_no_title() -> None:
    document = read(with_sections("1 Neurons", "2 Learning", "3 Limits"))
    assert levels(document) == [(1, "Neurons"), (1, "Learning"), (1, "Limits")]


def test_a_title_above_the_sections_stays_one() -> None:
    document = read(with_sections("1 Neurons", "2 Learning", "3 Limits", first="The perceptron"))
    assert levels(document) == [(1, "The perceptron"), (2, "Neurons"), (2, "Learning"), (2, "Limits")]


def test_a_section_that_the_table_of_contents_lists_among_others_is_no_title() -> None:
    file = with_sections("Neurons", "Learning", "Limits")
    file.set_toc([[1, "Neurons", 1], [1, "Learning", 1], [1, "Limits", 2]])
    assert levels(read(file)) == [(1, "Neurons"), (1, "Learning"), (1, "Limits")]


def test_a_title_that_the_table_of_contents_lists_keeps_its_level_and_theirs() -> None:
    file = with_sections("Neurons", "Learning", "Limits", first="The perceptron")
    file.set_toc([[1, "The perceptron", 1], [2, "Neurons", 1], [2, "Learning", 1], [2, "Limits", 2]])
    assert levels(read(file)) == [(1, "The perceptron"), (2, "Neurons"), (2, "Learning"), (2, "Limits")]


def test_contents_are_no_title_and_no_chapter_is_part_of_them() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.line("Contents", size=24)
    for number, name in enumerate(("Neurons", "Learning", "Limits"), start=1):
        sheet.line(f"{number} {name} ........ {number + 1}", gap=8)
    for number, name in enumerate(("Neurons", "Learning", "Limits"), start=1):
        sheet = Sheet(file)
        sheet.line(f"{number} {name}", size=16, gap=14)
        sheet.prose(PROSE * 2)
    document = read(file)
    assert document.title != "Contents"
    assert levels(document) == [(1, "Contents"), (1, "Neurons"), (1, "Learning"), (1, "Limits")]
    assert [one.reason for one in document.blocks] == [*["table of contents"] * 3, None, None, None]


def test_contents_are_no_broader_than_the_heading_behind_them() -> None:
    file = pdf()
    for title, size in (("Contents", 24), ("Preface", 12), ("Neurons", 16), ("Learning", 16)):
        sheet = Sheet(file)
        sheet.line(title, size=size, font="hebo")
        sheet.prose(PROSE * 2)
    found = levels(read(file))
    assert found == [(2, "Contents"), (2, "Preface"), (1, "Neurons"), (1, "Learning")]


@pytest.mark.parametrize("shift", [0, 6])
def test_short_columns_below_headings_in_full_width_are_read_one_after_the_other(shift: float) -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.at(150, 60, "The perceptron and what it can learn", size=20)
    for top, name in ((80, "First"), (260, "Second")):
        sheet.at(150, top, f"{name} heading across both columns", size=12)
        for x, side, down in ((50, "left", 0.0), (310, "right", shift)):
            sheet.y = top + down
            sheet.prose(f"{name} {side} begins. {PROSE} {name} {side} ends.", x=x, width=235)
    document = read(file)
    text = " ".join(document.text.split())
    order = [
        text.index(f"{name} {side} {what}.")
        for name in ("First", "Second")
        for side in ("left", "right")
        for what in ("begins", "ends")
    ]
    assert order == sorted(order)
    assert [one.kind for one in document.blocks] == ["paragraph"] * 4


def test_code_keeps_its_indentation_however_the_file_sets_it() -> None:
    for by_blanks in (True, False):
        file = pdf()
        sheet = Sheet(file)
        sheet.prose(PROSE)
        for line in CODE:
            indent = len(line) - len(line.lstrip())
            text, x = (line, 60.0) if by_blanks else (line.lstrip(), 60.0 + 6 * indent)
            sheet.line(text, x=x, font="cour")
        sheet.prose(PROSE)
        document = read(file)
        blocks = [document.text[one.start : one.end] for one in document.blocks if one.kind == "code"]
        assert blocks == ["\n".join(CODE)]


@pytest.mark.parametrize(("columns", "width"), [(2, 240), (3, 150), (4, 175)])
def test_columns_are_read_one_after_the_other_however_many_there_are(columns: int, width: float) -> None:
    file = pdf()
    sheet = Sheet(file, width=120 + columns * (width + 15))
    for column in range(columns):
        sheet.y = 90.0
        words = " ".join(f"{word}{column}" for word in WORDS * 4)
        sheet.prose(words, x=60 + (width + 15) * column, width=width)
    found = [int(number) for number in re.findall(r"[^\W\d]+[.,]?(\d)", read(file).text)]
    assert found == sorted(found)
    assert set(found) == set(range(columns))


def test_a_margin_beside_one_column_makes_no_columns_of_it() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE * 6, x=230, width=305)
    sheet.y = 90.0
    for _ in range(6):
        sheet.prose("A remark at the margin stands here.", x=60, width=140, gap=30)
    document = read(file)
    assert " ".join(PROSE.split()) in " ".join(document.text.split())


def test_a_centred_title_stays_apart_from_the_next_line() -> None:
    file = pdf()
    sheet = Sheet(file)
    title = "On Perceptrons and Their Limits"
    sheet.line(title, x=(595 - pymupdf.get_text_length(title, fontsize=10)) / 2)
    sheet.prose(PROSE, gap=0)
    document = read(file)
    assert next(document.text[one.start : one.end] for one in document.blocks) == title


def test_a_centred_title_of_two_lines_is_one() -> None:
    file = pdf()
    sheet = Sheet(file)
    for line in ("On Perceptrons, Their Limits and", "What Came After Them"):
        width = pymupdf.get_text_length(line, fontname="hebo", fontsize=16)
        sheet.line(line, x=(595 - width) / 2, size=16, font="hebo")
    sheet.prose(PROSE * 3)
    assert levels(read(file)) == [(1, "On Perceptrons, Their Limits and What Came After Them")]
