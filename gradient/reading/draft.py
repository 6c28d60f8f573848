"""A document that grows piece by piece, for readers whose text is not that of the file as it stands."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gradient.text.document import Block, BlockKind, Document, Heading, Page, Span

PARAGRAPH = "\n\n"


class Draft:
    """Gathers text with its headings, blocks, pages and emphases, in reading order."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.length = 0
        self.headings: list[Heading] = []
        self.blocks: list[Block] = []
        self.pages: list[Page] = []
        self.emphases: list[Span] = []

    def write(self, text: str, between: str = PARAGRAPH) -> Span:
        """The range of `text`, written after `between` unless it is the first."""
        for piece in (between if self._pieces else "", text):
            self._pieces.append(piece)
            self.length += len(piece)
        return Span(self.length - len(text), self.length)

    def block(
        self,
        kind: BlockKind,
        text: str,
        *,
        reason: str | None = None,
        language: str | None = None,
        between: str = PARAGRAPH,
    ) -> None:
        """Write a block; text of white space alone makes none."""
        text = text.strip("\n").rstrip()
        if text.strip():
            span = self.write(text, between)
            first = span.start if kind == "code" else span.start + len(text) - len(text.lstrip())
            self.blocks.append(Block(kind, first, span.end, reason, language))

    def heading(self, level: int, text: str, title: str) -> None:
        """Write a heading; one without a title is a block of furniture to nobody and not written."""
        if title:
            span = self.write(text.strip())
            self.headings.append(Heading(level, title, span.start, span.end))

    def insert(
        self, text: str, headings: Iterable[Heading], blocks: Iterable[Block], emphases: Iterable[Span]
    ) -> None:
        """Write a text whose structure is known; its positions move along."""
        at = self.write(text).start
        self.headings += [replace(one, start=one.start + at, end=one.end + at) for one in headings]
        self.blocks += [replace(one, start=one.start + at, end=one.end + at) for one in blocks]
        self.emphases += [Span(one.start + at, one.end + at) for one in emphases]

    def page(self, number: int, start: int, label: str | None = None) -> None:
        """What was written since the offset `start` is a page; without visible text it is blank."""
        text = self._since(start)
        first = self.length - len(text.lstrip())
        self.pages.append(Page(number, first, self.length, blank=first == self.length, label=label))

    def _since(self, start: int) -> str:
        pieces: list[str] = []
        position = self.length
        for piece in reversed(self._pieces):
            if position <= start:
                break
            position -= len(piece)
            pieces.append(piece)
        return "".join(reversed(pieces))

    def document(self, **others: Any) -> Document:
        """What was gathered, with the `others` of the document's fields."""
        return Document(
            text="".join(self._pieces),
            headings=tuple(self.headings),
            blocks=tuple(self.blocks),
            pages=tuple(self.pages),
            emphases=tuple(self.emphases),
            **others,
        )
