"""What the drawings on a PDF page mean: a background is nothing, a figure is something unread."""

from typing import Any

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Page
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved


def second_page(draw: Any) -> Page:
    """The second page of a file, with nothing but what `draw` draws on it."""
    file = pdf()
    Sheet(file).prose(PROSE * 3)
    draw(file.new_page())
    return PdfReader().read(saved(file), "test.pdf").pages[1]


def test_a_page_of_one_colour_is_blank() -> None:
    page = second_page(lambda page: page.draw_rect(page.rect, color=None, fill=(0, 0, 0)))
    assert page.blank
    assert not page.read


def test_a_page_with_a_figure_alone_is_unread() -> None:
    def figure(page: Any) -> None:
        page.draw_rect(page.rect, color=None, fill=(0.9, 0.9, 1))
        page.draw_circle((300, 400), 80)

    page = second_page(figure)
    assert not page.blank
    assert not page.read


def test_a_table_with_rules_above_and_below_its_rows_alone_is_one_block() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE * 2)
    for row, cells in enumerate((("Model", "Error"), ("perceptron", "12.1"), ("kernel machine", "9.4"))):
        y = 200 + row * 20
        sheet.page.draw_line((60, y), (360, y))
        sheet.at(64, y + 14, cells[0])
        sheet.at(260, y + 14, cells[1])
    sheet.page.draw_line((60, 260), (360, 260))
    document = PdfReader().read(saved(file), "test.pdf")
    (table,) = [block for block in document.blocks if block.kind == "table"]
    rows = document.text[table.start : table.end]
    assert rows == "Model | Error\nperceptron | 12.1\nkernel machine | 9.4"


def test_a_grid_drawn_in_one_stroke_is_found() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE * 2)
    shape = sheet.page.new_shape()
    for y in (200, 225, 250):
        shape.draw_line((60, y), (360, y))
    for x in (60, 210, 360):
        shape.draw_line((x, 200), (x, 250))
    shape.finish()
    shape.commit()
    for x, y, text in ((66, 216, "Loss"), (216, 216, "Model"), (66, 241, "hinge loss"), (216, 241, "SVM")):
        sheet.at(x, y, text)
    document = PdfReader().read(saved(file), "test.pdf")
    (table,) = [block for block in document.blocks if block.kind == "table"]
    assert document.text[table.start : table.end] == "Loss | Model\nhinge loss | SVM"
