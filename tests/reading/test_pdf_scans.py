"""Pages that are pictures are unread, whatever is stamped on them; slides with picture and title are read.

So are pages unread whose letters have holes: what they say is not what stands on them.
"""

from typing import Any

import pymupdf
import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import HEIGHT, PROSE, WIDTH, Sheet, pdf, saved, scanned

STAMP = "Downloaded from the University Library on 3 May 2020"


def read(file: Any) -> Document:
    return PdfReader().read(saved(file), "test.pdf")


def pictured(file: Any, share: float = 1.0, *, width: float = WIDTH, height: float = HEIGHT) -> Sheet:
    """A page of which a picture covers such a share, from its top down."""
    sheet = Sheet(file, width, height)
    dots = scanned()
    sheet.page.insert_image(pymupdf.Rect(0, 0, width, height * share), pixmap=dots, keep_proportion=False)
    return sheet


def unread(document: Document) -> list[int]:
    return [page.number for page in document.pages if not page.read]


@pytest.mark.parametrize("share", [0.3, 0.7, 1.0])
@pytest.mark.parametrize("line", [STAMP, "{}", "CS229 Lecture {}"])
def test_what_stands_on_every_page_makes_no_text_of_a_picture(line: str, share: float) -> None:
    file = pdf()
    for number in range(1, 5):
        pictured(file, share).at(50, 830, line.format(number), size=8)
    Sheet(file).prose(PROSE * 3)
    document = read(file)
    assert (unread(document), document.share_read) == ([1, 2, 3, 4], 0.2)
    assert document.missing is not None
    assert document.missing.startswith("Pages 1–4 have no usable text layer")


@pytest.mark.parametrize("line", [STAMP, "Fig. 3. The network of the retina."])
def test_a_stamp_or_a_caption_makes_no_text_of_a_picture_and_is_kept(line: str) -> None:
    file = pdf()
    pictured(file, 0.7).at(50, 700, line, size=9)
    Sheet(file).prose(PROSE * 3)
    document = read(file)
    assert unread(document) == [1]
    assert line in document.text


def test_a_watermark_on_pictures_is_a_running_line_wherever_it_stands() -> None:
    file = pdf()
    for _ in range(3):
        pictured(file).at(60, 400, "For personal use alone, not for sale", size=30)
    document = read(file)
    assert unread(document) == [1, 2, 3]
    assert {block.reason for block in document.blocks} == {"running header or footer"}


@pytest.mark.parametrize(
    ("share", "title"), [(0.75, "K-means"), (1.0, "The tree of life, as Darwin drew it")]
)
def test_a_slide_with_a_large_picture_and_a_title_is_read(share: float, title: str) -> None:
    file = pdf()
    for number in range(4):
        slide = pictured(file, share, width=720, height=540)
        slide.at(40, 500, f"{title}, {'abcd'[number]}", size=28)
    document = read(file)
    assert (unread(document), document.missing) == ([], None)


def test_invisible_text_below_a_picture_is_its_text_layer() -> None:
    file = pdf()
    page = pictured(file).page
    page.insert_text((60, 400), "To my parents and to all my friends", render_mode=3)
    assert read(file).share_read == 1.0


def test_pages_of_text_with_a_logo_or_a_picture_are_read() -> None:
    file = pdf()
    sheet = pictured(file, 0.6)
    sheet.y = 600
    sheet.prose(PROSE)
    pictured(file, 0.02).at(60, 830, "12", size=8)
    assert read(file).share_read == 1.0


def with_meanings(lines: list[str], meanings: dict[str, int]) -> Any:
    """A file whose font tells other meanings of some letters."""
    file = pdf()
    sheet = Sheet(file)
    for line in lines:
        sheet.line(line)
    told = "".join(f"<{ord(letter):02X}> <{code:04X}>" for letter, code in meanings.items())
    letters = [chr(code) for code in range(32, 127) if chr(code) not in meanings]
    told += "".join(f"<{ord(letter):02X}> <{ord(letter):04X}>" for letter in letters)
    table = file.get_new_xref()
    file.update_object(table, "<<>>")
    file.update_stream(
        table,
        (
            "begincmap 1 begincodespacerange <00> <FF> endcodespacerange"
            f" {len(letters) + len(meanings)} beginbfchar {told} endbfchar endcmap"
        ).encode(),
    )
    (font, *_), *_ = file[0].get_fonts()
    file.xref_set_key(font, "ToUnicode", f"{table} 0 R")
    return file


def test_words_with_holes_are_no_usable_text_layer() -> None:
    lines = ["A graph is a set of vertices and of edges that join two of them."] * 6
    assert read(with_meanings(lines, {})).share_read == 1.0
    document = read(with_meanings(lines, {"e": 0xE000, "t": 0xE001}))
    assert (unread(document), document.text, document.share_read) == ([1], "", 0.0)


def test_a_few_words_with_holes_are_said_and_not_counted_as_read() -> None:
    lines = ["A graph is a set of vertices and of edges that join two of them."] * 20
    document = read(with_meanings([*lines, "What equals one equates"], {"q": 0xE000}))
    assert unread(document) == []
    assert 0.98 < document.share_read < 1.0
    assert document.missing == "Some words on page 1 lack letters to which the file gives no meaning."


def test_bullets_and_brackets_without_meaning_make_no_holes() -> None:
    lines = ["qA tree has no cycle", "qA path visits each vertex once", "what followsq", "q q (a)"] * 5
    document = read(with_meanings(lines, {"q": 0xF0B7}))
    assert (document.share_read, document.missing) == (1.0, None)
