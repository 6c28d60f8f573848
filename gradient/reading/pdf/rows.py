"""Lines of one column to rows: what stands side by side is read from left to right."""

import itertools
from collections.abc import Sequence

from gradient.reading.pdf.layout import Glyphs, Line, Row

_SAME_ROW = 0.55
"""Lines share a row when they overlap by this share of the lower one's height."""
_WORD_GAP = 0.12
_CELL_GAP = 1.6
"""In sizes of the font: from the first on a gap parts words, from the second on it parts cells."""


def rows(lines: Sequence[Line]) -> list[Row]:
    """The rows of a column from top to bottom."""
    gathered: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (-_weight(line), line.y0, line.x0)):
        home = _home(line, gathered)
        if home is None:
            gathered.append([line])
        else:
            home.append(line)
    made = [_row(row) for row in gathered]
    return sorted(made, key=lambda row: ((row.y0 + row.y1) / 2, row.x0))


def _weight(line: Line) -> int:
    """Long lines of prose found the rows; bits of formulas join them."""
    return sum(len(part.text) for part in line.glyphs if not part.math)


def _home(line: Line, gathered: Sequence[list[Line]]) -> list[Line] | None:
    """The row that the line shares most of its height with, unless it has text above or below it there."""
    y0, y1, best = line.y0, line.y1, _SAME_ROW
    found = None
    for row in gathered:
        first = row[0]
        if first.y1 <= y0 or first.y0 >= y1:
            continue
        shared = min(y1, first.y1) - max(y0, first.y0)
        share = shared / max(0.1, min(y1 - y0, first.y1 - first.y0))
        if share >= best and (found is None or share > best) and not _covers(line, row):
            found, best = row, share
    return found


def _covers(line: Line, row: Sequence[Line]) -> bool:
    """Whether the line stands above or below a piece of the row."""
    most = 0.3 * line.size
    return any(min(line.x1, other.x1) - max(line.x0, other.x0) > most for other in row)


def _row(lines: list[Line]) -> Row:
    first = lines[0]
    ordered = sorted(lines, key=lambda line: line.x0)
    cells: list[list[Glyphs]] = [list(ordered[0].glyphs)]
    for before, line in itertools.pairwise(ordered):
        gap = line.x0 - before.x1
        if gap > _CELL_GAP * first.size:
            cells.append([])
        elif gap > _WORD_GAP * first.size and cells[-1] and not cells[-1][-1].text.endswith(" "):
            cells[-1].append(Glyphs(" ", line.size))
        cells[-1] += line.glyphs
    return Row(
        cells=tuple(tuple(cell) for cell in cells),
        x0=ordered[0].x0,
        y0=first.y0,
        x1=max(line.x1 for line in lines),
        y1=first.y1,
        size=first.size,
        page=first.page,
    )
