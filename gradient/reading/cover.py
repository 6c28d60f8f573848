"""Makes headings and blocks cover a whole text, so that nothing of a file is lost without a word."""

import re

from gradient.reading import furniture
from gradient.text.document import Block, Heading

_DEFINITION = re.compile(r"\s*\[[^\]]+\]:\s*\S")


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
            reason = furniture.REFERENCES if _DEFINITION.match(gap) else furniture.MARKUP
            filled.append(Block("furniture", first, first + len(gap.strip()), reason))
        position = max(position, end)
    return sorted([*blocks, *filled], key=lambda block: block.start)
