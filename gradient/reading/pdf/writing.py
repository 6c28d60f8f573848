"""Writes groups down as one text and notes where in it everything stands."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gradient.reading.document import Block, Heading, Page, Span
from gradient.reading.pdf.layout import Glyphs, Group, Row, Sheet

_LINEWISE = frozenset({"code", "table", "math"})
_BROKEN = re.compile(r"([^\W\d_]+)-$")
_NEXT_WORD = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SPACES = re.compile(r"[ \t]{2,}")
_HYPHENATED_PREFIXES = frozenset({"self", "well", "high", "low", "state", "cross", "real", "two", "one"})
_LONGEST_BOLD, _LONGEST_ITALIC = 90, 45
_EDGES = " \n\t([{“\"'‘—–❒"
_SENTENCE_END = re.compile(r"[.!?]\s")
_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-Z])[.)]?\s+(?=\S{2})")


@dataclass(frozen=True)
class _Marked:
    start: int
    end: int
    bold: bool


@dataclass
class Manuscript:
    """The text as it grows, with what is known about it so far."""

    words: Counter[str]
    text: str = ""
    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    marked: list["_Marked"] = field(default_factory=list)
    page_starts: dict[int, int] = field(default_factory=dict)

    @property
    def emphases(self) -> list[Span]:
        """The emphasised names: whole italic remarks and sentences are none."""
        return [
            Span(mark.start, mark.end)
            for mark in self.marked
            if 1 < mark.end - mark.start <= (_LONGEST_BOLD if mark.bold else _LONGEST_ITALIC)
        ]

    def add(self, group: Group) -> None:
        """Writes one group as a paragraph of its own."""
        if self.text:
            self.text += "\n\n"
        start = len(self.text)
        for index, row in enumerate(group.rows):
            self._add_row(row, group, first=index == 0)
        self.text = self.text.rstrip()
        end = len(self.text)
        if end == start:
            return
        if group.level is not None:
            self.headings.append(Heading(group.level, _SPACES.sub(" ", self.text[start:end]), start, end))
        else:
            self.blocks.append(Block(group.kind, start, end, group.reason))

    def _add_row(self, row: Row, group: Group, *, first: bool) -> None:
        cells = row.cells if group.kind == "table" else (row.glyphs,)
        if not first:
            self._join(group, "".join(part.text for part in cells[0]).strip())
        self.page_starts.setdefault(row.page, len(self.text))
        for index, cell in enumerate(cells):
            if index:
                self.text += "\t"
            self._add_glyphs(cell, emphasise=group.kind not in _LINEWISE and group.level is None)

    def _join(self, group: Group, following: str) -> None:
        """The end of a line: a blank, a line feed, or nothing where a word was parted by a hyphen."""
        if group.kind in _LINEWISE:
            self.text += "\n"
            return
        broken = _BROKEN.search(self.text[-60:])
        tail = _NEXT_WORD.match(following)
        if broken is None or tail is None:
            self.text += " " if not _is_cjk(self.text[-1:]) or not _is_cjk(following[:1]) else ""
        elif not self._keeps_hyphen(broken[1], tail[0]):
            self.text = self.text[:-1]

    def _keeps_hyphen(self, head: str, tail: str) -> bool:
        """Whether `head-tail` is a word with a hyphen: by how the document writes it elsewhere, else by guess."""
        apart, together = self.words[f"{head}-{tail}".lower()], self.words[f"{head}{tail}".lower()]
        if apart != together:
            return apart > together
        return not tail[0].islower() or head.lower() in _HYPHENATED_PREFIXES

    def _add_glyphs(self, cell: Sequence[Glyphs], *, emphasise: bool) -> None:
        for part in cell:
            piece = part.text
            if not self.text or self.text[-1].isspace():
                piece = piece.lstrip()
            start = len(self.text)
            self.text += _SPACES.sub(" ", piece)
            if emphasise and (part.bold or part.italic) and _WORD.search(piece):
                self._emphasise(start, part)

    def _emphasise(self, start: int, part: Glyphs) -> None:
        """Notes whole words as emphasised, as one with those before where no more than a formula parts them."""
        end = len(self.text.rstrip())
        while start < end and not self.text[start].isalnum():
            start += 1
        while start > 0 and self.text[start - 1] not in _EDGES:
            start -= 1
        last = self.marked[-1] if self.marked else None
        if last is not None and last.bold == part.bold and len(self.text[last.end : start].split()) <= 1:
            between = self.text[last.end : start]
            if "\n" not in between and not _SENTENCE_END.search(between):
                start = self.marked.pop().start
        self.marked.append(_Marked(start, end, part.bold))


def write(groups: Sequence[Group]) -> Manuscript:
    """All groups as one text."""
    words = Counter(word.lower() for group in groups for word in _WORD.findall(group.text))
    manuscript = Manuscript(words)
    for group in groups:
        manuscript.add(group)
    return manuscript


def pages(manuscript: Manuscript, sheets: Sequence[Sheet], unread: set[int]) -> list[Page]:
    """The range of each sheet: from its first character to that of the next one that has any."""
    starts: list[int] = []
    following = len(manuscript.text)
    for sheet in reversed(sheets):
        following = manuscript.page_starts.get(sheet.number, following)
        starts.append(following)
    starts.reverse()
    ends = [*starts[1:], len(manuscript.text)]
    return [
        Page(
            sheet.number,
            start,
            max(start, end),
            read=sheet.number not in unread and not sheet.blank,
            blank=sheet.blank,
        )
        for sheet, start, end in zip(sheets, starts, ends, strict=True)
    ]


def _is_cjk(letter: str) -> bool:
    return bool(letter) and ("\u3000" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef")
