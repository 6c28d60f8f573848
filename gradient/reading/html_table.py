"""Tables of web pages: rows of cells, each below its own heading also where cells go over several."""

from collections.abc import Iterator

from gradient.reading.html_inline import Inline
from gradient.reading.html_parts import is_hidden
from gradient.reading.mathml import Element, name

_CELL = " | "
_WIDEST, _TALLEST = 63, 1000
"""Columns and rows that one cell goes over at most."""


def lines(table: Element) -> list[str]:
    """The rows of a table that show something, a line each.

    The text of a cell over several rows stands in each of them, of one over several columns in the first.
    """
    above: dict[int, tuple[str, int]] = {}
    found = []
    for row in table.iter("tr"):
        if row.getprevious() is None:
            above = {}
        if not is_hidden(row):
            texts, above = _row(row, above)
            found.append(_CELL.join(texts).rstrip())
    return [line for line in found if line.strip(" |")]


def _row(row: Element, above: dict[int, tuple[str, int]]) -> tuple[list[str], dict[int, tuple[str, int]]]:
    """The texts of a row, and what of it and of the rows `above`, by column, goes on into how many more."""
    texts: list[str] = []
    below = {column: (text, left - 1) for column, (text, left) in above.items() if left > 1}
    for text, width, height in _cells(row):
        while len(texts) in above:
            texts.append(above[len(texts)][0])
        for offset in range(width):
            if height > 1:
                below[len(texts)] = ("" if offset else text, height - 1)
            texts.append("" if offset else text)
    while texts and len(texts) in above:
        texts.append(above[len(texts)][0])
    return texts, below


def _cells(row: Element) -> Iterator[tuple[str, int, int]]:
    """Each cell with its text, and over how many columns and rows it goes."""
    for cell in row:
        if name(cell) in {"td", "th"} and not is_hidden(cell):
            inline = Inline()
            inline.inside(cell)
            text = " ".join(inline.taken()[0].split()) or " ".join(inline.pictures())
            yield text, _number(cell, "colspan", _WIDEST), _number(cell, "rowspan", _TALLEST)


def _number(cell: Element, attribute: str, most: int) -> int:
    """What an attribute states, 1 to `most`; a rowspan of 0 goes on to the last row."""
    stated = (cell.get(attribute) or "").strip()
    if not stated.isdecimal() or len(stated) >= 9:
        return 1
    return min(most, int(stated)) or (most if attribute == "rowspan" else 1)
