"""Pages as pictures, for someone who can see, and what was seen on them as lines of the page."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import pymupdf

from gradient.reading.pdf.layout import Glyphs, Line, Sheet
from gradient.reading.port import Damaged, TooLarge
from gradient.text.seen import SeenLine

_DOTS = 200 / 72
"""Dots a point, 200 an inch: from there on more dots help no reader of print."""
_LONGEST = 2800
"""Dots along the longer side at most; larger pages get fewer an inch."""
_MOST_DOTS = 200_000_000
"""An A0 poster of 300 dots an inch has 140 million."""
_ALIKE = 1.3
"""Lines whose height differs by no more than this factor from the usual one are of one size."""
_HEIGHT = 1.08
"""The box around a seen line is so many sizes of its font high."""

_mupdf: Any = pymupdf


def picture(page: Any, name: str) -> bytes:
    """The page in PNG, grey. Raises TooLarge for a picture beyond the limit, Damaged where it is broken."""
    if any(one["width"] * one["height"] > _MOST_DOTS for one in page.get_image_info()):
        what = f"the picture on page {page.number + 1}"
        raise TooLarge.file(name, what, f"{_MOST_DOTS // 1_000_000} million dots")
    width, height = page.rect.width, page.rect.height
    dots = min(_DOTS, _LONGEST / max(width, height, 1.0))
    try:
        drawn = page.get_pixmap(matrix=_mupdf.Matrix(dots, dots), colorspace=_mupdf.csGRAY, alpha=False)
        made: bytes = drawn.tobytes("png")
    except (RuntimeError, pymupdf.mupdf.FzErrorBase) as error:
        raise Damaged.file(name, f"page {page.number + 1} cannot be drawn") from error
    return made


def with_seen(sheet: Sheet, seen: Sequence[SeenLine]) -> Sheet:
    """The page with the lines that were seen on it in place of those that its file tells."""
    if not seen:
        return sheet
    usual = _usual_size(seen, sheet.height)
    lines = tuple(_line(one, sheet, usual) for one in seen)
    return replace(sheet, lines=lines, turned=(), grids=(), broken=0.0, seen=True)


def _usual_size(seen: Sequence[SeenLine], height: float) -> float:
    """The size of the font that most letters have, in points."""
    weighted = [(one.y1 - one.y0, max(1, len(one.text) // 10)) for one in seen]
    return median(tall for tall, weight in weighted for _ in range(weight)) * height / _HEIGHT


def _line(seen: SeenLine, sheet: Sheet, usual: float) -> Line:
    size = (seen.y1 - seen.y0) * sheet.height / _HEIGHT
    if usual / _ALIKE <= size <= usual * _ALIKE:
        size = usual
    return Line(
        (Glyphs(seen.text, round(size * 2) / 2),),
        seen.x0 * sheet.width,
        seen.y0 * sheet.height,
        seen.x1 * sheet.width,
        seen.y1 * sheet.height,
        sheet.number,
    )
