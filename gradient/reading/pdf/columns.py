"""In which order a page is read: the columns it is set in, and what runs across them."""

import itertools
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from gradient.reading.pdf.beside import without_notes
from gradient.reading.pdf.layout import Line

_OUTER = 0.22
"""A gutter lies in the middle of the region: this share of its width stays on either side."""
_CROSSING = 0.1
"""Share of the text's height that may run across a gutter (titles, wide figures)."""
_LONG = 0.55
"""A line fills its column from this share of the column's width on."""
_WIDE_REGION = 0.55
"""A region narrower than this share of the page is one column."""
_LARGER = 1.15
"""A line so many times as large as most text is a heading."""
_TAIL = 2
"""So many short lines at most between lines of full width are the rest of these."""


class _Asked(NamedTuple):
    """What makes a gutter: the share of the text's height that may run across it, its width in sizes of the
    font, and how many lines fill a column on either side."""

    crossing: float
    gap: float
    filled: int


_PAGE = _Asked(_CROSSING, 0.8, 3)
_BAND = _Asked(2 * _CROSSING, 0.6, 6)
"""Of a page in columns; of one on which columns are a band below or above lines of full width."""


def common_gutter(pages: Sequence[tuple[Sequence[Line], float]]) -> tuple[float, float] | None:
    """The gutter that most pages (lines, width) have, None where less than a third of them has one."""
    found = [gutter for lines, width in pages if (gutter := gutter_of(lines, width)) is not None]
    if not found or len(found) * 3 < len(pages):
        return None
    middle = Counter(round((left + right) / 20) for left, right in found).most_common(1)[0][0]
    alike = [gutter for gutter in found if abs((gutter[0] + gutter[1]) / 20 - middle) <= 1]
    return max(gutter[0] for gutter in alike), min(gutter[1] for gutter in alike)


def gutter_of(lines: Sequence[Line], width: float) -> tuple[float, float] | None:
    """The empty strip between two columns of running text, as its left and right edge."""
    lines = _without_headings([line for line in lines if not line.table])
    return _gutter(lines, width, _PAGE) or _gutter(_narrow(lines), width, _BAND)


def _without_headings(lines: Sequence[Line]) -> list[Line]:
    """The lines that are not set larger than most text: titles and headings may run across columns."""
    letters = Counter[float]()
    for line in lines:
        letters[line.size] += len(line.text)
    most = _LARGER * max(letters, key=lambda size: letters[size], default=0.0)
    return [line for line in lines if line.size < most]


def _gutter(lines: Sequence[Line], width: float, asked: _Asked) -> tuple[float, float] | None:
    gap = _emptiest(lines, width, asked)
    if gap is None:
        return None
    left = [line for line in lines if line.x1 <= gap[1]]
    right = [line for line in lines if line.x0 >= gap[0]]
    return gap if _holds(left, asked) and _holds(right, asked) else None


def _holds(side: Sequence[Line], asked: _Asked) -> bool:
    """Whether one side of a gap is a column of running text, or holds several."""
    if _filled(side) >= asked.filled:
        return True
    return bool(side) and _gutter(side, _extent(side), asked) is not None


def _narrow(lines: Sequence[Line]) -> list[Line]:
    """The lines that may stand in a column, where columns are only a band of a page in full width."""
    if not lines:
        return []
    most = _WIDE_REGION * (max(line.x1 for line in lines) - min(line.x0 for line in lines))
    return [line for line in lines if line.x1 - line.x0 <= most]


def strands(lines: Sequence[Line], width: float, hint: tuple[float, float] | None = None) -> list[list[Line]]:
    """The lines in reading order, a list for every column or full-width band.

    `hint` is the gutter of the file's other pages: numbers alone at the edge of a column do not widen it.
    """
    lines, notes = without_notes(lines)
    if notes:
        return [*strands(lines, width, hint), notes]
    gutter = gutter_of(lines, width)
    if hint is not None and _is_clear(lines, hint) and (gutter is None or _meet(gutter, hint)):
        gutter = hint
    if gutter is None:
        return [list(lines)] if lines else []
    middle = sum(gutter) / 2
    across = sorted((line for line in lines if _crosses(line, gutter)), key=lambda line: line.y0)
    rest = [line for line in lines if not _crosses(line, gutter)]
    found: list[list[Line]] = []
    for band, crossing in _bands(across, rest):
        left = [line for line in band if (line.x0 + line.x1) / 2 < middle]
        right = [line for line in band if (line.x0 + line.x1) / 2 >= middle]
        found += _region(left, width)
        found += _region(right, width)
        if crossing:
            found.append(crossing)
    return found


