"""Whole sections that are furniture, told by their headings."""

from collections.abc import Iterator, Sequence

from gradient.reading.furniture import of_section
from gradient.text.document import Block, Heading


def with_sections(headings: Sequence[Heading], blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks below a heading such as «References» become furniture, down to the next heading of its level."""
    upcoming = iter([*headings, None])
    following = next(upcoming)
    level, reason = 0, None
    for block in blocks:
        while following is not None and following.start <= block.start:
            if reason is None or following.level <= level:
                level, reason = following.level, of_section(following.title)
            following = next(upcoming)
        yield block if reason is None or block.reason else Block("furniture", block.start, block.end, reason)
