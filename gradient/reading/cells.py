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


_LONGEST_KEY = 200
"""Letters of a text that says something in each row and column that it goes over; a remark stands once."""
_ROOM = 200_000
"""Letters that cells which go on add to a table at most."""


class Slot(NamedTuple, Generic[T]):
    """What stands at a row and column: the text of a cell, `first` where the cell begins there.

    Elsewhere the cell goes on into it: from the rows `above` or else from the left.
    """

    text: T
    first: bool = True
    above: bool = False


def filled_in(rows: Sequence[Sequence[Slot[T]]], empty: T, shows: Callable[[T], str]) -> list[list[T]]:
    """The rows, the text of a cell in each slot that it goes on into; `shows` is what of a text is seen.

    A slot stays empty where its row says nothing else, as below a title over the whole table, and where no
    cell of its column begins in it, as where cells go over several columns for their width alone. What is
    longer than a heading or a key stands where it begins, and once a table has grown by `_ROOM` all does.
    """
    real = {column for row in rows for column, slot in enumerate(row) if slot.first and shows(slot.text)}
    found: list[list[T]] = []
    room = _ROOM
    for row in rows:
        goes_on = _goes_on(row, real, shows)
        room -= sum(len(shows(row[column].text)) for column in goes_on)
        goes_on = goes_on if room >= 0 else frozenset()
        found.append(
            [slot.text if slot.first or column in goes_on else empty for column, slot in enumerate(row)]
        )
    return found


def _goes_on(row: Sequence[Slot[T]], real: set[int], shows: Callable[[T], str]) -> frozenset[int]:
    """The columns into which a cell goes on with its text."""
    own = sum(1 for slot in row if slot.first and shows(slot.text))
    return frozenset(
        column
        for column, slot in enumerate(row)
        if not slot.first
        and column in real
        and own >= (1 if slot.above else 2)
        and len(shows(slot.text)) <= _LONGEST_KEY
    )
