"""Whole sections that are furniture, told by their headings and by what stands below these."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gradient.reading.furniture import REFERENCES, is_note_title, of_section
from gradient.reading.listed_sources import are_short, are_sources
from gradient.text.document import Block, Heading


def with_sections(headings: Sequence[Heading], blocks: Sequence[Block], text: str) -> Iterator[Block]:
    """Blocks below a heading such as «References» become furniture, down to the next heading of its level.

    They stay where the section is no list of sources but matter under such a title. `text` is that of the
    document.
    """
    starts = [block.start for block in blocks]
    reasons: dict[int, str] = {}
    covered = 0
    for index, heading in enumerate(headings):
        reason = of_section(heading.title)
        if reason is None or heading.start < covered:
            continue
        end = _end(headings, index, len(text))
        within = range(bisect_left(starts, heading.start), bisect_left(starts, end))
        if reason != REFERENCES or _is_beside(heading.title, [blocks[one] for one in within], text):
            reasons |= dict.fromkeys(within, reason)
            covered = end
    for index, block in enumerate(blocks):
        reason = reasons.get(index)
        yield block if reason is None or block.reason else Block("furniture", block.start, block.end, reason)


def _end(headings: Sequence[Heading], index: int, last: int) -> int:
    """Where the section of a heading ends: at the next heading of its level or a broader one."""
    level = headings[index].level
    return next((one.start for one in headings[index + 1 :] if one.level <= level), last + 1)


def _is_beside(title: str, blocks: Sequence[Block], text: str) -> bool:
    return (is_note_title(title) and are_short(blocks, text)) or are_sources(blocks, text)
