"""What is put on a PDF file afterwards is kept where it is text, named where it is a file, and no heading."""

from typing import Any

import pymupdf

from gradient.reading.pdf.reader import PdfReader
from gradient.text.document import Document
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved


def annotated() -> tuple[Any, Any]:
    """A file of two pages of text, and its first page."""
    file = pdf()
    for number in (1, 2):
        sheet = Sheet(file)
        sheet.line(f"{number} Introduction", size=16)
        sheet.prose(PROSE * 2)
    return file, file[0]


def read(file: Any) -> Document:
    return PdfReader().read(saved(file), "test.pdf")


def test_what_is_filled_in_or_written_on_afterwards_is_text_and_no_heading() -> None:
    file, page = annotated()
    page.add_freetext_annot((60, 30, 400, 70), "Bring this to class", fontsize=24)
    page.add_stamp_annot((300, 600, 500, 650))
    field: Any = pymupdf.Widget()
    field.field_type, field.field_name = pymupdf.PDF_WIDGET_TYPE_TEXT, "name"
    field.field_value, field.rect = "Ada Lovelace", pymupdf.Rect(60, 500, 400, 540)
    page.add_widget(field)
    document = read(file)
    assert [one.title for one in document.headings] == ["Introduction", "Introduction"]
    said = {document.text[one.start : one.end] for one in document.blocks if one.kind == "paragraph"}
    assert {"Bring this to class", "Ada Lovelace"} <= said


def test_notes_of_readers_stand_at_the_end_of_their_page() -> None:
    file, page = annotated()
    page.add_text_annot((60, 300), "The bias is missing in this sum.")
    marked = page.add_highlight_annot((60, 120, 200, 135))
    marked.set_info(content="Compare with the logistic unit.")
    marked.update()
    document = read(file)
    first, second = document.pages
    assert (
        document.text[first.start : first.end]
        .rstrip()
        .endswith("The bias is missing in this sum.\n\nCompare with the logistic unit.")
    )
    assert document.text[second.start : second.end].startswith("2 Introduction")


def test_attached_files_are_named_as_not_read() -> None:
    file, page = annotated()
    file.embfile_add("marks.csv", b"a,b")
    assert read(file).notes == ("The attached file marks.csv was not read.",)
    page.add_file_annot((300, 300), b"abc", "plan.txt")
    assert read(file).notes == ("The attached files marks.csv, plan.txt were not read.",)


def test_broken_annotations_hinder_nothing() -> None:
    file, page = annotated()
    page.add_text_annot((60, 300), "A note.")
    for broken in ("[ 99 0 R (x) << >> 7 null ]", "[ << /Subtype /FileAttachment /FS 5 >> ]", "(x)"):
        file.xref_set_key(page.xref, "Annots", broken)
        assert len(read(file).headings) == 2
