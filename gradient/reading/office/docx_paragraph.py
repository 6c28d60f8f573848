"""A paragraph of a Word document: its text, and what hangs on it."""

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from gradient.reading.alternatives import told
from gradient.reading.office import symbols
from gradient.reading.office.docx_styles import Styles
from gradient.reading.office.draft import Piece
from gradient.reading.office.fields import drawn
from gradient.reading.office.formula import linear
from gradient.reading.office.runs import Runs
from gradient.reading.office.trees import child, inside, value

_LEFT_OUT = {
    *("w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "w:rPr", "w:pPr", "w:sdtPr"),
    *("w:rt", "w:annotationRef", "w:footnoteRef", "w:endnoteRef"),
}
_LETTERS = {"w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "\u2011"}
_REFERENCES = {"w:footnoteReference", "w:endnoteReference", "w:commentReference"}
_OFF = {"0", "false", "off"}
_CODES = range(32, 0x10000)


@dataclass
class Attached:
    """What hangs on paragraphs: notes and comments by kind and id, text boxes, drawings of data, objects,
    pictures and what is written of them for those who do not see them, what is struck out, and words that
    are drawn as art."""

    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    pictures: int = 0
    alternatives: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    art: list[str] = field(default_factory=list)


class Paragraphs:
    """Reads paragraphs and gathers in `attached` what hangs on them, until somebody takes it."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._fields: list[tuple[str, int]] = []
        self.attached = Attached()

    def take(self) -> Attached:
        """What has been gathered; gathers anew from here."""
        taken, self.attached = self.attached, Attached()
        return taken

    def piece(self, paragraph: Element) -> Piece:
        """The text of a paragraph with formulas on one line, without what was deleted."""
        runs = Runs()
        self._fields = []
        self._inline(paragraph, runs, strong=False, font="")
        return runs.piece()

    def _inline(self, element: Element, runs: Runs, *, strong: bool, font: str) -> None:
        for one in element:
            if one.tag == "w:t":
                runs.add(one.text or "", strong=strong, font=font)
            elif one.tag == "w:r" and _is_struck(one):
                self._strike(one, font)
            elif one.tag == "w:r":
                named = value(one, "w:rPr", "w:rFonts", name="w:ascii") or ""
                self._inline(one, runs, strong=self._styles.strong(one), font=named)
            elif one.tag in _LETTERS:
                runs.add(_LETTERS[one.tag], strong=strong)
            elif one.tag in {"m:oMath", "m:oMathPara"}:
                runs.formula(linear(one))
            elif one.tag in {"w:fldChar", "w:fldSimple", "w:instrText"} and self._is_formula(one, runs):
                continue
            elif one.tag not in _LEFT_OUT and not self._attach(one, runs):
                self._inline(one, runs, strong=strong, font=font)

    def _is_formula(self, element: Element, runs: Runs) -> bool:
        """Whether an element ends a field that draws a formula and holds no result; the formula is written.

        Gathers the instructions of fields, each with where its result begins.
        """
        mark = element.get("w:fldCharType")
        if element.tag == "w:fldSimple":
            formula = "" if any(inside(element, "w:t")) else drawn(element.get("w:instr", ""))
        elif mark == "end" and self._fields:
            instruction, start = self._fields.pop()
            formula = drawn(instruction) if runs.length == start else ""
        else:
            formula = ""
        if mark == "begin":
            self._fields.append(("", runs.length))
        elif element.tag == "w:instrText" and self._fields:
            instruction, start = self._fields[-1]
            self._fields[-1] = (instruction + (element.text or ""), start)
        if formula:
            runs.formula(formula)
        return bool(formula)

    def _strike(self, run: Element, font: str) -> None:
        struck = Runs()
        for one in run:
            if one.tag == "w:t":
                struck.add(one.text or "", font=font)
        self.attached.struck.append(struck.piece().text)

    def _attach(self, element: Element, runs: Runs) -> bool:
        """Notes what is not text of the paragraph itself; False where there is nothing such."""
        if element.tag in _REFERENCES:
            kind = element.tag[2:].removesuffix("Reference")
            self.attached.notes.append((kind, element.get("w:id", "")))
        elif element.tag == "w:sym":
            runs.add(_symbol(element))
        elif element.tag in {"w:drawing", "w:pict", "w:object"}:
            self._drawing(element)
        else:
            return False
        return True

    def _drawing(self, drawing: Element) -> None:
        """Text boxes inside each other are found with the outer one, which is read as a whole."""
        waiting = [drawing]
        while waiting:
            element = waiting.pop()
            if element.tag == "w:txbxContent":
                self.attached.boxes.append(element)
                continue
            self._note(element)
            waiting += reversed(element)

    def _note(self, element: Element) -> None:
        if element.tag == "c:chart":
            self.attached.charts.append(element.get("r:id", ""))
        elif element.tag == "dgm:relIds":
            self.attached.diagrams.append(element.get("r:dm", ""))
        elif element.tag == "o:OLEObject":
            self.attached.objects.append(element.get("ProgID", ""))
        elif element.tag in {"a:blip", "v:imagedata"}:
            self.attached.pictures += 1
        elif element.tag == "v:textpath":
            self.attached.art += [element.get("string", "")]
        elif element.tag in {"wp:docPr", "v:shape"}:
            alternative = told(element.get("descr") or element.get("alt"))
            self.attached.alternatives += [alternative] if alternative else []


def _is_struck(run: Element) -> bool:
    properties = child(run, "w:rPr")
    marks = (None if properties is None else child(properties, one) for one in ("w:strike", "w:dstrike"))
    return any(mark is not None and mark.get("w:val", "true") not in _OFF for mark in marks)


def _symbol(element: Element) -> str:
    """A sign that is named by its font and its code."""
    try:
        code = int(element.get("w:char", ""), 16)
    except ValueError:
        return ""
    return symbols.symbol(element.get("w:font", ""), code) if code in _CODES else ""
