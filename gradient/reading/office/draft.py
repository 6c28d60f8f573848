"""The text of an office file as it is written down, with everything that stands in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gradient.reading.cells import BAR, BETWEEN, Slot, filled_in
from gradient.reading.titles import clean_titles
from gradient.text.document import Block, BlockKind, Heading, Page, Span

_JOINED: frozenset[BlockKind] = frozenset({"code"})
_CLOSE: frozenset[BlockKind] = frozenset({"code", "list"})


@dataclass(frozen=True)
class Piece:
    """A paragraph: its text, which ranges of it are set in bold or italics, and whether it is set as code."""

    text: str
    emphases: tuple[Span, ...] = ()
    code: bool = False


@dataclass
class Draft:
    """The text so far; `unread` says for people what stands in the file and is not in the text."""

    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    emphases: list[Span] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0

    def heading(self, level: int, piece: Piece) -> None:
        """Adds a heading; one without text is none."""
        piece = stripped(piece)
        if piece.text:
            start, end = self._write(piece, "\n\n")
            self.headings.append(Heading(level, piece.text, start, end))

    def block(self, kind: BlockKind, piece: Piece, reason: str | None = None) -> None:
        """Adds a block; one without visible text is none."""
        piece = stripped(piece, left=kind not in {"code", "table"})
        if not piece.text.strip():
            return
        last = self.blocks[-1] if self.blocks and self.blocks[-1].end == self._length else None
        follows = last is not None and last.kind == kind and kind in _CLOSE and not self._at_page_start
        start, end = self._write(piece, "\n" if follows else "\n\n")
        if follows and last is not None and kind in _JOINED:
            self.blocks[-1] = Block(kind, last.start, end)
        else:
            self.blocks.append(Block(kind, start, end, reason))

    def page(self, number: int, start: int, label: str, *, read: bool = True, blank: bool = False) -> None:
        """Closes a page that began at `start` (see `position`)."""
        first = min(start, self._length)
        self.pages.append(Page(number, first, max(first, self._length), read and not blank, blank, label))

    @property
    def position(self) -> int:
        """Where the next heading or block will begin."""
        return self._length + (2 if self._parts else 0)

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    def finished(self) -> str:
        """The whole text; titles of headings are cleaned."""
        self.headings = clean_titles(self.headings)
        return "".join(self._parts)

    @property
    def _at_page_start(self) -> bool:
        return bool(self.pages) and self.pages[-1].end == self._length

    def _write(self, piece: Piece, between: str) -> tuple[int, int]:
        if self._parts:
            self._parts.append(between)
            self._length += len(between)
        start = self._length
        self._parts.append(piece.text)
        self._length += len(piece.text)
        self.emphases += [Span(start + one.start, start + one.end) for one in piece.emphases]
        return start, self._length


def stripped(piece: Piece, *, left: bool = True) -> Piece:
    """The piece without white space at its end, and at its beginning where `left`."""
    cut = len(piece.text) - len(piece.text.lstrip()) if left else 0
    text = piece.text.rstrip()[cut:]
    moved = (Span(max(0, one.start - cut), min(len(text), one.end - cut)) for one in piece.emphases)
    kept = tuple(span for span in moved if text[span.start : max(span.start, span.end)].strip())
    return Piece(text, kept, piece.code)


def joined(pieces: Sequence[Piece], between: str) -> Piece:
    """Several pieces as one."""
    text, emphases, parts = 0, [], []
    for number, piece in enumerate(pieces):
        if number:
            parts.append(between)
            text += len(between)
        emphases += [Span(text + one.start, text + one.end) for one in piece.emphases]
        parts.append(piece.text)
        text += len(piece.text)
    return Piece("".join(parts), tuple(emphases))


def on_one_line(piece: Piece) -> Piece:
    """The piece with blanks where lines break or tabs stand; every position stays."""
    return Piece(piece.text.replace("\n", " ").replace("\t", " "), piece.emphases)


def table(rows: Sequence[Sequence[Piece]]) -> Piece:
    """A table as text: one row a line, cells parted by bars."""
    lines = [joined([_cell(cell) for cell in row], BETWEEN) for row in rows]
    return joined([line for line in lines if line.text.strip(" |")], "\n")


def table_of(rows: Sequence[Sequence[Slot[Piece]]]) -> Piece:
    """A table of which cells may go over several rows and columns."""
    return table(filled_in(rows, Piece(""), lambda piece: piece.text.strip()))


def _cell(cell: Piece) -> Piece:
    """The cell on one line; a bar in it that looks like the end of a cell is escaped."""
    line = on_one_line(stripped(cell))
    parts = [match.start() for match in BAR.finditer(line.text)]
    text = BAR.sub(r"\\|", line.text)
    moved = (Span(_moved(one.start, parts), _moved(one.end, parts)) for one in line.emphases)
    return Piece(text, tuple(moved))


def _moved(position: int, parts: Sequence[int]) -> int:
    return position + sum(part < position for part in parts)
