"""What a PDF page is read as: bands of columns, the large signs of formulas, pages that are pictures."""

from gradient.reading.pdf.reader import PdfReader
from gradient.reading.pdf.signs import meant
from gradient.text.document import Document
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved, scanned


def read(data: bytes) -> Document:
    return PdfReader().read(data, "test.pdf")


def test_columns_in_a_band_of_the_page_are_read_one_after_the_other() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose("Opening words. " + PROSE * 5)
    sheet.y += 20
    top = sheet.y
    sheet.prose("Left begins. " + PROSE * 2, width=225)
    bottom, sheet.y = sheet.y, top
    sheet.prose("Right begins. " + PROSE * 2, x=310, width=225)
    sheet.y = max(bottom, sheet.y) + 20
    sheet.prose("Closing words. " + PROSE * 5)
    text = " ".join(read(saved(file)).text.split())
    order = [text.index(part) for part in ("Opening", "Left begins", "Right begins", "Closing")]
    assert order == sorted(order)
    assert " ".join(("Left begins. " + PROSE * 2).split()) in text
    assert " ".join(("Right begins. " + PROSE * 2).split()) in text


def test_the_large_signs_of_formulas_mean_what_they_look_like() -> None:
    assert meant("X") == "∑"
    assert meant("h") + meant("i") == "[]"
    assert meant("∏") == "∏"


def test_the_last_twenty_of_thirty_pages_are_named_as_unread() -> None:
    file = pdf()
    for _ in range(10):
        Sheet(file).prose(PROSE * 3)
    for _ in range(20):
        page = file.new_page()
        page.insert_image(page.rect, pixmap=scanned())
    document = read(saved(file))
    assert document.share_read == 1 / 3
    assert document.missing is not None
    assert document.missing.startswith("Pages 11–30 have no usable text layer and were not read")
