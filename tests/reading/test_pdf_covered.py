"""Pages that show more than their letters say are unread: stamped scans, letters drawn as outlines."""

from typing import Any

import pymupdf
import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import HEIGHT, PROSE, WIDTH, Sheet, flat, pdf, saved, scanned

LICENCE = "Licensed to {0}, printed on Monday by the library of {0} for personal study, and not for resale."


def read(file: Any) -> Document:
    return PdfReader().read(saved(file), "test.pdf")


def unread(document: Document) -> list[int]:
    return [page.number for page in document.pages if not page.read]


def outlines(sheet: Sheet, begin: float, end: float) -> None:
    """Letters from one height to another that are drawn and not set, as one path."""
    shape = sheet.page.new_shape()
    for y in range(int(begin), int(end), 40):
        for x in range(50, 540, 40):
            shape.draw_bezier((x, y), (x + 2, y - 6), (x + 4, y - 6), (x + 5, y))
    shape.finish(fill=(0, 0, 0))
    shape.commit()


def test_a_long_stamp_at_the_edge_makes_no_text_of_a_scan() -> None:
    file = pdf()
    for number, reader in enumerate(("Alpha", "Beta", "Gamma")):
        sheet = Sheet(file)
        sheet.page.insert_image(sheet.page.rect, pixmap=scanned(), keep_proportion=False)
        sheet.at(40, 20 + 13 * number, LICENCE.format(reader), size=7)
        sheet.at(40, 830, LICENCE.format(f"{reader} again"), size=7)
    document = read(file)
    assert unread(document) == [1, 2, 3]
    assert LICENCE.format("Beta") in document.text


@pytest.mark.parametrize(("width", "height", "missing"), [(WIDTH, HEIGHT, [1]), (HEIGHT, WIDTH, [])])
def test_a_title_on_a_picture_is_the_text_of_slides_alone(
    width: float, height: float, missing: list[int]
) -> None:
    file = pdf()
    sheet = Sheet(file, width, height)
    sheet.page.insert_image((0, height * 0.3, width, height), pixmap=scanned(), keep_proportion=False)
    sheet.at(60, 120, "Exercise sheet 3", size=26)
    assert unread(read(file)) == missing


def test_letters_that_are_drawn_one_by_one_are_unread_too() -> None:
    words = pymupdf.open()
    sheet = Sheet(words)
    for _ in range(45):
        sheet.line(PROSE)
    picture = words[0].get_svg_image(text_as_path=True)
    drawn = pymupdf.open("pdf", pymupdf.open(stream=picture.encode(), filetype="svg").convert_to_pdf())
    drawn[0].insert_text((72, 60), "3 Trees", fontsize=20)
    assert unread(read(drawn)) == [1]


@pytest.mark.parametrize("heading", ["3 Trees", None])
def test_letters_that_are_drawn_are_unread_beside_a_heading_or_a_number(heading: str | None) -> None:
    file = pdf()
    for number in range(1, 3):
        sheet = Sheet(file)
        outlines(sheet, 90, 780)
        sheet.at(290, 830, str(number))
        if heading:
            sheet.at(60, 70, heading, size=16)
    assert unread(read(file)) == [1, 2]


def test_a_small_drawing_a_frame_and_lines_to_write_on_leave_a_page_read() -> None:
    file = pdf()
    Sheet(file).prose(PROSE)
    sheet = Sheet(file)
    sheet.line("3 Draw a tree with five vertices here.")
    outlines(sheet, 200, 300)
    sheet.page.draw_rect((20, 20, WIDTH - 20, HEIGHT - 20))
    for y in range(320, 800, 20):
        sheet.page.draw_line((40, y), (550, y))
    assert unread(read(file)) == []


def test_slides_on_a_picture_of_one_colour_are_read_however_short() -> None:
    file = pdf()
    for lines in (("Graphs",), ("Summary", "Graphs", "Trees"), ("Hashing", "O(1)")):
        sheet = Sheet(file, 960, 540)
        sheet.page.insert_image(sheet.page.rect, pixmap=flat(), keep_proportion=False)
        for number, line in enumerate(lines):
            sheet.at(60, 80 + 60 * number, line, size=36 if number == 0 else 20)
    document = read(file)
    assert (document.share_read, document.missing) == (1.0, None)
