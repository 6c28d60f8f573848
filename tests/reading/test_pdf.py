"""PDF files: reading order, headings, furniture, whole sentences, emphasis, tables and pages."""

import pymupdf
import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved, scanned


def read(data: bytes) -> Document:
    return PdfReader().read(data, "test.pdf")


def blocks(document: Document, kind: str | None = None) -> list[str]:
    return [
        document.text[block.start : block.end]
        for block in document.blocks
        if (block.kind == kind if kind else block.kind != "furniture")
    ]


def lecture() -> pymupdf.Document:
    """Three pages with a title, numbered sections, running lines and page numbers."""
    file = pdf()
    for number in range(1, 4):
        sheet = Sheet(file)
        sheet.at(60, 40, "Introduction to Learning Machines")
        sheet.at(290, 815, f"{number}")
        if number == 1:
            sheet.line("Lecture Notes on the Perceptron", size=20)
            sheet.line("Ada Example and Ben Sample", size=13, gap=6)
        sheet.line(f"{number} Section {'ABC'[number - 1]} about Weights", size=14, font="hebo", gap=14)
        for _ in range(4):
            sheet.prose(PROSE * 2)
    return file


def test_headings_come_from_type_without_their_numbers() -> None:
    document = read(saved(lecture()))
    assert document.title == "Lecture Notes on the Perceptron"
    assert [(heading.level, heading.title) for heading in document.headings] == [
        (1, "Lecture Notes on the Perceptron"),
        (2, "Section A about Weights"),
        (2, "Section B about Weights"),
        (2, "Section C about Weights"),
    ]


def test_headings_come_from_the_table_of_contents_where_there_is_one() -> None:
    file = lecture()
    file.set_toc([[1, "Section A about Weights", 1], [2, "Section B about Weights", 2]])
    levels = {heading.title: heading.level for heading in read(saved(file)).headings}
    assert levels["Section A about Weights"] + 1 == levels["Section B about Weights"]
    assert "Section C about Weights" not in levels


def test_running_lines_page_numbers_and_names_are_furniture() -> None:
    document = read(saved(lecture()))
    furniture = {
        (document.text[block.start : block.end], block.reason) for block in document.blocks if block.reason
    }
    assert ("Introduction to Learning Machines", "running header or footer") in furniture
    assert ("2", "page number") in furniture
    assert ("Ada Example and Ben Sample", "authors and date") in furniture
    assert not any("Learning Machines" in text for text in blocks(document))


def test_columns_are_read_one_after_the_other_and_sentences_go_on_between_them() -> None:
    file = pdf()
    sheet = Sheet(file)
    words = (PROSE * 9).split()
    top = sheet.y
    sheet.prose(" ".join(words[:133]), x=50, width=230)
    sheet.y = top
    sheet.prose(" ".join(words[133:]), x=310, width=230)
    document = read(saved(file))
    assert " ".join(" ".join(blocks(document)).split()) == (PROSE * 9).strip()
    assert len(blocks(document)) == 1


def test_what_runs_across_both_columns_stands_between_them() -> None:
    file = pdf()
    sheet = Sheet(file)
    for part in ("First", "Second"):
        top = sheet.y
        sheet.prose(f"{part} left. " + PROSE * 3, x=50, width=230)
        bottom, sheet.y = sheet.y, top
        sheet.prose(f"{part} right. " + PROSE * 3, x=310, width=230)
        sheet.y = max(bottom, sheet.y) + 20
        if part == "First":
            sheet.line(
                "A line about everything that stands across both of the columns of this page", x=60, gap=5
            )
            sheet.y += 20
    text = read(saved(file)).text
    order = [
        text.index(start)
        for start in ("First left", "First right", "A line about", "Second left", "Second right")
    ]
    assert order == sorted(order)


def test_words_parted_at_the_end_of_a_line_are_made_whole() -> None:
    file = pdf()
    sheet = Sheet(file)
    for line in (
        "Gradient descent is a simple optimi-",
        "zation method. A self-supervised task needs no labels, and self-",
        "supervised pretraining is state-of-the-",
        "art in many fields. A well-known pre-",
        "condition is enough data.",
    ):
        sheet.line(line)
    (text,) = blocks(read(saved(file)))
    assert text == (
        "Gradient descent is a simple optimization method. A self-supervised task needs no labels, and"
        " self-supervised pretraining is state-of-the-art in many fields. A well-known precondition is"
        " enough data."
    )


