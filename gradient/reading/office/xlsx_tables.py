"""Finds the tables on a sheet: stretches of filled cells, parted by empty rows and columns."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gradient.reading.cells import Slot, filled_in

Cells = Mapping[tuple[int, int], str]
"""What is shown, by row and column; "" for a cell that is part of a merged one."""

Slots = Mapping[tuple[int, int], Slot[str]]


@dataclass(frozen=True)
class Region:
    """Rows and columns from the first to the last, both inclusive."""

    top: int
    left: int
    bottom: int
    right: int

    def touches(self, other: "Region") -> bool:
        """Whether the two overlap or lie side by side without an empty row or column between."""
        beside = self.left <= other.right + 1 and other.left <= self.right + 1
        above = self.top <= other.bottom + 1 and other.top <= self.bottom + 1
        corner = (self.left > other.right or other.left > self.right) and (
            self.top > other.bottom or other.top > self.bottom
        )
        return beside and above and not corner

    def with_(self, other: "Region") -> "Region":
        """The smallest region that holds both."""
        return Region(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


def tables(cells: Cells, merged: Slots | None = None) -> Iterator[list[list[str]]]:
    """The tables from top to bottom, then from left to right, each as rows of equal length.

    Columns in which nothing is shown are left out. `merged` is what goes on from other cells.
    """
    for region in sorted(regions(cells), key=lambda one: (one.top, one.left)):
        rows = range(region.top, region.bottom + 1)
        columns = [
            column
            for column in range(region.left, region.right + 1)
            if any(cells.get((row, column)) for row in rows)
        ]
        slots = [[_slot(cells, merged or {}, (row, column)) for column in columns] for row in rows]
        yield filled_in(slots, "", str)


def _slot(cells: Cells, merged: Slots, at: tuple[int, int]) -> Slot[str]:
    return merged.get(at) or Slot(cells.get(at, ""))


def regions(cells: Cells) -> list[Region]:
    """Regions of filled cells, none of which touches another."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, column in cells:
        rows[row].append(column)
    found = [one for row in sorted(rows) for one in _stretches(row, sorted(rows[row]))]
    while len(merged := _merged(found)) < len(found):
        found = merged
    return found


def _merged(parts: list[Region]) -> list[Region]:
    """The parts, those that touch made one, from top to bottom; what grew may touch others anew."""
    settled: list[Region] = []
    growing: list[Region] = []
    for part in sorted(parts, key=lambda one: (one.top, one.left)):
        settled += [one for one in growing if one.bottom < part.top - 1]
        growing = _grown([one for one in growing if one.bottom >= part.top - 1], part)
    return [*settled, *growing]


def _stretches(row: int, columns: list[int]) -> Iterator[Region]:
    """Filled cells of a row without a gap; where a cell of a table is empty, its other rows bridge it."""
    first = last = columns[0]
    for column in columns[1:]:
        if column > last + 1:
            yield Region(row, first, row, last)
            first = column
        last = column
    yield Region(row, first, row, last)


def _grown(growing: list[Region], part: Region) -> list[Region]:
    """The regions with the part in those that it touches, which become one."""
    merged, apart = part, list(growing)
    while touching := [one for one in apart if one.touches(merged)]:
        apart = [one for one in apart if not one.touches(merged)]
        for one in touching:
            merged = merged.with_(one)
    return [*apart, merged]
