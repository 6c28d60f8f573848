"""Text inside drawings: paragraphs with runs, fields and formulas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from gradient.reading.office.draft import Piece, joined, stripped
from gradient.reading.office.formula import linear
from gradient.reading.office.runs import Runs
from gradient.reading.office.trees import child, inside, value

_ESCAPED = re.compile(r"_x(00[01][0-9A-F]|D[89A-F][0-9A-F]{2})_", re.IGNORECASE)
"""What XML cannot hold, as office programs write it: control characters and halves of surrogate pairs."""
_OFF = {"0", "false"}
_FORMULAS = {"a14:m", "m:oMath", "m:oMathPara"}
_PASSING = ("slidenum", "datetime")
"""Fields of these kinds show a number or a date that is no matter of the slide."""


@dataclass(frozen=True)
class Line:
    """A paragraph. `listed` is None where only the layout knows whether it carries a bullet."""

    piece: Piece
    listed: bool | None = None
    formula: bool = False


def lines(body: Element) -> Iterator[Line]:
    """The paragraphs of a text body that show something."""
    for paragraph in body:
        if paragraph.tag == "a:p":
            piece = _piece(paragraph)
            piece = stripped(piece, left=not piece.code)
            if piece.text:
                yield Line(piece, _listed(paragraph), _is_formula(paragraph))


def written_out(text: str) -> str:
    """The text with the characters that stand escaped in it; a line ends where a program ends one."""
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\v", "\n")


def on_one_line(body: Element) -> Piece:
    """All paragraphs of a text body, such as a cell, as one."""
    return joined([line.piece for line in lines(body)], " ")


def _piece(paragraph: Element) -> Piece:
    runs = Runs()
    for one in paragraph:
        if one.tag == "a:br":
            runs.add("\n")
        elif one.tag in _FORMULAS:
            runs.formula(linear(one))
        elif one.tag == "a:r" or (one.tag == "a:fld" and not one.get("type", "").startswith(_PASSING)):
            text = child(one, "a:t")
            font = value(one, "a:rPr", "a:latin", name="typeface") or ""
            runs.add("" if text is None else written_out(text.text or ""), strong=_strong(one), font=font)
    return runs.piece()


def _strong(run: Element) -> bool:
    properties = child(run, "a:rPr")
    return properties is not None and any(properties.get(mark, "0") not in _OFF for mark in ("b", "i"))


def _listed(paragraph: Element) -> bool | None:
    properties = child(paragraph, "a:pPr")
    if properties is None:
        return None
    marks = {one.tag for one in properties}
    if marks & {"a:buChar", "a:buAutoNum", "a:buBlip"}:
        return True
    return False if "a:buNone" in marks else None


def _is_formula(paragraph: Element) -> bool:
    words = "".join(one.text or "" for one in inside(paragraph, "a:t"))
    return any(one.tag in _FORMULAS for one in paragraph) and not words.strip(" .,;")
