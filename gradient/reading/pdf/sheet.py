"""Takes a page out of MuPDF: its lines with their fonts, cleaned of what is no text."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from statistics import median
from typing import Any, NamedTuple

import pymupdf

from gradient.reading.pdf.beside import with_initials
from gradient.reading.pdf.covered import covered, pictured
from gradient.reading.pdf.drawn import is_ground, may_be_ruled
from gradient.reading.pdf.holes import MEANINGLESS, share_of_holed
from gradient.reading.pdf.layout import Glyphs, Line, Sheet
from gradient.reading.pdf.remarks import Box, added, lies_in
from gradient.reading.pdf.rules import grids, rules_of
from gradient.reading.pdf.sideways import upright
from gradient.reading.pdf.signs import EXTENSION_FONT, meant

_mupdf: Any = pymupdf
_FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_MEDIABOX_CLIP
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    | pymupdf.TEXT_COLLECT_VECTORS
    | pymupdf.TEXT_LAZY_VECTORS
)
_VECTOR = 3
"""The type of a block that is a drawing."""
_MATH_FONT = re.compile(
    r"math|cmmi|cmsy|cmex|cmbsy|msam|msbm|eufm|euex|stix.*(?:mat|siz)|mtmi|mtsy|mtex|symbol|rsfs",
    re.IGNORECASE,
)
_MONO_FONT = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo|inconsolata|fira ?code", re.IGNORECASE)
_BOLD_FONT = re.compile(r"bold|black|heavy|semibold|cmbx|-bd|-medi$", re.IGNORECASE)
_ITALIC_FONT = re.compile(r"ital|oblique|slanted|cmti|cmsl", re.IGNORECASE)
_ORNAMENT_FONT = re.compile(r"dingbat|wingding|webding|bbding|marvosym", re.IGNORECASE)
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_CUT_OFF, _CORRUPT, _LOST = "treating as end of file", "zlib error", "page may not be correct"
"""What MuPDF says of corrupt data. A wrong check sum alone is common and does no harm."""
_SUSPECT = 0.03
"""In a font without Unicode values blanks have codes of control characters; with such a share of these it may
be one."""
_ORNAMENT = "❒"
_LATER = 8.0
"""The size at most, in points, of what was put on the page afterwards: hardly any text is smaller."""
_FLAG_ITALIC, _FLAG_MONO, _FLAG_BOLD = 2, 8, 16
_FEW_LETTERS = 400
"""Pictures matter on pages with fewer letters than this alone."""
_PLAIN = (0.0, False, False, False, False)
"""The style before any: size, bold, italic, in a font for formulas, in a typewriter font."""
_LEVEL = 0.99
"""Cosine from which on a line counts as level."""
_BLANK = 0.16
"""A gap of so many sizes of the font is a blank."""
_NARROW, _WIDE = 0.45, 0.75
"""Widths of the characters of typewriter fonts in sizes; signs of Chinese are one size wide."""
_PITCH_LETTERS, _PITCH_LINES, _PITCH_SHARE, _PITCH_PLAY = 8, 8, 0.6, 0.005
"""A font has one pitch when so many different pieces of so many letters show it, most of them exactly."""


class _Face(NamedTuple):
    """What kind of type a font is."""

    bold: bool
    italic: bool
    math: bool
    mono: bool
    ornament: bool
    extension: bool


def take(file: Any) -> list[Sheet]:
    """All pages of an open file as sheets, numbered from 1."""
    found = [_found(page) for page in file]
    mono = _fonts_of_one_pitch([raw for raw, _ in found])
    return [
        replace(_sheet(page, raw, mono, number), torn=torn)
        for number, (page, (raw, torn)) in enumerate(zip(file, found, strict=True), 1)
    ]


def _found(page: Any) -> tuple[dict[str, Any], bool]:
    """What is on the page, and whether MuPDF had to pass over corrupt data to find it."""
    _mupdf.TOOLS.reset_mupdf_warnings()
    raw = page.get_text("dict", flags=_FLAGS)
    warnings = _mupdf.TOOLS.mupdf_warnings()
    return raw, _CUT_OFF in warnings or (_CORRUPT in warnings and _LOST in warnings)


def _sheet(page: Any, found: dict[str, Any], mono: set[str], number: int) -> Sheet:
    lines: list[Line] = []
    turned: list[Line] = []
    seen, lost, hidden = 0, 0, 0
    later = added(page)
    for raw in _raw_lines(found):
        text = "".join([span["text"] for span in raw["spans"]])
        seen += len(text.strip())
        hidden += 0 if raw["spans"][0]["alpha"] else len(text.strip())
        lost += 0 if text.isascii() and text.isprintable() else len(MEANINGLESS.findall(text))
        line = _line(raw, mono, number)
        if line is not None and line not in lines[-3:]:
            line = _plain_if_within(line, later.boxes)
            if abs(raw["dir"][0]) > _LEVEL:
                lines.append(line)
            else:
                turned.append(replace(line, turn=_turn(raw["dir"])))
    drawn = [block for block in found["blocks"] if block["type"] == _VECTOR]
    shown = [one for one in drawn if not is_ground(one, found["width"], found["height"])]
    sheet = Sheet(
        number=number,
        width=found["width"],
        height=found["height"],
        lines=tuple(with_initials(lines)),
        pictured=pictured(page) if seen < _FEW_LETTERS else 0.0,
        marks=len(shown),
        drawn=covered(shown, found["width"], found["height"]) if seen < _FEW_LETTERS else 0.0,
        broken=_without_meaning(page, lost / seen) if seen else 0.0,
        holed=share_of_holed(_prose(raw["spans"]) for raw in _raw_lines(found)) if lost else 0.0,
        layered=hidden > seen / 2,
        grids=tuple(grids(rules_of(page.get_cdrawings()))) if may_be_ruled(drawn) else (),
        turned=tuple(turned),
        remarks=later.remarks,
        files=later.files,
    )
    return upright(sheet)


def _turn(direction: tuple[float, float]) -> int:
    """1 for text that reads upwards, -1 downwards, 0 askew."""
    return round(-direction[1]) if abs(direction[1]) > _LEVEL else 0


def _without_meaning(page: Any, share: float) -> float:
    """The share of characters without meaning; where some are, those count too that have a code alone."""
    if share < _SUSPECT:
        return share
    text = "".join(page.get_text("text", flags=_FLAGS & ~pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE).split())
    return max(share, len(MEANINGLESS.findall(text)) / len(text)) if text else share


def _fonts_of_one_pitch(found: Sequence[dict[str, Any]]) -> set[str]:
    """Fonts whose characters all are equally wide, measured where the font does not say so itself."""
    pitches: dict[str, dict[str, float]] = {}
    for page in found:
        for raw in _raw_lines(page):
            for span in raw["spans"]:
                if len(span["text"]) >= _PITCH_LETTERS and span["size"]:
                    width = (span["bbox"][2] - span["bbox"][0]) / len(span["text"]) / span["size"]
                    pitches.setdefault(span["font"], {})[span["text"]] = width
    return {font for font, widths in pitches.items() if _is_one_pitch(list(widths.values()))}


def _is_one_pitch(widths: list[float]) -> bool:
    middle = median(widths)
    alike = sum(1 for width in widths if abs(width - middle) <= _PITCH_PLAY * middle)
    if not _NARROW < middle < _WIDE:
        return False
    return len(widths) >= _PITCH_LINES and alike >= _PITCH_SHARE * len(widths)


def _raw_lines(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for block in found["blocks"]:
        yield from block.get("lines", [])


def _prose(spans: Sequence[dict[str, Any]]) -> str:
    """The characters of a line, a blank for those in fonts for formulas and ornaments."""
    return "".join(
        " " if (face := _face(span["font"], span["flags"])).math or face.ornament else span["text"]
        for span in spans
    )


def _plain_if_within(line: Line, boxes: tuple[Box, ...]) -> Line:
    """The line; where it was put on the page afterwards, as small and thin as makes no heading."""
    if not boxes or not lies_in((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2, boxes):
        return line
    glyphs = tuple(part._replace(size=min(part.size, _LATER), bold=False) for part in line.glyphs)
    return replace(line, glyphs=glyphs)


def _line(raw: dict[str, Any], mono: set[str], page: int) -> Line | None:
    glyphs = _glyphs(raw["spans"], mono)
    if all(part.text.isspace() for part in glyphs):
        return None
    x0, y0, x1, y1 = raw["bbox"]
    return Line(tuple(glyphs), x0, y0, x1, y1, page)


def _glyphs(spans: Sequence[dict[str, Any]], mono: set[str]) -> list[Glyphs]:
    """The spans of a line, neighbours in one style as one; a blank takes the style of what stands before it.

    There is a blank where MuPDF left out the one that a gap between two fonts shows.
    """
    glyphs: list[Glyphs] = []
    style, texts = _PLAIN, list[str]()
    right, open_end = 0.0, False
    for span in spans:
        font = span["font"]
        face = _face(font, span["flags"])
        text = _clean(meant(span["text"]) if face.extension else span["text"])
        if not text:
            continue
        size = round(span["size"] * 2) / 2
        if face.ornament and len(text.strip()) == 1:
            text = _ORNAMENT + " "
        x0, _, x1, _ = span["bbox"]
        if open_end and x0 - right > _BLANK * size and not text[0].isspace():
            text = " " + text
        right, open_end = x1, not text[-1].isspace()
        own = (size, face.bold, face.italic, face.math, face.mono or font in mono)
        if texts and own != style and not text.isspace():
            glyphs.append(Glyphs("".join(texts), *style))
            texts.clear()
        if not texts:
            style = own
        texts.append(text)
    return [*glyphs, Glyphs("".join(texts), *style)] if texts else glyphs


@cache
def _face(name: str, flags: int) -> _Face:
    font = name.rpartition("+")[2]
    math = _MATH_FONT.search(font) is not None
    return _Face(
        bold=not math and bool(flags & _FLAG_BOLD or _BOLD_FONT.search(font)),
        italic=not math and bool(flags & _FLAG_ITALIC or _ITALIC_FONT.search(font)),
        math=math,
        mono=bool(flags & _FLAG_MONO or _MONO_FONT.search(font)),
        ornament=_ORNAMENT_FONT.search(font) is not None,
        extension=EXTENSION_FONT.search(font) is not None,
    )


def _clean(text: str) -> str:
    """Characters as a reader knows them: ligatures apart, no private or control characters."""
    if text.isascii() and text.isprintable():
        return text
    text = MEANINGLESS.sub("", text.replace("\u00a0", " ").replace("\t", " "))
    return _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)
