"""Running headers, footers and page numbers: lines at the edge of pages that come back."""

import re
from collections import Counter
from collections.abc import Sequence

from gradient.reading import furniture
from gradient.reading.pdf.headings import TocEntry, spellings
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
_HEADING = 1.15
"""A line so many times as large as the text is a heading, unless it comes back as it is."""
_SENTENCE = 6
"""Words from which on a full stop ends a sentence."""
_LEADING = 0.6
"""Lines of a paragraph are less than this share of their size apart."""


def running_lines(sheets: Sequence[Sheet], contents: Sequence[TocEntry] = ()) -> dict[Line, str]:
    """The lines that are furniture of their page, each with the rule.

    `contents` is the file's table of contents; a line that comes back with another number is a heading where
    it is named there or set larger than the text, and text where it reads like some.
    """
    edges = {sheet.number: _edge_lines(sheet) for sheet in sheets}
    seen = Counter(key for lines in edges.values() for key in {_key(line) for line in lines})
    alike = Counter(line.text.strip() for lines in edges.values() for line in lines)
    needed = max(2, _RETURNS * sum(1 for sheet in sheets if sheet.lines))
    named = {(spelling, page) for _, title, page in contents for spelling in spellings(title) if spelling}
    large = _HEADING * _body_size(sheets)
    found: dict[Line, str] = {}
    for sheet in sheets:
        recurring = {line for line in edges[sheet.number] if seen[_key(line)] >= needed}
        others = [line for line in sheet.lines if line not in recurring and not _NUMBER.fullmatch(line.text)]
        for line in edges[sheet.number]:
            if _NUMBER.fullmatch(line.text):
                found[line] = furniture.PAGE_NUMBER
            elif line not in recurring or len(line.text) > _LONGEST:
                continue
            elif alike[line.text.strip()] > 1 or not (
                line.size >= large
                or any((spelling, sheet.number) in named for spelling in spellings(line.text))
                or _is_text(line, others)
            ):
                found[line] = furniture.RUNNING
    return found


def _is_text(line: Line, others: Sequence[Line]) -> bool:
    """Whether a line is a sentence, goes on in another line, or is all that its page says."""
    words = len(line.text.split())
    if not others or (words >= _SENTENCE and line.text.rstrip().endswith((".", "!", "?"))):
        return True
    return any(
        abs(other.size - line.size) < 0.5
        and min(other.x1, line.x1) > max(other.x0, line.x0)
        and max(other.y0 - line.y1, line.y0 - other.y1) < _LEADING * line.size
        for other in others
    )


def _body_size(sheets: Sequence[Sheet]) -> float:
    sizes = Counter[float]()
    for sheet in sheets:
        for line in sheet.lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 0.0


def _edge_lines(sheet: Sheet) -> list[Line]:
    """Lines in the outer strips; a page number alone counts only there too."""
    top, bottom = sheet.height * _EDGE, sheet.height * (1 - _EDGE)
    return [line for line in sheet.lines if line.y1 <= top or line.y0 >= bottom]


def _key(line: Line) -> tuple[str, int]:
    """The line's text, its numbers aside, and roughly where it stands."""
    return _DIGITS.sub("0", line.text.strip().lower()), round(line.y0 / 12)
