"""NUL and halves of surrogate pairs, however a format carries them, come out cleaned and are said."""

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

import pymupdf
import pytest

from gradient.reading.cleaning import cleaned, storable
from gradient.reading.document_json import from_json, to_json
from gradient.reading.port import Damaged
from gradient.reading.registry import READERS, reader_for
from gradient.text.document import Document
from tests.reading.office_files import docx, package, paragraph, pptx, shape, xlsx
from tests.reading.pdf_files import of_lines
from tests.reading.spoken import recordings

WORDS = "One\0two, three\ud83dfour."
CUE = "00:00:01,000 --> 00:00:02,000"


class Carried(NamedTuple):
    """A file with one NUL and one half, or one of them where its format carries no other."""

    suffix: str
    data: bytes
    expected: str = "One two, three\ufffdfour."
    said: tuple[str, ...] = ("2 characters",)


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def wide(text: str) -> bytes:
    return b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass")


def notebook(*cells: Mapping[str, Any], language: str = "python") -> bytes:
    metadata = {"language_info": {"name": language}}
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": cells}).encode()


def shown(**data: str) -> bytes:
    output = {"output_type": "display_data", "data": {key.replace("_", "/"): data[key] for key in data}}
    return notebook({"cell_type": "code", "source": "show()", "outputs": [output]})


def titled(title: str) -> bytes:
    file = pymupdf.open(stream=of_lines(["One page of words that are long enough to be a text."]))
    file.set_metadata({"title": "A title"})
    information = int(file.xref_get_key(-1, "Info")[1].split()[0])
    file.xref_set_key(information, "Title", f"<FEFF{title.encode('utf-16-be', 'surrogatepass').hex()}>")
    data: bytes = file.tobytes()
    return data


def sheet(text: str) -> bytes:
    with zipfile.ZipFile(BytesIO(xlsx(("head", "words"), ("one", "WORDS")))) as file:
        return package({name: file.read(name).replace(b"WORDS", text.encode()) for name in file.namelist()})


BROKEN_UTF8 = ("1 place", "1 character")
REFERENCES = "One&#0;two, three&#xD83D;four."
BOTH_LOST = "One\ufffdtwo, three\ufffdfour."
ESCAPED = "One_x0000_two, three_xD83D_four."
CARRIED = {
    "markdown": Carried(".md", raw(WORDS), said=BROKEN_UTF8),
    "markdown in UTF-16": Carried(".md", wide(WORDS)),
    "mdx": Carried(".mdx", raw(f"<Note>\n\n{WORDS}\n\n</Note>"), said=BROKEN_UTF8),
    "plain text": Carried(".txt", raw(WORDS), said=BROKEN_UTF8),
    "plain text in UTF-16": Carried(".txt", wide(WORDS)),
    "plain text in UTF-32": Carried(".txt", b"\xff\xfe\0\0" + WORDS.encode("utf-32-le", "surrogatepass")),
    "source code": Carried(".py", raw(f'"""{WORDS}"""\n'), said=BROKEN_UTF8),
    "source code in UTF-16": Carried(".py", wide(f'"""{WORDS}"""\n')),
    "csv": Carried(".csv", raw(f'name,words\none,"{WORDS}"\n'), said=BROKEN_UTF8),
    "csv in UTF-16": Carried(".csv", wide(f'name,words\none,"{WORDS}"\n')),
    "srt": Carried(".srt", raw(f"1\n{CUE}\n{WORDS}\n"), said=BROKEN_UTF8),
    "srt in UTF-16": Carried(".srt", wide(f"1\n{CUE}\n{WORDS}\n")),
    "vtt": Carried(".vtt", raw(f"WEBVTT\n\n{CUE.replace(',', '.')}\n{WORDS}\n"), said=BROKEN_UTF8),
    "vtt, references": Carried(
        ".vtt", raw(f"WEBVTT\n\n{CUE.replace(',', '.')}\n{REFERENCES}\n"), BOTH_LOST, ("2 places",)
    ),
    "html": Carried(".html", raw(f"<p>{WORDS}</p>"), said=BROKEN_UTF8),
    "html in UTF-16": Carried(".html", wide(f"<p>{WORDS}</p>")),
    "html, references": Carried(".html", raw(f"<p>{REFERENCES}</p>"), BOTH_LOST, ("2 places",)),
    "html of an old encoding, references": Carried(
        ".html", f"<meta charset=latin1><p>Müll. {REFERENCES}</p>".encode("latin-1"), BOTH_LOST, ("2 places",)
    ),
    "html, its title alone": Carried(
        ".html", raw(f"<title>{REFERENCES}</title><p>A text.</p>"), BOTH_LOST, ("2 places",)
    ),
    "notebook, markdown": Carried(".ipynb", notebook({"cell_type": "markdown", "source": WORDS})),
    "notebook, code": Carried(".ipynb", notebook({"cell_type": "code", "source": WORDS})),
    "notebook, output": Carried(".ipynb", shown(text_plain=WORDS)),
    "notebook, output of HTML": Carried(".ipynb", shown(text_html=f"<p>{WORDS}</p>")),
    "notebook, references in an output of HTML": Carried(
        ".ipynb", shown(text_html=f"<p>{REFERENCES}</p>"), BOTH_LOST, ("2 places",)
    ),
    "notebook, its language": Carried(
        ".ipynb", notebook({"cell_type": "code", "source": "1"}, language="py\0"), "py ", ("1 character",)
    ),
    "pptx": Carried(".pptx", pptx(shape(ESCAPED))),
    "xlsx": Carried(".xlsx", sheet(ESCAPED)),
    "pdf, NUL in its title": Carried(".pdf", titled("One\0two"), "One two", ("1 character ",)),
    "pdf, a half in its title": Carried(".pdf", titled("One\ud83d"), "One\ufffd", ("characters",)),
    "recording": Carried(".mp3", raw(f"0 2 {WORDS}\n")),
}


