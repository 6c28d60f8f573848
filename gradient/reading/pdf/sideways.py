"""Text that is set sideways: a page that is to be turned, and lines that only stand in its margin."""

from collections.abc import Iterable
from dataclasses import replace

from gradient.reading.pdf.layout import Line, Sheet
from gradient.reading.pdf.rules import Grid

_MARGIN = 0.1
"""Share of the page's width, on either side, in which turned lines are no text of it."""
_SENTENCE = 6
"""Words from which on a turned line elsewhere is text and no label of a figure."""


def upright(sheet: Sheet) -> Sheet:
    """The sheet, turned by a quarter if most of its letters are set so."""
    for turn in (1, -1):
        own = [line for line in sheet.turned if line.turn == turn]
        if _letters(line for line in own if not _in_margin(line, sheet.width)) > _letters(sheet.lines):
            return _turned(sheet, own, turn)
    return sheet


def turned_text(sheet: Sheet) -> list[Line]:
    """The turned lines that are text: sentences outside the margin, as one sees them who turns the page."""
    return [
        _quarter(line, sheet, line.turn)
        for line in sheet.turned
        if line.turn and not _in_margin(line, sheet.width) and len(line.text.split()) >= _SENTENCE
    ]


def turned_aside(sheet: Sheet) -> list[Line]:
    """The turned lines that are no text of the page."""
    return [
        line
        for line in sheet.turned
        if not line.turn or _in_margin(line, sheet.width) or len(line.text.split()) < _SENTENCE
    ]


def _letters(lines: Iterable[Line]) -> int:
    return sum(len("".join(line.text.split())) for line in lines)


def _in_margin(line: Line, width: float) -> bool:
    return line.x1 <= _MARGIN * width or line.x0 >= (1 - _MARGIN) * width


def _turned(sheet: Sheet, own: list[Line], turn: int) -> Sheet:
    others = [line for line in sheet.turned if line.turn != turn]
    level = [replace(_quarter(line, sheet, turn), turn=-turn) for line in sheet.lines]
    return replace(
        sheet,
        width=sheet.height,
        height=sheet.width,
        lines=tuple(_quarter(line, sheet, turn) for line in own),
        turned=(*level, *others),
        grids=tuple(_quarter_grid(grid, sheet, turn) for grid in sheet.grids),
    )


def _quarter(line: Line, sheet: Sheet, turn: int) -> Line:
    """The line on the page turned by a quarter, so that what reads upwards (1) or downwards (-1) is level."""
    if turn > 0:
        x0, y0, x1, y1 = sheet.height - line.y1, line.x0, sheet.height - line.y0, line.x1
    else:
        x0, y0, x1, y1 = line.y0, sheet.width - line.x1, line.y1, sheet.width - line.x0
    return replace(line, x0=x0, y0=y0, x1=x1, y1=y1, turn=0)


def _quarter_grid(grid: Grid, sheet: Sheet, turn: int) -> Grid:
    if turn > 0:
        return Grid(tuple(sheet.height - y for y in reversed(grid.ys)), grid.xs)
    return Grid(grid.ys, tuple(sheet.width - x for x in reversed(grid.xs)))
