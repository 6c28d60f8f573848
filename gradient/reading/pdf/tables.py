"""Gathers the lines inside a table into its rows and cells."""

from bisect import bisect_right
from collections.abc import Sequence

from gradient.reading.pdf.layout import Glyphs, Line, Row
from gradient.reading.pdf.rows import rows
from gradient.reading.pdf.rules import Grid


def with_tables(lines: Sequence[Line], grids: Sequence[Grid]) -> list[Line]:
    """The lines, those inside a table replaced by one line that stands for the whole table."""
    rest = list(lines)
    tables: list[Line] = []
    for grid in grids:
        inside = [line for line in rest if _is_inside(line, grid)]
        table_rows = _closed_rows(inside, grid) if len(grid.xs) > 2 else rows(inside)
        if len(table_rows) >= 2:
            rest = [line for line in rest if not _is_inside(line, grid)]
            tables.append(_stand_in(inside, table_rows, grid))
    return [*rest, *tables]


def _is_inside(line: Line, grid: Grid) -> bool:
    return grid.holds((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2)


def _closed_rows(lines: Sequence[Line], grid: Grid) -> list[Row]:
    cells: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        place = (
            bisect_right(grid.ys, (line.y0 + line.y1) / 2) - 1,
            bisect_right(grid.xs, (line.x0 + line.x1) / 2) - 1,
        )
        cells.setdefault(place, []).append(line)
    found = []
    for number in sorted({row for row, _ in cells}):
        row = [cells[place] for place in sorted(cells) if place[0] == number]
        found.append(_row(row, grid.ys[number], grid.ys[min(number + 1, len(grid.ys) - 1)]))
    return found


def _row(cells: list[list[Line]], top: float, bottom: float) -> Row:
    flat = [line for cell in cells for line in cell]
    return Row(
        cells=tuple(_cell(cell) for cell in cells),
        x0=min(line.x0 for line in flat),
        y0=top,
        x1=max(line.x1 for line in flat),
        y1=bottom,
        size=flat[0].size,
        page=flat[0].page,
    )


def _cell(lines: list[Line]) -> tuple[Glyphs, ...]:
    parts: list[Glyphs] = []
    for row in rows(lines):
        if parts:
            parts.append(Glyphs(" ", row.size))
        parts += row.glyphs
    return tuple(parts)


def _stand_in(inside: list[Line], table_rows: list[Row], grid: Grid) -> Line:
    return Line(
        glyphs=inside[0].glyphs,
        x0=max(grid.xs[0], min(line.x0 for line in inside) - 4),
        y0=grid.ys[0],
        x1=min(grid.xs[-1], max(line.x1 for line in inside) + 4),
        y1=grid.ys[-1],
        page=inside[0].page,
        table=tuple(table_rows),
    )