def _region(lines: list[Line], width: float) -> list[list[Line]]:
    """The columns on one side of a gutter; a narrow side is one, unless its lines fill it nowhere."""
    if not lines:
        return []
    own = _extent(lines)
    if own >= _WIDE_REGION * width:
        return strands(lines, width)
    return [lines] if _filled(lines) else strands(lines, own)


def _extent(lines: Sequence[Line]) -> float:
    return max(line.x1 for line in lines) - min(line.x0 for line in lines)


def _bands(across: list[Line], rest: list[Line]) -> list[tuple[list[Line], list[Line]]]:
    """What stands in columns above each group of crossing lines, with that group."""
    bands: list[tuple[list[Line], list[Line]]] = []
    remaining = rest
    for line in across:
        middle = (line.y0 + line.y1) / 2
        above = [other for other in remaining if (other.y0 + other.y1) / 2 < middle]
        if bands and _is_tail(above, bands[-1][1][-1]):
            bands[-1][1].extend((*above, line))
        else:
            bands.append((above, [line]))
        remaining = [other for other in remaining if (other.y0 + other.y1) / 2 >= middle]
    return [*bands, (remaining, [])]


def _is_tail(lines: Sequence[Line], crossing: Line) -> bool:
    """Whether so few lines end a paragraph in full width, one below the other where its lines begin."""
    near = 3 * crossing.size
    return len(lines) <= _TAIL and all(abs(line.x0 - crossing.x0) < near for line in lines)


def _emptiest(lines: Sequence[Line], width: float, asked: _Asked) -> tuple[float, float] | None:
    """The widest strip in the middle that hardly any line covers."""
    if not lines:
        return None
    low, high = min(line.x0 for line in lines), max(line.x1 for line in lines)
    if high - low < _WIDE_REGION * width:
        return None
    steps = [0.0] * (int(high - low) + 3)
    for line in lines:
        begins, ends = int(line.x0 - low) + 1, int(line.x1 - low) + 1
        steps[begins] += line.y1 - line.y0
        steps[max(begins, ends)] -= line.y1 - line.y0
    covered = list(itertools.accumulate(steps[:-1]))
    allowed = asked.crossing * sum(line.y1 - line.y0 for line in lines) / 2
    first, last = int(len(covered) * _OUTER), int(len(covered) * (1 - _OUTER))
    best = _longest_run([height <= allowed for height in covered], first, last)
    if best is None or best[1] - best[0] < asked.gap * median(line.size for line in lines):
        return None
    return low + best[0], low + best[1]


def _longest_run(free: list[bool], first: int, last: int) -> tuple[int, int] | None:
    best: tuple[int, int] | None = None
    start: int | None = None
    for x in range(first, last + 1):
        if x < last and free[x]:
            start = x if start is None else start
        elif start is not None:
            if best is None or x - start > best[1] - best[0]:
                best = (start, x)
            start = None
    return best


def _filled(side: Sequence[Line]) -> int:
    """How many lines on one side of a gap fill their column."""
    if not side:
        return 0
    width = _extent(side)
    return sum(1 for line in side if line.x1 - line.x0 >= _LONG * width and len(line.text) > 20)


def _is_clear(lines: Sequence[Line], gap: tuple[float, float]) -> bool:
    height = sum(line.y1 - line.y0 for line in lines if not line.table)
    crossing = sum(line.y1 - line.y0 for line in lines if _crosses(line, gap) and not line.table)
    return crossing <= 2 * _CROSSING * height


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _crosses(line: Line, gap: tuple[float, float]) -> bool:
    return line.x0 < gap[0] - 1 and line.x1 > gap[1] + 1
