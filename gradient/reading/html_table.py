"""Tables of web pages: rows of cells, each below its own heading also where cells go over several."""

from collections.abc import Iterator

from gradient.reading.cells import BETWEEN, Slot, escaped, filled_in
from gradient.reading.html_inline import Inline
from gradient.reading.html_parts import is_hidden
from gradient.reading.mathml import Element, name

_WIDEST, _TALLEST = 63, 1000
"""Columns and rows that one cell goes over at most."""


def lines(table: Element) -> list[str]:
    """The rows of a table that show something, a line each; see `filled_in` for cells over several."""
    above: dict[int, tuple[str, int]] = {}
    found = []
    for row in table.iter("tr"):
        if row.getprevious() is None:
            above = {}
        if not is_hidden(row):
            slots, above = _row(row, above)
            found.append(slots)
    rows = (BETWEEN.join(texts).rstrip() for texts in filled_in(found, "", str))
    return [line for line in rows if line.strip(" |")]


def _row(
    row: Element, above: dict[int, tuple[str, int]]
) -> tuple[list[Slot[str]], dict[int, tuple[str, int]]]:
    """The slots of a row, and what of it and of the rows `above`, by column, goes on into how many more."""
    slots: list[Slot[str]] = []
    below = {column: (text, left - 1) for column, (text, left) in above.items() if left > 1}
    for text, width, height in _cells(row):
        while len(slots) in above:
            slots.append(Slot(above[len(slots)][0], first=False, above=True))
        for offset in range(width):
            if height > 1:
                below[len(slots)] = (text, height - 1)
            slots.append(Slot(text, first=not offset))
    while slots and len(slots) in above:
        slots.append(Slot(above[len(slots)][0], first=False, above=True))
    return slots, below


def _cells(row: Element) -> Iterator[tuple[str, int, int]]:
    """Each cell with its text, and over how many columns and rows it goes."""
    for cell in row:
        if name(cell) in {"td", "th"} and not is_hidden(cell):
            inline = Inline()
            inline.inside(cell)
            text = " ".join(inline.taken()[0].split()) or " ".join(inline.pictures())
            yield escaped(text), _number(cell, "colspan", _WIDEST), _number(cell, "rowspan", _TALLEST)


def _number(cell: Element, attribute: str, most: int) -> int:
    """What an attribute states, 1 to `most`; a rowspan of 0 goes on to the last row."""
    stated = (cell.get(attribute) or "").strip()
    if not stated.isdecimal() or len(stated) >= 9:
        return 1
    return min(most, int(stated)) or (most if attribute == "rowspan" else 1)
