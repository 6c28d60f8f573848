"""The body of a Word document, written down block by block."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice, zip_longest
from xml.etree.ElementTree import Element

from gradient.reading import furniture
from gradient.reading.cells import Slot
from gradient.reading.office import graphics
from gradient.reading.office.docx_paragraph import Paragraphs
from gradient.reading.office.docx_styles import Styles
from gradient.reading.office.draft import Draft, Piece, joined, on_one_line, stripped, table_of
from gradient.reading.office.trees import child, inside, value
from gradient.text.document import BlockKind

_AROUND = {
    *("w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "w:body"),
    "w:txbxContent",
}
_IN_A_CELL = _AROUND | {"w:tbl", "w:tr", "w:tc"}
"""What stands around the paragraphs of a cell: tables in it, but not its text boxes."""
_KINDS: Mapping[str, BlockKind] = {"caption": "caption", "quote": "quote", "code": "code"}
_WIDEST = 63
"""Columns that Word lets a table have."""
_OLD_FORMULA = "Equation"


class Body:
    """Writes what stands in a document into `draft`. `pictures` counts those in it, and `told` the characters
    that are written of them for those who do not see them.

    `notes` are the foot- and endnotes and comments by kind and id, `graphs` the charts and diagrams by
    relation.
    """

    def __init__(
        self,
        draft: Draft,
        styles: Styles,
        notes: Mapping[tuple[str, str], Element],
        graphs: Mapping[str, Element],
    ) -> None:
        self.pictures = self.told = 0
        self._draft = draft
        self._styles = styles
        self._notes = dict(notes)
        self._graphs = graphs
        self._paragraphs = Paragraphs(styles)

    def write(self, container: Element) -> None:
        """Writes all paragraphs and tables in `container`, each followed by what hangs on it."""
        for element, following in zip_longest(container, islice(container, 1, None)):
            if element.tag == "w:p":
                self._paragraph(element)
            elif element.tag == "w:tbl":
                self._table(element)
            elif element.tag in _AROUND:
                self.write(element)
            elif element.tag in {"w:altChunk", "w:subDoc"}:
                self._draft.unread.append("an embedded file")
            elif element.tag in {"m:oMath", "m:oMathPara"}:
                self._draft.block("math", self._paragraphs.piece(container))
            self._write_attached(following)

    def furniture(self, container: Element) -> None:
        """Writes a running header or footer."""
        lines = [stripped(self._paragraphs.piece(one)) for one in inside(container, "w:p")]
        self._paragraphs.take()
        words = [line for line in lines if any(letter.isalpha() for letter in line.text)]
        self._draft.block("furniture", Piece(joined(words, "\n").text), furniture.RUNNING)

    def _paragraph(self, paragraph: Element) -> None:
        piece = self._paragraphs.piece(paragraph)
        role, level = self._styles.role(paragraph), self._styles.level(paragraph)
        if role == "contents":
            self._draft.block("furniture", piece, furniture.CONTENTS)
        elif role == "title":
            self._draft.heading(0, on_one_line(piece))
        elif level is not None:
            self._draft.heading(level, on_one_line(piece))
        elif role is not None:
            self._draft.block(_KINDS[role], piece)
        elif _is_formula(paragraph):
            self._draft.block("math", piece)
        elif piece.code:
            self._draft.block("code", piece)
        else:
            self._draft.block("list" if self._styles.listed(paragraph) else "paragraph", piece)

    def _table(self, element: Element) -> None:
        """Writes a table; one of a single column is a frame around text."""
        rows = [list(_within(row, "w:tc")) for row in _rows(element)]
        if all(len(row) <= 1 for row in rows):
            for cell in (cell for row in rows for cell in row):
                self.write(cell)
            return
        slots: list[list[Slot[Piece]]] = []
        for row in rows:
            slots.append(self._row(row, slots[-1] if slots else []))
        self._draft.block("table", table_of(slots))

    def _row(self, row: list[Element], above: list[Slot[Piece]]) -> list[Slot[Piece]]:
        """The slots of a row below that `above`, from which cells may go on."""
        slots: list[Slot[Piece]] = []
        for cell in row:
            piece, width = self._cell(cell), _width(cell)
            column = len(slots)
            if _goes_on(cell) and not piece.text and column < len(above):
                slots += [Slot(above[column].text, first=False, above=True)] * width
            else:
                slots += [Slot(piece), *[Slot(piece, first=False)] * (width - 1)]
        return slots

    def _cell(self, cell: Element) -> Piece:
        lines = (stripped(self._paragraphs.piece(one)) for one in _within(cell, "w:p", _IN_A_CELL))
        return joined([line for line in lines if line.text], " ")

    def _write_attached(self, following: Element | None) -> None:
        attached = self._paragraphs.take()
        self.pictures += attached.pictures
        self._tell(attached.alternatives, following)
        self._draft.block("furniture", Piece("".join(attached.struck)), furniture.STRUCK)
        for words in attached.art:
            self._draft.block("paragraph", Piece(" ".join(words.split())))
        for identity in attached.charts:
            self._chart(self._graphs.get(identity))
        for identity in attached.diagrams:
            self._diagram(self._graphs.get(identity))
        self._draft.unread += [_object(program) for program in attached.objects]
        for box in attached.boxes:
            self.write(box)
        for key in attached.notes:
            note = self._notes.pop(key, None)
            if note is not None and key[0] == "comment":
                self._comment(note)
            elif note is not None:
                self.write(note)

    def _tell(self, alternatives: Collection[str], following: Element | None) -> None:
        """What is written of pictures, unless the `following` caption says just that."""
        said = ""
        if alternatives and following is not None:
            said = " ".join("".join(one.text or "" for one in inside(following, "w:t")).split())
        for alternative in alternatives:
            if alternative.rstrip(".") != said.rstrip("."):
                self.told += len(alternative)
                self._draft.block("caption", Piece(alternative))

    def _comment(self, comment: Element) -> None:
        """What somebody remarked stands by its place, and states nothing."""
        lines = [stripped(self._paragraphs.piece(one)) for one in inside(comment, "w:p")]
        self._draft.block("caption", joined([line for line in lines if line.text], " "))

    def _chart(self, root: Element | None) -> None:
        title, figures = (Piece(""), Piece("")) if root is None else graphics.chart(root)
        self._draft.block("caption", title)
        self._draft.block("table", figures)
        if not figures.text:
            self._draft.unread.append("a chart")

    def _diagram(self, root: Element | None) -> None:
        pieces = [] if root is None else graphics.diagram(root)
        for piece in pieces:
            self._draft.block("list", piece)
        if not pieces:
            self._draft.unread.append("a diagram")


def _is_formula(paragraph: Element) -> bool:
    """Whether a paragraph holds nothing but formulas."""
    matter = [one for one in paragraph if one.tag not in {"w:pPr", "w:bookmarkStart", "w:bookmarkEnd"}]
    formulas = [one for one in matter if one.tag in {"m:oMath", "m:oMathPara"}]
    beside = (one for one in matter if one.tag not in {"m:oMath", "m:oMathPara"})
    words = "".join(text.text or "" for one in beside for text in inside(one, "w:t"))
    return bool(formulas) and not words.strip(" .,;()0123456789")


def _rows(table: Element) -> list[Element]:
    """The rows of a table, without those that were deleted."""
    return [row for row in _within(table, "w:tr") if child(row, "w:trPr", "w:del") is None]


def _width(cell: Element) -> int:
    """Over how many columns a cell goes."""
    stated = value(cell, "w:tcPr", "w:gridSpan") or "1"
    return max(1, min(int(stated), _WIDEST)) if stated.isdecimal() else 1


def _goes_on(cell: Element) -> bool:
    """Whether the cell above goes on into this one."""
    merged = child(cell, "w:tcPr", "w:vMerge")
    return merged is not None and merged.get("w:val", "continue") == "continue"


def _within(element: Element, tag: str, around: Collection[str] = _AROUND) -> Iterator[Element]:
    """The elements of a tag in another one, also where elements `around` them stand between."""
    for one in element:
        if one.tag == tag:
            yield one
        elif one.tag in around:
            yield from _within(one, tag, around)


def _object(program: str) -> str:
    if program.startswith(_OLD_FORMULA):
        return "a formula in an old format"
    return f"an embedded object ({program})" if program else "an embedded object"
