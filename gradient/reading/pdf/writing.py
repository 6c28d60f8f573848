"""Writes groups down as one text and notes where in it everything stands."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gradient.reading.pdf.hyphens import words_of
from gradient.reading.pdf.layout import Group, Sheet
from gradient.reading.pdf.passages import written
from gradient.reading.titles import clean_titles
from gradient.text.document import Block, Heading, Page, Span

_BETWEEN = "\n\n"


@dataclass
class Manuscript:
    """The text as it grows, with what is known about it so far. `page_starts` is by number of page."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    emphases: list[Span] = field(default_factory=list)
    page_starts: dict[int, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All that is written so far."""
        return _BETWEEN.join(self.parts)


def write(groups: Sequence[Group]) -> Manuscript:
    """All groups as one text, a blank line between them."""
    words = words_of(group.text for group in groups)
    manuscript = Manuscript()
    for group in groups:
        piece = written(group, words)
        if not piece.text:
            continue
        start = manuscript.length + (len(_BETWEEN) if manuscript.parts else 0)
        manuscript.parts.append(piece.text)
        manuscript.length = end = start + len(piece.text)
        for page, offset in piece.pages:
            manuscript.page_starts.setdefault(page, start + offset)
        manuscript.emphases += [Span(start + span.start, start + span.end) for span in piece.emphases]
        if group.level is not None:
            manuscript.headings.append(Heading(group.level, piece.text, start, end))
        else:
            manuscript.blocks.append(Block(group.kind, start, end, group.reason))
    manuscript.headings = clean_titles(manuscript.headings)
    return manuscript


def pages(manuscript: Manuscript, sheets: Sequence[Sheet], unread: set[int]) -> list[Page]:
    """The range of each sheet: from its first character to that of the next one that has any."""
    starts: list[int] = []
    following = manuscript.length
    for sheet in reversed(sheets):
        following = manuscript.page_starts.get(sheet.number, following)
        starts.append(following)
    starts.reverse()
    ends = [*starts[1:], manuscript.length]
    return [
        Page(
            number=sheet.number,
            start=start,
            end=max(start, end),
            read=sheet.number not in unread and not sheet.blank,
            blank=sheet.blank,
            seen=sheet.seen,
        )
        for sheet, start, end in zip(sheets, starts, ends, strict=True)
    ]
