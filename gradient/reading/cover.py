"""Makes headings and blocks cover a whole text, so that nothing of a file is lost without a word."""

import re

from gradient.reading import furniture
from gradient.text.document import Block, Heading

_DEFINITION = re.compile(r"\s*\[[^\]]+\]:\s*\S")
_NOTE = re.compile(r"^\s*\[\^[^\]]+\]:[^\n]*(?:\n(?!\s*\[)[^\n]*)*", re.MULTILINE)
"""The text of a footnote, which looks like the definition of a link where it is short."""


def cover(text: str, headings: list[Heading], blocks: list[Block]) -> list[Block]:
    """The blocks in order, with furniture where neither a heading nor a block held visible characters."""
    taken = sorted(
        [(heading.start, heading.end) for heading in headings]
        + [(block.start, block.end) for block in blocks]
    )
    filled: list[Block] = []
    position = 0
    for start, end in [*taken, (len(text), len(text))]:
        gap = text[position:start]
        if gap.strip():
            first = position + len(gap) - len(gap.lstrip())
            filled += _between(text, first, first + len(gap.strip()))
        position = max(position, end)
    return sorted([*blocks, *filled], key=lambda block: block.start)


def _between(text: str, start: int, end: int) -> list[Block]:
    """The blocks of a range that no block held: footnotes as paragraphs, all else as furniture."""
    found: list[Block] = []
    position = start
    for note in [*_NOTE.finditer(text, start, end), None]:
        edge = end if note is None else note.start()
        gap = text[position:edge]
        if gap.strip():
            first = position + len(gap) - len(gap.lstrip())
            reason = furniture.REFERENCES if _DEFINITION.match(gap) else furniture.MARKUP
            found.append(Block("furniture", first, first + len(gap.strip()), reason))
        if note is not None:
            said = note.group()
            first = note.start() + len(said) - len(said.lstrip())
            found.append(Block("paragraph", first, first + len(said.strip())))
            position = note.end()
    return found
