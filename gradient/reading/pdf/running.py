"""Running headers, footers and page numbers: lines at the edge of pages that come back."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from gradient.reading import furniture
from gradient.reading.pdf.headings import TocEntry, spellings
from gradient.reading.pdf.layout import Line, Sheet
from gradient.reading.pdf.usable import MOSTLY

_RETURNS = 0.3
"""A line is a running one when it stands on this share of the pages, on two at least."""
_NUMBER = re.compile(
    r"\W*(?:page|seite|slide|p\.)?\W*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:/|of|von|-)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_NAMES = re.compile(r"\W*[^\W\d_]+\W*")
"""What stands before a number that names something, as in «Theorem 3»: one word."""
_LABEL = re.compile(
    r"\W*(?:solution|answer|proof|hint|example|exercise|problem|question|lösung|antwort|beweis|hinweis|beispiel"
    r"|aufgabe|frage|preuve|exemple|exercice|solución|ejemplo|ejercicio)\W*",
    re.IGNORECASE,
)
"""What names the text below it and never the file, on however many pages it stands."""
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
    it is named there or set larger than the text, and text where it reads like some, or where its number is
    not that of the page.
    """
    edges = {sheet.number: _edge_lines(sheet) for sheet in sheets}
    seen = Counter(key for lines in edges.values() for key in {_key(line) for line in lines})
    alike = Counter(line.text.strip() for lines in edges.values() for line in lines)
    counting = _counting(sheets, edges)
    needed = max(2, _RETURNS * sum(1 for sheet in sheets if sheet.lines))
    named = {(spelling, page) for _, title, page in contents for spelling in spellings(title) if spelling}
    large = _HEADING * _body_size(sheets)
    found: dict[Line, str] = {}
    for sheet in sheets:
        recurring = {line for line in edges[sheet.number] if seen[_key(line)] >= needed}
        others = [line for line in sheet.lines if line not in recurring and not _NUMBER.fullmatch(line.text)]
        for line in edges[sheet.number]:
            if _NUMBER.fullmatch(line.text) and sheet.at_edge(line):
                found[line] = furniture.PAGE_NUMBER
            elif line not in recurring or len(line.text) > _LONGEST or _LABEL.fullmatch(line.text):
                continue
            elif alike[line.text.strip()] > 1 or not (
                line.size >= large
                or _key(line) not in counting
                or any((spelling, sheet.number) in named for spelling in spellings(line.text))
                or _is_text(line, others, sheet)
            ):
                found[line] = furniture.RUNNING
    return found


def _is_text(line: Line, others: Sequence[Line], sheet: Sheet) -> bool:
    """Whether a line is a sentence, goes on in another line, or is all that its page says."""
    words = len(line.text.split())
    if not (others or sheet.pictured) or (
        words >= _SENTENCE and line.text.rstrip().endswith((".", "!", "?"))
    ):
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
    """Lines in the outer strips; a page number alone counts only there too. A picture leaves edges alone."""
    if sheet.pictured >= MOSTLY:
        return list(sheet.lines)
    return [line for line in sheet.lines if sheet.at_edge(line)]


def _counting(sheets: Sequence[Sheet], edges: Mapping[int, Sequence[Line]]) -> set[tuple[str, int]]:
    """The lines, their numbers aside, whose one changing number is that of the page and names nothing."""
    pages: dict[tuple[str, int], list[tuple[int, Line]]] = {}
    for sheet in sheets:
        for line in edges[sheet.number]:
            pages.setdefault(_key(line), []).append((sheet.number, line))
    return {key for key, found in pages.items() if _counts_pages(found)}


def _counts_pages(found: Sequence[tuple[int, Line]]) -> bool:
    """Whether lines that differ by numbers alone (page, line) hold one that goes up with the page.

    Of several numbers the others stay; a number after a single word is the name of what follows.
    """
    rows = [[int(number) for number in _DIGITS.findall(line.text)] for _, line in found]
    changing = [place for place, values in enumerate(zip(*rows, strict=False)) if len(set(values)) > 1]
    if len(changing) != 1:
        return False
    steps = {row[changing[0]] - page for row, (page, _) in zip(rows, found, strict=True)}
    text = found[0][1].text
    before = text[: list(_DIGITS.finditer(text))[changing[0]].start()]
    return len(steps) == 1 and _NAMES.fullmatch(before) is None


def _key(line: Line) -> tuple[str, int]:
    """The line's text, its numbers aside, and roughly where it stands."""
    return _DIGITS.sub("0", line.text.strip().lower()), round(line.y0 / 12)
