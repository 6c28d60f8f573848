"""Below a heading such as «Contents» only what lists the parts of the document is set apart."""

import json

import pytest

from gradient.reading.registry import reader_for
from gradient.text.document import Document
from tests.reading.office_files import docx, paragraph, pptx, shape
from tests.reading.pdf_files import PROSE as OTHER
from tests.reading.pdf_files import Sheet, pdf, saved

PROSE = "A queue is a list that gives back first what came first."
CODE = "queue.append(1)"
MARKDOWN = f"# Contents\n\n- [One](#one)\n- Two\n\n{PROSE}\n\n## One\n\n{PROSE}\n\n## Two\n\nThe same.\n"
FILES = {
    ".md": MARKDOWN.encode(),
    ".html": f"<h1>Contents</h1><ul><li><a href='#1'>One</a></li><li><a href='#2'>Two</a></li></ul>"
    f"<p>{PROSE}</p><h2>One</h2><p>{PROSE}</p>".encode(),
    ".docx": docx(
        paragraph("Inhalt", "berschrift1")
        + paragraph("One\t3", "Verzeichnis1")
        + paragraph(PROSE)
        + paragraph("One", "Umriss")
        + paragraph(PROSE)
    ),
    ".pptx": pptx(shape("Contents", role="title") + shape(PROSE, role="body")),
    ".ipynb": json.dumps(
        {
            "nbformat": 4,
            "metadata": {},
            "cells": [
                {"cell_type": "markdown", "source": MARKDOWN},
                {"cell_type": "code", "source": CODE, "outputs": []},
            ],
        }
    ).encode(),
}


def read(suffix: str, data: bytes) -> Document:
    reader = reader_for(suffix)
    assert reader is not None
    return reader.read(data, f"a{suffix}")


def left_out(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.blocks if one.kind == "furniture"]


@pytest.mark.parametrize("suffix", FILES)
def test_matter_below_a_heading_of_contents_stays(suffix: str) -> None:
    document = read(suffix, FILES[suffix])
    kept = [document.text[one.start : one.end] for one in document.blocks if one.kind != "furniture"]
    assert kept.count(PROSE) == document.text.count(PROSE) > 0
    assert (CODE in kept) is (suffix == ".ipynb")
    assert bool(left_out(document)) is (suffix != ".pptx")


def test_chapters_of_a_book_set_smaller_than_its_contents_stay() -> None:
    file = pdf()
    first = Sheet(file)
    first.line("Contents", size=24)
    for line in ("One .......... 2", "Two .......... 3"):
        first.line(line, gap=6)
    for title in ("One", "Two"):
        sheet = Sheet(file)
        sheet.line(title, size=16)
        for _ in range(3):
            sheet.prose(f"{PROSE} {OTHER}")
    document = read(".pdf", saved(file))
    assert "One .......... 2" in "\n".join(left_out(document))
    assert not any(PROSE in one for one in left_out(document))


@pytest.mark.parametrize(
    "listed",
    [
        "One\nTwo",
        "1. One\n2. Two",
        "One .... 3\nAnother .... 5",
        "First part 2\nSecond part 5\nThird part 5",
        "- [One](#one)\n- [Somewhere](#two)",
    ],
)
def test_what_lists_the_parts_is_set_apart(listed: str) -> None:
    source = f"# Course\n\n## Contents\n\n{listed}\n\n## One\n\n{PROSE}\n\n## Two\n\n{PROSE}\n"
    document = read(".md", source.encode())
    assert "\n".join(left_out(document)).split() == listed.split()
    assert {one.reason for one in document.blocks} == {"table of contents", None}


@pytest.mark.parametrize(
    "matter", ["An egg holds white and yolk.", "Apples: 3\nPears: 2\nPlums: 5", "1 + 1 = 2"]
)
def test_what_lists_no_parts_stays(matter: str) -> None:
    assert not left_out(read(".md", f"# Contents\n\n{matter}\n\n# One\n\n{PROSE}\n".encode()))
