"""Opens a PDF file, or says in one sentence why it cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pymupdf

from gradient.reading.port import Damaged, Encrypted, NoPages, NothingToRead

_HEAD = 1024
_TAIL = 2048
_END_MARKS = (b"startxref", b"%%EOF")

_mupdf: Any = pymupdf


@contextmanager
def opened(data: bytes, name: str) -> Iterator[Any]:
    """The open file in `data`, closed afterwards.

    Raises NothingToRead, Encrypted, Damaged or NoPages. MuPDF repairs a file that was cut short without a
    word and loses pages by that; a repaired file without the marks at its end therefore counts as damaged.
    """
    _mupdf.TOOLS.mupdf_display_errors(False)
    _mupdf.TOOLS.mupdf_display_warnings(False)
    if not data:
        raise NothingToRead.file(name)
    if b"%PDF-" not in data[:_HEAD]:
        raise Damaged.file(name, "it is not a PDF file")
    try:
        with _mupdf.open(stream=data, filetype="pdf") as file:
            _check(file, data, name)
            yield file
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase) as error:
        raise Damaged.file(name, "its structure is broken") from error


def _check(file: Any, data: bytes, name: str) -> None:
    if file.needs_pass:
        raise Encrypted.file(name)
    if file.is_repaired and not all(mark in data[-_TAIL:] for mark in _END_MARKS):
        raise Damaged.file(name, "its end is missing")
    if file.page_count == 0:
        raise NoPages.file(name)
