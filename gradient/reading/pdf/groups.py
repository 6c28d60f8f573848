"""Rows of a column to groups: paragraphs, list items, formulas, tables and code."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence

from gradient.reading.pdf.layout import Group, Row
from gradient.text.document import BlockKind

BULLET = re.compile(r"\s*(?:[•❒▪‣◦❏■□●○♦➢✓∙·*—]|[–-](?=\s)|\(?\d{1,2}[.)](?=\s)|\(?[a-z][.)](?=\s))\s*\S?")
_CAPTION = re.compile(r"\s*(?:fig(?:ure|\.)|table|tab\.|algorithm|listing)\s*\d+\s*[.:–—]", re.IGNORECASE)
_SECTION = re.compile(r"\s*\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]")
_ENDS = re.compile(r"[.!?:。！？：]['\"”’)]*\s*$")
_LEADING = 1.2
"""Distance of two base lines in sizes of the font where the page shows too few lines to measure it."""
_LOOSE = 1.28
"""A distance beyond this multiple of the usual one begins a paragraph."""

_CODE_GAP = 2.5
"""Lines of code are no further apart, in sizes of the font."""
_MARGIN = 0.1
"""A centred line leaves this share of its column free on either side."""


def groups(rows: Sequence[Row]) -> list[Group]:
    """The groups of one column in order."""
    if not rows:
        return []
    leading = _usual_leading(rows)
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    kinds = _kinds(rows, left, right)
    gathered: list[tuple[BlockKind, list[Row]]] = []
    for index, row in enumerate(rows):
        if (
            gathered
            and gathered[-1][0] == kinds[index]
            and _continues(gathered[-1], row, leading, left, right)
        ):
            gathered[-1][1].append(row)
        else:
            gathered.append((kinds[index], [row]))
    return [_group(kind, members) for kind, members in gathered]


def _usual_leading(rows: Sequence[Row]) -> float:
    """The commonest distance of two rows in sizes of their font."""
    steps = Counter(
        round((row.y1 - before.y1) / row.size, 1)
        for before, row in itertools.pairwise(rows)
        if before.size == row.size and 0.8 < (row.y1 - before.y1) / row.size < 2.6 and row.prose_words > 3
    )
    return steps.most_common(1)[0][0] if steps else _LEADING


def _kinds(rows: Sequence[Row], left: float, right: float) -> list[BlockKind]:
    kinds: list[BlockKind] = [_kind(row) for row in rows]
    _gather_code(rows, kinds)
    for index in range(1, len(rows)):
        row, before = rows[index], rows[index - 1]
        inside = kinds[index - 1] == "table" and "table" in kinds[index + 1 : index + 3]
        if inside and row.prose_words <= 4 and not BULLET.match(row.text):
            kinds[index] = "table"
        if kinds[index] == "math" and kinds[index - 1] == "paragraph" and _runs_on(before, row, left, right):
            kinds[index] = "paragraph"
    return kinds


def _gather_code(rows: Sequence[Row], kinds: list[BlockKind]) -> None:
    """Short rows in a typewriter font beside rows of code are code, whatever signs stand in them."""
    for indices in (range(1, len(rows)), range(len(rows) - 2, -1, -1)):
        for index in indices:
            beside = index - indices.step
            if kinds[beside] == "code" and rows[index].mono and _close(rows[index], rows[beside]):
                kinds[index] = "code"


def _close(row: Row, other: Row) -> bool:
    """Whether two rows are set alike, one below the other."""
    alike = abs(row.size - other.size) <= 0.6 and row.bold == other.bold
    return alike and abs(row.y1 - other.y1) < _CODE_GAP * max(row.size, other.size)


def _runs_on(before: Row, row: Row, left: float, right: float) -> bool:
    """Whether a row that looks like a formula is the rest of a sentence: flush left below a full line."""
    full = before.x1 >= right - 0.04 * (right - left) and not _ENDS.search(before.text)
    return full and abs(row.x0 - left) < row.size


def _kind(row: Row) -> BlockKind:
    if row.math:
        return "math"
    if row.mono and len(row.text) > 12:
        return "code"
    if len(row.cells) > 1 and not BULLET.fullmatch("".join(part.text for part in row.cells[0])):
        return "table"
    return "paragraph"


def _continues(
    gathered: tuple[BlockKind, list[Row]], row: Row, leading: float, left: float, right: float
) -> bool:
    kind, members = gathered
    before = members[-1]
    distance = (row.y1 - before.y1) / max(row.size, before.size)
    if kind in {"table", "math"}:
        return distance < 4
    if kind == "code":
        return distance < _CODE_GAP
    if abs(row.size - before.size) > 0.6 or row.bold != before.bold or distance > 2 * _LOOSE * leading:
        return False
    if distance > _LOOSE * leading and not (
        _runs_on(before, row, left, right) and row.text.lstrip()[0].islower()
    ):
        return False
    if BULLET.match(row.text) and _hangs(row, members):
        return False
    if row.bold and _SECTION.match(row.text):
        return False
    if len(members) == 1 and _centred(before, left, right) and row.x0 - left < 0.5 * row.size:
        return False
    return not (_indented(row, members, left) or _ended(before, right, left))


def _centred(row: Row, left: float, right: float) -> bool:
    """Whether a row stands in the middle of its column, as a title does."""
    before, behind = row.x0 - left, right - row.x1
    return min(before, behind) >= _MARGIN * (right - left) and abs(before - behind) < 2 * row.size


def _hangs(row: Row, members: list[Row]) -> bool:
    """Whether a bullet at the start of the row is one, and no dash or number inside a sentence."""
    return (
        _ENDS.search(members[-1].text) is not None
        or BULLET.match(members[0].text) is not None
        or row.text.lstrip()[0] in "•❒▪■●"
    )


def _indented(row: Row, members: list[Row], left: float) -> bool:
    """Whether the row begins a paragraph by its indent; the rest of a list item hangs behind its bullet."""
    if BULLET.match(members[0].text):
        return False
    step = row.x0 - members[-1].x0
    return step > 0.8 * row.size and row.x0 - left < 4 * row.size and len(members) > 1


def _ended(before: Row, right: float, left: float) -> bool:
    return before.x1 < right - 0.2 * (right - left) and _ENDS.search(before.text) is not None


def _group(kind: BlockKind, rows: list[Row]) -> Group:
    if kind == "table" and len(rows) == 1:
        kind = "paragraph"
    if kind == "paragraph" and _CAPTION.match(rows[0].text):
        kind = "caption"
    elif kind == "paragraph" and BULLET.match(rows[0].text) and len(rows[0].text.strip()) > 3:
        kind = "list"
    return Group(tuple(rows), kind)
