"""Rows under headings: aligned, and cut to fit a terminal but nothing else."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gradient.cli.output import BOLD, DIM, ENDLESS, Part, Styled, terminal_width, write
from gradient.cli.printable import one_line

GAP = "  "
LEAST_WIDTH = 10
"""A column that gives way is never narrower."""
WIDEST = 60
"""Where there is no terminal, nothing is cut, and all lines make room for a cell of up to so many columns."""
FAR = 120
"""They still do for one of up to so many; what is longer moves its own line, not all of them."""


@dataclass(frozen=True)
class Column:
    """A column: its heading, the key of its cells, and the side they stand on.

    One that `yields` is cut where the terminal is too narrow for all of them: its beginning stays, or its
    end where that says more, as in paths.
    """

    heading: str
    key: str
    side: Literal["left", "right"] = "left"
    yields: Literal["end", "beginning"] | None = None


def table(columns: Sequence[Column], rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows. Cells that are None are a dash."""
    cells = [[_cell(row.get(column.key)) for column in columns] for row in rows]
    lengths = [
        [columns_of(column.heading), *(columns_of(line[at]) for line in cells)]
        for at, column in enumerate(columns)
    ]
    widths = [max(of_column) for of_column in lengths]
    room = terminal_width()
    if room >= ENDLESS:
        widths = [_endless_width(of_column) for of_column in lengths]
    else:
        _make_room(columns, widths, room)
    cut = room < ENDLESS
    _write_line([column.heading for column in columns], columns, widths, BOLD, cut=cut)
    for line in cells:
        _write_line(line, columns, widths, None, cut=cut)


def _endless_width(lengths: Sequence[int]) -> int:
    """The width of a column whose cells have these lengths, where no line has an end."""
    return max(min(max(lengths), WIDEST), *(length for length in lengths if length <= FAR))


def _cell(value: Any) -> str:
    return "–" if value is None else one_line(str(value))


def _make_room(columns: Sequence[Column], widths: list[int], room: int) -> None:
    """Let the widest of the yielding columns give way, a character at a time."""
    yielding = [at for at, column in enumerate(columns) if column.yields]
    while sum(widths) + len(GAP) * (len(widths) - 1) > room and yielding:
        widest = max(yielding, key=lambda at: widths[at])
        if widths[widest] <= LEAST_WIDTH:
            return
        widths[widest] -= 1


def _write_line(
    cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int], style: str | None, *, cut: bool
) -> None:
    parts: list[Part] = []
    for at, (cell, column, width) in enumerate(zip(cells, columns, widths, strict=True)):
        text = _fitted(cell, width if cut else max(width, columns_of(cell)), column)
        if at == len(cells) - 1:
            text = text.rstrip()
        faint = DIM if cell == "–" else None
        look = style or faint
        parts += [GAP if at else "", Styled(text, look) if look else text]
    write(*parts)


def _fitted(cell: str, width: int, column: Column) -> str:
    while columns_of(cell) > width:
        if column.yields == "beginning":
            cell = "…" + cell.removeprefix("…")[1:].lstrip()
        else:
            cell = cell.removesuffix("…")[:-1].rstrip() + "…"
    blanks = " " * (width - columns_of(cell))
    return blanks + cell if column.side == "right" else cell + blanks


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_columns_of(char) for char in text)


def _columns_of(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
