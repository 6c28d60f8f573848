"""The documented limits of Notion's API, and cutting at them without loss.

Notion counts the length of a text as JavaScript does, in UTF-16 code units.
"""

import hashlib
from collections.abc import Iterator

TEXT = 2000
"""Units of one piece of text."""
RUNS = 100
"""Pieces of text in a block, a cell or a property."""
RUN_BYTES = 150_000
"""So much text stands in one block, so that one block always fits into a request."""
CHILDREN = 100
"""Blocks in one list of children."""
BLOCKS = 1000
"""Blocks in one request, those within others too."""
REQUEST_BYTES = 400_000
"""Notion takes 500,000 bytes; the rest is for what stands around the blocks."""
EQUATION = 1000
"""Units of one formula."""
ADDRESS = 2000
"""Units of a link."""
OPTION = 100
"""Units of the name of an option, which holds no comma."""
RELATIONS = 100
"""Pages that one property can relate to in a request."""
TABLE_WIDTH = 100
"""Cells in a row."""
RESULTS = 100
"""Results of a query in one answer."""

_COMMA, _IN_ITS_PLACE = ",", "，"
_MARK = " #"
_DIGITS = 8


def units(text: str) -> int:
    """The length of a text as Notion counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def pieces(text: str, limit: int = TEXT) -> list[str]:
    """The text in pieces of at most `limit` units, at least 2; together they are the text."""
    if len(text) <= limit // 2 or units(text) <= limit:
        return [text] if text else []
    return list(_pieces(text, limit))


def _pieces(text: str, limit: int) -> Iterator[str]:
    start, length = 0, 0
    for at, char in enumerate(text):
        weight = 2 if ord(char) > 0xFFFF else 1
        if length + weight > limit:
            yield text[start:at]
            start, length = at, 0
        length += weight
    yield text[start:]


def option_name(name: str) -> str:
    """A name as that of an option: as it is where Notion takes it, else another that no other name gets.

    A comma becomes one of full width. What is too long, or holds such commas itself, ends with a hash of the
    whole name.
    """
    shown = name.replace(_COMMA, _IN_ITS_PLACE)
    if units(shown) <= OPTION and _IN_ITS_PLACE not in name and _MARK not in name and name.strip():
        return shown
    digest = hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]
    room = OPTION - units(_MARK) - _DIGITS - 1
    return f"{(pieces(shown, room) or [''])[0]}…{_MARK}{digest}"
