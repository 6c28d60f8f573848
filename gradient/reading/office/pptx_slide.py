"""One slide, written down: its title, then its shapes, then its notes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from gradient.reading import furniture
from gradient.reading.alternatives import told
from gradient.reading.cells import Slot
from gradient.reading.office import drawing_text, graphics
from gradient.reading.office.draft import Draft, Piece, joined, on_one_line, table_of
from gradient.reading.office.drawing_text import Line
from gradient.reading.office.pptx_shapes import Shape
from gradient.reading.office.trees import child, inside

_ON = {"1", "true"}
_BODIES = {"body", "obj", "subTitle"}
_LONGEST_TITLE = 20
"""A slide without a title takes its first line, if it has at most so many words."""


class Slide:
    """Writes a slide into `draft`. `graphs` are its charts and diagrams by relation.

    `running` are lines that most slides share, which are no title.
    `told` counts the characters that are written of pictures for those who do not see them.
    """

    def __init__(
        self,
        draft: Draft,
        number: int,
        graphs: Mapping[str, Element],
        running: Collection[str] = (),
    ) -> None:
        self._draft = draft
        self._number = number
        self._graphs = graphs
        self._running = running
        self._titled = False
        self.told = 0

    def write(self, shapes: Sequence[Shape]) -> None:
        """Writes the shapes in their order; what repeats on each slide comes last, as furniture."""
        self._titled = any(shape.is_title and _lines(shape) for shape in shapes)
        first_title = True
        for shape in shapes:
            if shape.is_running:
                continue
            if shape.is_title and first_title and _lines(shape):
                first_title = False
                self._draft.heading(1, on_one_line(_whole(_lines(shape))))
            else:
                self._shape(shape)
        for shape in shapes:
            if shape.is_running:
                reason = furniture.PAGE_NUMBER if shape.role == "sldNum" else furniture.RUNNING
                self._draft.block("furniture", Piece(_whole(_lines(shape)).text), reason)

    def write_layout(self, lines: Iterable[str]) -> None:
        """Writes what the layout shows on the slides that are made after it, which is no text of this one."""
        before = self._draft.length
        for line in lines:
            self._draft.block("furniture", Piece(line), furniture.RUNNING)
        self.told += self._draft.length - before

    def _shape(self, shape: Shape) -> None:
        if shape.element.tag == "p:graphicFrame":
            self._frame(shape.element)
        else:
            lines = _lines(shape)
            several = len(lines) > 1 and shape.role in _BODIES
            for line in lines:
                self._line(line, listed=several if line.listed is None else line.listed)
        self._alternative(shape)

    def _line(self, line: Line, *, listed: bool) -> None:
        if line.formula:
            self._draft.block("math", line.piece)
        elif line.piece.text in self._running:
            self._draft.block("paragraph", line.piece)
        elif not self._titled and len(line.piece.text.split()) <= _LONGEST_TITLE:
            self._titled = True
            self._draft.heading(1, on_one_line(line.piece))
        else:
            self._titled = True
            self._draft.block("code" if line.piece.code else "list" if listed else "paragraph", line.piece)

    def _alternative(self, shape: Shape) -> None:
        """What is written of a picture, or of any other shape, unless the shape itself says just that."""
        properties = next(
            (child(one, "p:cNvPr") for one in shape.element if one.tag.startswith("p:nv")), None
        )
        alternative = "" if properties is None else told(properties.get("descr"))
        if alternative and alternative != " ".join(_whole(_lines(shape)).text.split()):
            before = self._draft.length
            self._draft.block("caption", Piece(alternative))
            self.told += self._draft.length - before

    def _frame(self, frame: Element) -> None:
        """A table, chart, diagram or embedded object."""
        for element in inside(frame, "a:tbl", "c:chart", "dgm:relIds", "p:oleObj"):
            if element.tag == "a:tbl":
                self._draft.block("table", _table(element))
            elif element.tag == "c:chart":
                self._chart(self._graphs.get(element.get("r:id", "")))
            elif element.tag == "dgm:relIds":
                self._diagram(self._graphs.get(element.get("r:dm", "")))
            else:
                self._object(element)

    def _chart(self, root: Element | None) -> None:
        title, figures = (Piece(""), Piece("")) if root is None else graphics.chart(root)
        self._draft.block("caption", title)
        self._draft.block("table", figures)
        if not figures.text:
            self._miss("a chart")

    def _diagram(self, root: Element | None) -> None:
        pieces = [] if root is None else graphics.diagram(root)
        for piece in pieces:
            self._draft.block("list", piece)
        if not pieces:
            self._miss("a diagram")

    def _object(self, element: Element) -> None:
        program = element.get("progId", "")
        if program.startswith("Equation"):
            self._miss("a formula in an old format")
        else:
            self._miss(f"an embedded object ({program})" if program else "an embedded object")

    def _miss(self, what: str) -> None:
        self._draft.unread.append(f"{what} on slide {self._number}")


def lines_of(shapes: Sequence[Shape]) -> Iterator[str]:
    """The lines of the shapes that say something."""
    for shape in shapes:
        yield from (line.piece.text for line in _lines(shape) if line.piece.text.strip())


def write_notes(draft: Draft, shapes: Sequence[Shape]) -> None:
    """Writes the notes of a slide, which are its page's body."""
    for shape in shapes:
        if shape.role == "body":
            for line in _lines(shape):
                draft.block("math" if line.formula else "list" if line.listed else "paragraph", line.piece)


def write_comments(draft: Draft, comments: Element) -> None:
    """Writes what people remarked on a slide, which states nothing; answers follow what they answer."""
    for element in inside(comments, "p:text", "p188:txBody"):
        text = element.text or "" if element.tag == "p:text" else drawing_text.on_one_line(element).text
        draft.block("caption", Piece(" ".join(text.split())))


def _lines(shape: Shape) -> list[Line]:
    body = child(shape.element, "p:txBody")
    return [] if body is None else list(drawing_text.lines(body))


def _whole(lines: Sequence[Line]) -> Piece:
    return joined([line.piece for line in lines], " ")


def _table(element: Element) -> Piece:
    slots: list[list[Slot[Piece]]] = []
    for row in element:
        if row.tag == "a:tr":
            slots.append(_row(row, slots[-1] if slots else []))
    return table_of(slots)


def _row(row: Element, above: Sequence[Slot[Piece]]) -> list[Slot[Piece]]:
    """The slots of a row below that `above`, from which cells may go on."""
    slots: list[Slot[Piece]] = []
    for cell in (one for one in row if one.tag == "a:tc"):
        body = child(cell, "a:txBody")
        if cell.get("vMerge") in _ON and len(slots) < len(above):
            slots.append(Slot(above[len(slots)].text, first=False, above=True))
        elif cell.get("hMerge") in _ON and slots:
            slots.append(slots[-1]._replace(first=False))
        else:
            slots.append(Slot(Piece("") if body is None else drawing_text.on_one_line(body)))
    return slots