def read(carried: Carried) -> Document:
    """As the room reads it: its process answers in JSON."""
    reader = recordings() if carried.suffix == ".mp3" else reader_for(carried.suffix)
    assert reader is not None
    return from_json(json.loads(json.dumps(to_json(reader.read(carried.data, f"a{carried.suffix}")))))


def told(document: Document) -> list[str]:
    """All that a document says in words."""
    return [
        document.text,
        document.title or "",
        document.missing or "",
        *document.notes,
        *(one.title for one in document.headings),
        *(one.language or "" for one in document.blocks),
        *(one.label or "" for one in document.pages),
    ]


def test_every_format_is_among_them() -> None:
    readers = {READERS[carried.suffix] for carried in CARRIED.values()}
    assert {*readers, READERS[".docx"]} == set(READERS.values()), "Word escapes nothing, and XML holds none"


@pytest.mark.parametrize("kind", sorted(CARRIED))
def test_what_cannot_be_stored_comes_out_cleaned_and_is_said(kind: str) -> None:
    carried = CARRIED[kind]
    document = cleaned(read(carried))
    assert any(carried.expected in words for words in told(document))
    assert [words for words in told(document) if words != storable(words)] == []
    assert len(document.notes) == len(carried.said)
    assert all(said in " ".join(document.notes) for said in carried.said)


def test_an_escape_that_names_a_letter_stays_as_it_is_written() -> None:
    assert read(Carried(".pptx", pptx(shape("A name_x0041_b")))).text == "A name_x0041_b"


def test_a_line_of_a_slide_ends_where_an_escape_ends_it() -> None:
    slide = shape("Ends", role="title") + shape("One line_x000B_and another_x000D_and more")
    assert read(Carried(".pptx", pptx(slide))).text == "Ends\n\nOne line\nand another\nand more"


@pytest.mark.parametrize("reference", ["&#0;", "&#xD83D;", "\0", "&#x1F;"])
@pytest.mark.parametrize("suffix", [".docx", ".pptx"])
def test_what_xml_cannot_carry_is_damage_and_said_so(suffix: str, reference: str) -> None:
    text = f"One {reference} two"
    data = docx(paragraph(text)) if suffix == ".docx" else pptx(shape(text))
    with pytest.raises(Damaged, match="part of its text is broken"):
        read(Carried(suffix, data))


def test_halves_everywhere_are_no_text() -> None:
    with pytest.raises(Damaged, match="binary data"):
        read(Carried(".txt", wide("a\ud83d" * 50)))
