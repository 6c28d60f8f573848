"""What was put on a PDF file afterwards: notes of its readers, filled forms, stamps, attached files."""

from typing import Any, NamedTuple

import pymupdf

Box = tuple[float, float, float, float]

_mupdf: Any = pymupdf
_PINNED: int = _mupdf.PDF_ANNOT_FILE_ATTACHMENT
_SHOWN = frozenset({_mupdf.PDF_ANNOT_FREE_TEXT, _mupdf.PDF_ANNOT_STAMP, _mupdf.PDF_ANNOT_WIDGET})
"""Their words stand on the page itself."""
_SILENT = frozenset({_mupdf.PDF_ANNOT_POPUP, _mupdf.PDF_ANNOT_LINK})
"""What they say is said by another."""


class Added(NamedTuple):
    """Where words were put on the page afterwards, and what was noted on it without showing there."""

    boxes: tuple[Box, ...] = ()
    remarks: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def added(page: Any) -> Added:
    """What was put on a page afterwards; `files` are the names of those that are pinned to it."""
    if page.first_annot is None and page.first_widget is None:
        return Added()
    boxes: list[Box] = [tuple(one.rect) for one in page.widgets()]
    remarks: list[str] = []
    files: list[str] = []
    for one in page.annots():
        kind = one.type[0]
        said = " ".join((one.info.get("content") or "").split())
        if kind in _SHOWN:
            boxes.append(tuple(one.rect))
        elif kind == _PINNED:
            files.append(said or "a file")
        elif said and kind not in _SILENT:
            remarks.append(said)
    return Added(tuple(boxes), tuple(remarks), tuple(files))


def attached(file: Any) -> list[str]:
    """The names of the files that an open file has attached to it as a whole."""
    return [str(name) for name in file.embfile_names()]


def lies_in(x: float, y: float, boxes: tuple[Box, ...]) -> bool:
    """Whether a point lies in one of the boxes."""
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)
