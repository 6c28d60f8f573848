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
        home = max(gathered, key=lambda row: _overlap(line, row), default=None)
        if home is not None and _overlap(line, home) >= _SAME_ROW:
            home.append(line)
        else:
            gathered.append([line])
    made = [_row(row) for row in gathered]
    return sorted(made, key=lambda row: ((row.y0 + row.y1) / 2, row.x0))


def _weight(line: Line) -> int:
    """Long lines of prose found the rows; bits of formulas join them."""
    return sum(len(part.text) for part in line.glyphs if not part.math)


def _overlap(line: Line, row: list[Line]) -> float:
    """Share of the line's height beside the row's first line; none where the row has text above or below."""
    if any(min(line.x1, other.x1) - max(line.x0, other.x0) > 0.3 * line.size for other in row):
        return 0.0
    first = row[0]
    shared = min(line.y1, first.y1) - max(line.y0, first.y0)
    return shared / max(0.1, min(line.y1 - line.y0, first.y1 - first.y0))


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
