"""What all readers have in common: each passes the same tests."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradient.files import suffix_of
from gradient.reading.document_json import from_json, to_json
from gradient.reading.port import NothingToRead, Reader, Unreadable
from gradient.reading.recording import RecordingReader
from gradient.reading.registry import READERS, known, reader_for, tool_for
from gradient.text.document import Document
from tests.reading.office_files import docx, paragraph, pptx, shape, xlsx
from tests.reading.pdf_files import of_lines
from tests.reading.spoken import recordings

NOTEBOOK = json.dumps(
    {
        "nbformat": 4,
        "metadata": {"language_info": {"name": "python"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# Title\n", "A *short* text."]},
            {"cell_type": "code", "source": "1 + 1", "outputs": []},
        ],
    }
).encode()
SAMPLES = {
    ".md": b"# Title\n\nA *short* text.\n",
    ".txt": b"A short text.\n\nIts second paragraph.\n",
    ".csv": b'name,what it is\nvector,"an arrow,\nin a way"\n',
    ".py": b'"""A short text."""\n\nx = 1  # one\n',
    ".html": b"<title>T</title><h1>Title</h1><p>A <b>short</b> text.</p>",
    ".ipynb": NOTEBOOK,
    ".srt": b"1\n00:00:01,000 --> 00:00:02,000\nA vector is\n\n2\n00:00:02,000 --> 00:00:03,500\nan arrow.\n",
    ".docx": docx(paragraph("A short text.")),
    ".pptx": pptx(shape("A short text", role="title")),
    ".xlsx": xlsx(("A", "short"), ("text", 1)),
    ".mp3": b"0 2.5 A vector is\n2.5 4 an arrow.\n",
    ".pdf": of_lines(["A short text on a page of its own,", "which goes on in a second line."]),
}
KINDS = sorted(SAMPLES)


def reader(suffix: str) -> Reader:
    """The reader; that of recordings with a stand-in for its model."""
    found = reader_for(suffix)
    assert found is not None
    return recordings() if isinstance(found, RecordingReader) else found


def test_every_reader_has_a_sample_here() -> None:
    sampled = {type(reader(suffix)) for suffix in SAMPLES}
    assert {type(reader(suffix)) for suffix in READERS} == sampled


def test_suffixes_and_registry_agree() -> None:
    for suffix, target in READERS.items():
        assert suffix in reader(suffix).suffixes, target


def test_unknown_types_have_no_reader_and_case_does_not_matter() -> None:
    assert reader_for(".xyz") is None
    assert not known(suffix_of("archive.tar.zst"))
    assert known(suffix_of("LECTURE 1.PDF"))
    assert suffix_of("Makefile") == ""


@pytest.mark.parametrize("suffix", KINDS)
def test_positions_lie_in_order_inside_the_text(suffix: str) -> None:
    document = reader(suffix).read(SAMPLES[suffix], f"a{suffix}")
    items = sorted([*document.headings, *document.blocks], key=lambda item: item.start)
    assert items
    assert all(0 <= item.start < item.end <= len(document.text) for item in items)
    assert all(before.end <= after.start for before, after in pairwise(items))
    assert all(document.text[span.start : span.end].strip() for span in document.emphases)
    assert document.share_read == 1.0


@pytest.mark.parametrize("suffix", KINDS)
def test_the_same_bytes_give_the_same_document(suffix: str) -> None:
    assert reader(suffix).read(SAMPLES[suffix], "a") == reader(suffix).read(SAMPLES[suffix], "a")


@pytest.mark.parametrize("suffix", KINDS)
def test_a_document_survives_json(suffix: str) -> None:
    document = reader(suffix).read(SAMPLES[suffix], "a")
    assert from_json(to_json(document)) == document


@pytest.mark.parametrize("suffix", KINDS)
def test_an_empty_file_is_nothing_to_read(suffix: str) -> None:
    with pytest.raises(NothingToRead, match="week 1 is empty; there is nothing to read in it"):
        reader(suffix).read(b"", "week 1")


@pytest.mark.parametrize("suffix", KINDS)
@given(drawn=st.data())
@settings(max_examples=25, deadline=None)
def test_a_broken_file_is_read_or_declined_and_never_a_fault(suffix: str, drawn: st.DataObject) -> None:
    sample = SAMPLES[suffix]
    first = drawn.draw(st.integers(0, len(sample)))
    broken = (
        sample[:first]
        + drawn.draw(st.binary(max_size=4))
        + sample[drawn.draw(st.integers(first, len(sample))) :]
    )
    try:
        document = reader(suffix).read(broken, f"a{suffix}")
    except (Unreadable, NothingToRead):
        return
    items = sorted([*document.headings, *document.blocks], key=lambda item: item.start)
    assert all(0 <= item.start < item.end <= len(document.text) for item in items)
    assert all(before.end <= after.start for before, after in pairwise(items))


@pytest.mark.parametrize("suffix", KINDS)
def test_the_tool_of_each_reader_is_known_without_loading_it(suffix: str) -> None:
    assert tool_for(suffix) == reader(suffix).tool


def test_the_stage_loads_no_reader() -> None:
    script = (
        "import sys, gradient.pipeline; from gradient.reading.registry import tool_for;"
        " from gradient.reading.stage import tool; tool(), tool_for('.pdf'), tool_for('.md');"
        " print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"pymupdf", "markdown_it", "openpyxl"} & set(ended.stdout.split())
    assert "procrastinate" in ended.stdout.split()


def readable(corpus: Path) -> list[Path]:
    return sorted(file for file in corpus.glob("*/*") if known(suffix_of(file.name)))


def outcome(file: Path) -> Document | str:
    try:
        return reader(suffix_of(file.name)).read(file.read_bytes(), file.name)
    except (Unreadable, NothingToRead) as refusal:
        return str(refusal)


def test_every_real_file_is_read_or_declined_with_a_sentence(corpus: Path) -> None:
    for file in readable(corpus):
        found = outcome(file)
        if isinstance(found, str):
            assert found.startswith(file.name)
            assert found.endswith(".")
        else:
            assert not {"\x00", "\ufffd"} & set(found.text)
            assert not any(ord(letter) < 32 for heading in found.headings for letter in heading.title)
