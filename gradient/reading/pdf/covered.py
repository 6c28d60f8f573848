"""How much of a page lies under pictures, and how much under drawings."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pymupdf

from gradient.reading.pdf.drawn import Drawn

_MARK = 0.05
"""A picture on a smaller share of the page is not looked into."""
_MOST_DOTS = 4_000_000
"""Larger pictures are not looked into: an A4 page of 200 dots an inch has as many."""
_MANY_DOTS = 100_000
"""Larger ones are looked at more coarsely, four dots by four as one."""
_CONTRAST = 32
"""Of 256 shades: a picture with fewer between its darkest and its brightest dot is a ground for text."""
_RULE = 4.0
"""Points: a drawing narrower than this is a rule."""
_CELLS = 20
"""The page in so many rows and columns."""

_mupdf: Any = pymupdf


def pictured(page: Any) -> float:
    """The share of the page under pictures, from 0 to 1; a picture without contrast shows nothing."""
    whole = abs(page.rect)
    if not whole:
        return 0.0
    areas = [
        area
        for info in page.get_image_info()
        if (area := abs(_mupdf.Rect(info["bbox"]) & page.rect) / whole) < _MARK
        or _shows_something(page, info)
    ]
    return float(min(1.0, sum(areas)))


def _shows_something(page: Any, info: dict[str, Any]) -> bool:
    size = (info["width"], info["height"])
    if size[0] * size[1] > _MOST_DOTS:
        return True
    named = [one for one in page.get_images() if one[2:4] == size]
    return not named or any(masked or _contrast(page, xref) >= _CONTRAST for xref, masked, *_ in named)


def _contrast(page: Any, xref: int) -> int:
    """The shades between the darkest and the brightest dot; all of them where that cannot be told."""
    try:
        dots = _mupdf.Pixmap(page.parent, xref)
        if dots.colorspace is None or dots.alpha:
            return 256
        grey = _mupdf.Pixmap(_mupdf.csGRAY, dots)
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        return 256
    if grey.width * grey.height > _MANY_DOTS:
        grey.shrink(2)
    samples = grey.samples
    return int(max(samples) - min(samples))


def covered(drawn: Sequence[Drawn], width: float, height: float) -> float:
    """The share of a page of that size under drawings, from 0 to 1; boxes, frames and rules hide nothing."""
    cells: set[tuple[int, int]] = set()
    for one in drawn:
        x0, y0, x1, y1 = one["bbox"]
        if not one["isrect"] and min(x1 - x0, y1 - y0) >= _RULE:
            cells.update(product(_touched(x0, x1, width), _touched(y0, y1, height)))
    return len(cells) / _CELLS**2


def _touched(begin: float, end: float, whole: float) -> range:
    """The cells whose middle lies between two places; of what is smaller, the one it is in."""
    first, last = (round(min(max(place / whole, 0.0), 1.0) * _CELLS) for place in (begin, end))
    if first < last:
        return range(first, last)
    own = int(min(max((begin + end) / 2 / whole, 0.0), 0.999) * _CELLS)
    return range(own, own + 1)
