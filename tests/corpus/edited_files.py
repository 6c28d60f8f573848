"""Real files of several formats, and three edits of each: more, moved, mended."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

WORDS = (
    "A caliper is a tool that measures the distance between two sides of an object. It is older than most"
    " books about it, and students of a workshop learn to read its scale in the first week."
)
"""The paragraph that is put in; it fits nowhere."""


@dataclass(frozen=True)
class Edited:
    """A file: its path in the shared courses, and what its bytes are after each edit."""

    path: str
    insert: Callable[[bytes], bytes]
    move: Callable[[bytes], bytes]
    mend: Callable[[bytes], bytes]


def between(text: str, start: str, end: str) -> tuple[int, int]:
    """Where a passage begins and ends that both marks bound; each mark stands there once or more."""
    first = text.index(start)
    return first, text.index(end, first + len(start))


def inserted(mark: str, new: str) -> Callable[[bytes], bytes]:
    """The text with something new before the mark."""

    def edit(data: bytes) -> bytes:
        text = data.decode()
        at = text.index(mark)
        return f"{text[:at]}{new}{text[at:]}".encode()

    return edit


def moved(start: str, end: str, before: str) -> Callable[[bytes], bytes]:
    """The text in which what stands from one mark up to another stands before a third."""

    def edit(data: bytes) -> bytes:
        text = data.decode()
        first, last = between(text, start, end)
        part, rest = text[first:last], text[:first] + text[last:]
        at = rest.index(before)
        return f"{rest[:at]}{part}{rest[at:]}".encode()

    return edit


def mended(wrong: str, right: str) -> Callable[[bytes], bytes]:
    """The text with the first of some words replaced."""

    def edit(data: bytes) -> bytes:
        text = data.decode()
        assert wrong in text
        return text.replace(wrong, right, 1).encode()

    return edit


def cells(edit: Callable[[list[Any]], Sequence[Any]]) -> Callable[[bytes], bytes]:
    """A notebook with its cells edited."""

    def edited(data: bytes) -> bytes:
        notebook = json.loads(data)
        return json.dumps({**notebook, "cells": list(edit(notebook["cells"]))}).encode()

    return edited


def mended_cell(cell: dict[str, Any], wrong: str, right: str) -> dict[str, Any]:
    source = "".join(cell["source"])
    assert wrong in source
    return {**cell, "source": [source.replace(wrong, right, 1)]}


def body(edit: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """A Word document with its body edited."""

    def edited(data: bytes) -> bytes:
        written = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w") as new:
            for name in old.namelist():
                part = old.read(name)
                new.writestr(name, edit(part) if name == "word/document.xml" else part)
        return written.getvalue()

    return edited


def paragraphs(edit: Callable[[list[str]], Sequence[str]]) -> Callable[[bytes], bytes]:
    """The body of a Word document with its paragraphs edited, one element of the list each."""

    def edited(data: bytes) -> bytes:
        pieces = re.split(r"(?=<w:p[ >])", data.decode())
        return "".join([pieces[0], *edit(pieces[1:])]).encode()

    return body(edited)


def holding(pieces: Sequence[str], words: str) -> int:
    return next(at for at, piece in enumerate(pieces) if words in re.sub(r"<[^>]*>", "", piece))


def _word_inserted(pieces: list[str]) -> list[str]:
    at = holding(pieces, "Now expand Favourites")
    return [*pieces[:at], f"<w:p><w:r><w:t>{WORDS}</w:t></w:r></w:p>", *pieces[at:]]


def _word_moved(pieces: list[str]) -> list[str]:
    first, last = holding(pieces, "3. How Best to Use Video"), holding(pieces, "Task 1 Add Data")
    at = holding(pieces, "5. Conclusion")
    return [*pieces[:first], *pieces[last:at], *pieces[first:last], *pieces[at:]]


CUES = "".join(
    f"{900 + number}\r\n00:02:21,{number}00 --> 00:02:21,{number}90\r\n{words.strip()}\r\n\r\n"
    for number, words in enumerate(re.findall(r"(?:\S+\s*){1,7}", WORDS))
)
FILES = (
    Edited(
        "cs231n-vision/01_classification.md",
        inserted("**Data-driven approach**.", f"{WORDS}\n\n"),
        moved("### Validation sets for Hyperparameter tuning", "### Summary\n", "### Summary: Applying"),
        mended("can be oriented in many ways", "can be orientated in many ways"),
    ),
    Edited(
        "nlp-transformers/05_models.md",
        inserted("The *pytorch_model.safetensors* file", f"{WORDS}\n\n"),
        moved("### Padding inputs", "### Truncating inputs", "### Adding special tokens"),
        mended("The two files work together", "Both files work together"),
    ),
    Edited(
        "nlp-transformers/01_the-pipeline-function.srt",
        inserted("52\r\n00:02:21,450", CUES),
        moved("37\r\n00:01:41", "47\r\n00:02:06", "95\r\n00:04:21"),
        mended("just in English", "only in English"),
    ),
    Edited(
        "python-data-tools/05 - Querying DataFrames.ipynb",
        cells(lambda ones: [*ones[:8], {"cell_type": "markdown", "source": [WORDS]}, *ones[8:]]),
        cells(lambda ones: [*ones[:3], *ones[5:18], *ones[3:5], *ones[18:]]),
        cells(lambda ones: [*ones[:7], mended_cell(ones[7], "allows you to", "lets you"), *ones[8:]]),
    ),
    Edited(
        "gis-gst101/Module 4 Lab (QGIS 2.2).docx",
        paragraphs(_word_inserted),
        paragraphs(_word_moved),
        body(mended("students will learn how", "students learn how")),
    ),
    Edited(
        "cs231n-vision/index.html",
        inserted('<div class="home">', f"<p>{WORDS}</p>"),
        moved(
            '<div class="module-header">Module 2',
            '<div class="module-header">Student',
            '<div class="module-header">Module 1',
        ),
        mended("These notes accompany", "The notes accompany"),
    ),
)
