"""What the part of a sheet says beside the values of its cells: merged cells, formulas without a result."""

import re
from collections.abc import Iterable
from itertools import product
from xml.etree.ElementTree import XMLParser

from gradient.reading.cells import Slot
from gradient.reading.office.trees import NotSound

_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})")
_MOST_FILLED = 10_000
"""So many cells are filled from merged ones at most."""

Merged = tuple[int, int, int, int]
"""Top, left, bottom and right of merged cells, inclusive and from 1."""


class Beside:
    """Takes the XML of a sheet element by element and keeps nothing of it but what is asked for."""

    def __init__(self) -> None:
        self.merged: list[Merged] = []
        self.without_result = 0
        self._formula = self._result = self._in_value = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition("}")[2]
        if name == "c":
            self._formula, self._result = False, attributes.get("t") == "str"
        elif name == "f":
            self._formula = True
        elif name == "v":
            self._in_value = True
        elif name == "mergeCell":
            self.merged += _range(attributes.get("ref", ""))

    def data(self, text: str) -> None:
        """Characters between two marks."""
        self._result = self._result or (self._in_value and bool(text))

    def end(self, tag: str) -> None:
        """An element ends; a cell with a formula that nobody has worked out is counted."""
        name = tag.rpartition("}")[2]
        if name == "v":
            self._in_value = False
        elif name == "c" and self._formula and not self._result:
            self.without_result += 1

    def doctype(self, *_: object) -> None:
        """A declaration, which no spreadsheet program writes."""
        raise NotSound("it declares entities")


def beside(chunks: Iterable[bytes]) -> Beside:
    """What the XML of a sheet says. Raises ParseError where it is broken, NotSound where it is not honest."""
    found = Beside()
    parser = XMLParser(target=found)  # noqa: S314 - declarations are refused
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    return found


def filled(cells: dict[tuple[int, int], str], merged: Iterable[Merged]) -> dict[tuple[int, int], Slot[str]]:
    """Where merged cells go on, and with what text; in `cells` these get nothing.

    A cell with nothing in it still keeps together what stands around it.
    """
    room = _MOST_FILLED
    slots: dict[tuple[int, int], Slot[str]] = {}
    for top, left, bottom, right in merged:
        text = cells.get((top, left))
        room -= (bottom - top + 1) * (right - left + 1) if text else 0
        if text is None or room < 0:
            continue
        for row, column in product(range(top, bottom + 1), range(left, right + 1)):
            if cells.setdefault((row, column), "") == "":
                slots[row, column] = Slot(text, first=False, above=row > top)
    return slots


def _range(reference: str) -> list[Merged]:
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return []
    return [(int(found[2]), _column(found[1]), int(found[4]), _column(found[3]))]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
