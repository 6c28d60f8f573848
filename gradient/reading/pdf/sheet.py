"""Takes a page out of MuPDF: its lines with their fonts, cleaned of what is no text."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pymupdf

from gradient.reading.pdf.layout import Glyphs, Line, Sheet

_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
_MATH_FONT = re.compile(
    r"math|cmmi|cmsy|cmex|cmbsy|msam|msbm|eufm|euex|stix.*(?:mat|siz)|mtmi|mtsy|mtex|symbol|rsfs|^f\d+$", re.I
)
_MONO_FONT = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo|inconsolata|fira ?code", re.I)
_BOLD_FONT = re.compile(r"bold|black|heavy|semibold|cmbx|-bd|-medi$", re.I)
_ITALIC_FONT = re.compile(r"ital|oblique|slanted|cmti|cmsl", re.I)
_ORNAMENT_FONT = re.compile(r"dingbat|wingding|webding|bbding|marvosym", re.I)
_MEANINGLESS = re.compile("[\ufffd\ue000-\uf8ff]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ORNAMENT = "❒"


def take(page: Any, number: int) -> Sheet:
    """The page as a sheet numbered `number` (from 1)."""
    found = page.get_text("dict", flags=_FLAGS)
    lines, turned, seen, lost = [], [], 0, 0
    for raw in _raw_lines(found):
        text = "".join(span["text"] for span in raw["spans"])
        seen += len(text.strip())
        lost += len(_MEANINGLESS.findall(text))
        line = _line(raw, number)
        if line is not None:
            (lines if abs(raw["dir"][0]) > 0.99 else turned).append(line)
    return Sheet(
        number=number,
        width=found["width"],
        height=found["height"],
        lines=tuple(lines),
        pictured=_pictured(page),
        marks=len(page.get_drawings()) if not lines else 0,
        broken=lost / seen if seen else 0.0,
        turned=tuple(turned),
    )


def _raw_lines(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for block in found["blocks"]:
        yield from block.get("lines", [])


def _line(raw: dict[str, Any], page: int) -> Line | None:
    parts = [_glyphs(span) for span in raw["spans"]]
    merged = tuple(_merged([part for part in parts if part.text]))
    if not any(part.text.strip() for part in merged):
        return None
    return Line(merged, *raw["bbox"], page=page)


def _glyphs(span: dict[str, Any]) -> Glyphs:
    font = span["font"].rpartition("+")[2]
    text = _clean(span["text"])
    if _ORNAMENT_FONT.search(font) and len(text.strip()) == 1:
        text = _ORNAMENT + " "
    math = _MATH_FONT.search(font) is not None
    return Glyphs(
        text=text,
        size=round(span["size"] * 2) / 2,
        bold=not math and bool(span["flags"] & 16 or _BOLD_FONT.search(font)),
        italic=not math and bool(span["flags"] & 2 or _ITALIC_FONT.search(font)),
        math=math,
        mono=_MONO_FONT.search(font) is not None,
    )


def _clean(text: str) -> str:
    """Characters as a reader knows them: ligatures apart, no private or control characters."""
    text = _MEANINGLESS.sub("", text.replace("\u00a0", " ").replace("\t", " "))
    return "".join(
        unicodedata.normalize("NFKC", letter) if "\ufb00" <= letter <= "\ufb06" else letter for letter in text
    )


def _merged(parts: list[Glyphs]) -> Iterator[Glyphs]:
    """Neighbours in one style as one; a blank takes the style of what stands before it."""
    styled: list[Glyphs] = []
    for part in parts:
        if not part.text.strip() and styled:
            last = styled[-1]
            part = Glyphs(part.text, last.size, last.bold, last.italic, last.math, last.mono)
        styled.append(part)
    for (size, bold, italic, math, mono), same in groupby(
        styled, key=lambda part: (part.size, part.bold, part.italic, part.math, part.mono)
    ):
        yield Glyphs("".join(part.text for part in same), size, bold, italic, math, mono)


def _pictured(page: Any) -> float:
    whole = abs(page.rect)
    if not whole:
        return 0.0
    areas = [abs(pymupdf.Rect(info["bbox"]) & page.rect) for info in page.get_image_info()]
    return float(min(1.0, sum(areas) / whole))
