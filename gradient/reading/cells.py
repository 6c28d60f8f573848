"""Tables as lines of text: cells parted by bars, and what cells that go over several say in each."""

import re
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
BETWEEN = " | "
BAR = re.compile(r"(?<!\S)\|(?!\S)")
"""A bar within a cell that looks like the ones between cells."""


def escaped(cell: str) -> str:
    r"""The text of a cell; a bar in it that would look like the end of the cell is written `\|`."""
    return BAR.sub(r"\\|", cell)


class Slot(NamedTuple, Generic[T]):
    """What stands at a row and column: the text of a cell, `first` where the cell begins there.

    Elsewhere the cell goes on into it: from the rows `above` or else from the left.
    """

    text: T
    first: bool = True
    above: bool = False


def filled_in(rows: Sequence[Sequence[Slot[T]]], empty: T, shows: Callable[[T], object]) -> list[list[T]]:
    """The rows, the text of a cell in each slot that it goes on into; `shows` tells whether a text is any.

    A slot stays empty where its row says nothing else, as below a title over the whole table, and where no
    cell of its column begins in it, as where cells go over several columns for their width alone.
    """
    real = {column for row in rows for column, slot in enumerate(row) if slot.first and shows(slot.text)}
    return [_row(row, real, empty, shows) for row in rows]


def _row(row: Sequence[Slot[T]], real: set[int], empty: T, shows: Callable[[T], object]) -> list[T]:
    own = sum(1 for slot in row if slot.first and shows(slot.text))
    return [
        slot.text if slot.first or (column in real and own >= (1 if slot.above else 2)) else empty
        for column, slot in enumerate(row)
    ]
