"""Running headers, footers and page numbers: lines at the edge of pages that come back."""

import re
from collections import Counter
from collections.abc import Sequence

from gradient.reading import furniture
from gradient.reading.pdf.layout import Line, Sheet

_EDGE = 0.1
"""Share of the page's height at the top and at the bottom in which running lines stand."""
_RETURNS = 0.3
"""A line is a running one when it stands on this share of the pages, on two at least."""
_NUMBER = re.compile(
    r"\W*(?:page|seite|slide|p\.)?\W*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_LONGEST = 160


def running_lines(sheets: Sequence[Sheet]) -> dict[Line, str]:
    """The lines that are furniture of their page, each with the rule."""
    edges = {sheet.number: _edge_lines(sheet) for sheet in sheets}
    seen = Counter(key for lines in edges.values() for key in {_key(line) for line in lines})
    needed = max(2, _RETURNS * sum(1 for sheet in sheets if sheet.lines))
    found: dict[Line, str] = {}
    for lines in edges.values():
        for line in lines:
            if _NUMBER.fullmatch(line.text):
                found[line] = furniture.PAGE_NUMBER
            elif seen[_key(line)] >= needed and len(line.text) <= _LONGEST:
                found[line] = furniture.RUNNING
    return found


def _edge_lines(sheet: Sheet) -> list[Line]:
    """Lines in the outer strips; a page number alone counts only there too."""
    top, bottom = sheet.height * _EDGE, sheet.height * (1 - _EDGE)
    return [line for line in sheet.lines if line.y1 <= top or line.y0 >= bottom]


def _key(line: Line) -> tuple[str, int]:
    """The line's text, its numbers aside, and roughly where it stands."""
    return _DIGITS.sub("0", line.text.strip().lower()), round(line.y0 / 12)