def test_a_bold_name_in_front_is_an_emphasis() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE * 2)
    sheet.y += 20
    sheet.at(60, sheet.y, "Learning rate.", font="hebo")
    sheet.at(
        60 + pymupdf.get_text_length("Learning rate.", "hebo", 10) + 3,
        sheet.y,
        "It scales each step of the descent.",
    )
    document = read(saved(file))
    (emphasis,) = document.emphases
    assert document.text[emphasis.start : emphasis.end] == "Learning rate"
    assert "Learning rate. It scales each step of the descent." in blocks(document)


def test_a_ruled_table_is_one_block_with_its_cells() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE * 2)
    for row, cells in enumerate(
        (("Loss", "Model"), ("hinge loss", "SVM"), ("cross entropy", "logistic regression"))
    ):
        for column, cell in enumerate(cells):
            x, y = 100 + column * 150, 200 + row * 25
            sheet.page.draw_rect((x, y, x + 150, y + 25))
            sheet.at(x + 10, y + 16, cell)
    sheet.y = 300
    sheet.prose(PROSE)
    assert blocks(read(saved(file)), "table") == [
        "Loss | Model\nhinge loss | SVM\ncross entropy | logistic regression"
    ]


def test_list_items_and_captions_are_told_apart() -> None:
    file = pdf()
    sheet = Sheet(file)
    sheet.prose(PROSE)
    for item in ("- the first item of the list", "- the second item, which is longer"):
        sheet.line(item, gap=3)
    sheet.line("Figure 3: What a perceptron sees.", gap=30)
    document = read(saved(file))
    assert blocks(document, "list") == ["- the first item of the list", "- the second item, which is longer"]
    assert blocks(document, "caption") == ["Figure 3: What a perceptron sees."]


def test_references_at_the_end_are_furniture() -> None:
    file = lecture()
    sheet = Sheet(file)
    sheet.line("References", size=14, font="hebo")
    sheet.line("[1] F. Rosenblatt. The perceptron. 1958.", gap=4)
    document = read(saved(file))
    reasons = {
        block.reason for block in document.blocks if "Rosenblatt" in document.text[block.start : block.end]
    }
    assert reasons == {"references"}


def test_pages_have_ranges_and_a_paragraph_may_cross_them() -> None:
    file = pdf()
    words = (PROSE * 8).split()
    for part in (words[:120], words[120:]):
        Sheet(file).prose(" ".join(part))
    document = read(saved(file))
    first, second = document.pages
    assert (first.number, second.number) == (1, 2)
    assert (first.start, first.end, second.end) == (0, second.start, len(document.text))
    assert document.text[second.start :].split()[:3] == words[120:123]
    assert len(blocks(document)) == 1


def test_scanned_and_blank_pages_are_counted_apart() -> None:
    file = pdf()
    Sheet(file).prose(PROSE * 3)
    scan = file.new_page()
    scan.insert_image(scan.rect, pixmap=scanned())
    file.new_page()
    Sheet(file).prose(PROSE * 3)
    document = read(saved(file))
    assert [(page.read, page.blank) for page in document.pages] == [
        (True, False),
        (False, False),
        (False, True),
        (True, False),
    ]
    assert document.share_read == pytest.approx(2 / 3)
    assert document.missing == (
        "Page 2 has no usable text layer and was not read;"
        " put a version of the file that has one in its place."
    )


def test_a_landscape_deck_of_few_words_is_slides() -> None:
    file = pdf()
    for number in range(4):
        sheet = Sheet(file, width=720, height=540)
        sheet.line(f"Slide about topic {number}", size=32)
        sheet.line("• one point in large type", size=20, gap=20)
        sheet.line("• another point of it", size=20, gap=10)
    document = read(saved(file))
    assert document.layout == "slides"
    assert [heading.title for heading in document.headings] == [
        f"Slide about topic {number}" for number in range(4)
    ]


def test_reading_twice_gives_the_same() -> None:
    data = saved(lecture())
    assert read(data) == read(data)
