"""Writes one group of rows as text and notes which words of it are emphasised."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gradient.reading.pdf.hyphens import keeps_hyphen, parted
from gradient.reading.pdf.layout import Glyphs, Group, Row
from gradient.text.document import Span

_LINEWISE = frozenset({"code", "table", "math"})
_SPACES = re.compile(r"[ \t]{2,}")
_WORD = re.compile(r"[^\W\d_]{2}")
_LONGEST_BOLD, _LONGEST_ITALIC = 90, 45
_MOSTLY = 0.6
"""Italics of more than this share of a group are its own type, as in a remark."""
_DEEPEST = 80
"""Blanks before a line of code at most."""
_EDGES = " \n\t([{“\"'‘—–❒"
_WITHIN_NAME = re.compile(r"[ –-]*(?:[^\W\d_]|\d+)?[ –-]*")
"""What may part two pieces of one name: blanks, hyphens, a letter or number set as a formula."""


@dataclass(frozen=True)
class _Marked:
    start: int
    end: int
    bold: bool


@dataclass
class Written:
    """The text of one group. `pages` says where the first row of each page begins."""

    group: Group
    words: Counter[str]
    text: str = ""
    pages: list[tuple[int, int]] = field(default_factory=list)
    marked: list[_Marked] = field(default_factory=list)

    @property
    def emphases(self) -> list[Span]:
        """The emphasised names; whole sentences in bold or italics are none."""
        return [
            Span(mark.start, min(mark.end, len(self.text)))
            for mark in self.marked
            if 1 < mark.end - mark.start <= (_LONGEST_BOLD if mark.bold else _LONGEST_ITALIC)
        ]

    def add(self, row: Row, *, bold: bool, italic: bool) -> None:
        """Writes one more row; `bold` and `italic` say whether such type is emphasis here."""
        cells = row.cells if self.group.kind == "table" else (row.glyphs,)
        if self.text:
            self._join("".join(part.text for part in cells[0]).strip())
        self.pages.append((row.page, len(self.text)))
        if self.group.kind == "code":
            self._add_code(row)
            return
        for index, cell in enumerate(cells):
            if index:
                self.text = self.text.rstrip(" ") + " | "
            self._add_glyphs(cell, bold=bold, italic=italic)

    def _add_code(self, row: Row) -> None:
        """A line of code behind as many blanks as it is set in, those inside it as they are."""
        text = row.text
        letters = text.lstrip(" ")
        pitch = (row.x1 - row.x0) / len(text) if text else 0.0
        edge = min(one.x0 for one in self.group.rows)
        blanks = len(text) - len(letters) + (round((row.x0 - edge) / pitch) if pitch else 0)
        self.text += " " * min(blanks, _DEEPEST) + letters.rstrip()

    def _join(self, following: str) -> None:
        """The end of a line: a blank, a line feed, or nothing where a word was parted by a hyphen."""
        self.text = self.text.rstrip()
        if self.group.kind in _LINEWISE:
            self.text += "\n"
            return
        halves = parted(self.text, following)
        if halves is not None:
            self.text = self.text if keeps_hyphen(*halves, following, self.words) else self.text[:-1]
        elif not (_is_cjk(self.text[-1:]) and _is_cjk(following[:1])):
            self.text += " "

    def _add_glyphs(self, cell: Sequence[Glyphs], *, bold: bool, italic: bool) -> None:
        for part in cell:
            piece = part.text.lstrip() if not self.text or self.text[-1].isspace() else part.text
            start = len(self.text)
            self.text += _SPACES.sub(" ", piece)
            if ((part.bold and bold) or (part.italic and italic)) and _WORD.search(piece):
                self._emphasise(start, bold=part.bold)

    def _emphasise(self, start: int, *, bold: bool) -> None:
        """Notes whole words as emphasised, as one with those before where they are one name."""
        end = len(self.text.rstrip(" .:,;"))
        while start < end and not self.text[start].isalnum():
            start += 1
        while start > 0 and self.text[start - 1] not in _EDGES:
            start -= 1
        last = self.marked[-1] if self.marked else None
        if last is not None and last.bold == bold and _WITHIN_NAME.fullmatch(self.text, last.end, start):
            start = self.marked.pop().start
        self.marked.append(_Marked(start, end, bold))


def written(group: Group, words: Counter[str]) -> Written:
    """The group as text; `words` counts the words of the whole document."""
    emphatic = group.kind not in _LINEWISE and group.reason is None and group.level is None
    result = Written(group, words)
    for row in group.rows:
        result.add(row, bold=emphatic, italic=emphatic and _italics_stand_out(group))
    result.text = result.text.rstrip()
    return result


def _italics_stand_out(group: Group) -> bool:
    prose = [part for row in group.rows for part in row.glyphs if not part.math]
    letters = sum(len(part.text) for part in prose)
    return sum(len(part.text) for part in prose if part.italic) < _MOSTLY * letters


def _is_cjk(letter: str) -> bool:
    return bool(letter) and ("\u3000" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef")
