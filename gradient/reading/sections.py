"""Whole sections that are furniture, told by their headings and by what stands below these."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gradient.reading.contents_list import contents_within
from gradient.reading.furniture import CONTENTS, is_note_title, of_section
from gradient.reading.listed_sources import are_notes, are_sources
from gradient.text.document import Block, Heading


def with_sections(headings: Sequence[Heading], blocks: Sequence[Block], text: str) -> Iterator[Block]:
    """Blocks below a heading such as «References» become furniture, down to the next heading of its level.

    They stay where the section is no list of sources but matter under such a title. Below one such as
    «Contents» only what lists the parts of the document does, down to the next heading. `text` is that of
    the document.
    """
    starts = [block.start for block in blocks]
    reasons: dict[int, str] = {}
    covered = 0
    for index, heading in enumerate(headings):
        reason = of_section(heading.title)
        if reason is None or heading.start < covered:
            continue
        last = _next(headings, index) if reason == CONTENTS else _end(headings, index)
        end = len(text) + 1 if last is None else last
        first = bisect_left(starts, heading.start)
        within = blocks[first : bisect_left(starts, end)]
        if reason == CONTENTS:
            titles = [one.title for one in headings if one is not heading]
            listed = set(contents_within(within, text, titles))
            reasons |= {at: reason for at, one in enumerate(within, first) if one in listed}
        elif _is_beside(heading.title, within, text):
            reasons |= dict.fromkeys(range(first, first + len(within)), reason)
            covered = end
    for index, block in enumerate(blocks):
        reason = reasons.get(index)
        yield block if reason is None or block.reason else Block("furniture", block.start, block.end, reason)


def _next(headings: Sequence[Heading], index: int) -> int | None:
    """Where the next heading begins, whatever its level."""
    return headings[index + 1].start if index + 1 < len(headings) else None


def _end(headings: Sequence[Heading], index: int) -> int | None:
    """Where the section of a heading ends: at the next heading of its level or a broader one."""
    level = headings[index].level
    return next((one.start for one in headings[index + 1 :] if one.level <= level), None)


def _is_beside(title: str, blocks: Sequence[Block], text: str) -> bool:
    return (is_note_title(title) and are_notes(blocks, text)) or are_sources(blocks, text)
