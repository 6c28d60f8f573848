"""A block of HTML inside Markdown: what of it is a caption, a table, a drawing, or mere tags."""

import re
from collections.abc import Iterator

from gradient.reading import furniture
from gradient.reading.alternatives import captioned
from gradient.reading.attributes import stated
from gradient.reading.quiz import explained
from gradient.text.document import Block, BlockKind
from gradient.text.tags import tag_spans

_NO_PROSE = re.compile(r"<(svg|script|style|canvas|iframe)\b(?s:.*?)(?:</\1\s*>|\Z)", re.IGNORECASE)
_FIGURE = re.compile(r"<img\b|<figure\b|caption|\bfig\b", re.IGNORECASE)
_EMPHASIS = re.compile(r"</?(?:b|i|em|strong|code|sub|sup)>", re.IGNORECASE)
_TABLE = re.compile(r"<table\b", re.IGNORECASE)


def html_blocks(text: str, start: int, end: int) -> list[Block]:
    """The blocks of the HTML at `text[start:end]`: what it shows as one, what surrounds that as furniture."""
    source = text[start:end]
    kind: BlockKind = (
        "table" if _TABLE.search(source) else "caption" if _FIGURE.search(source) else "paragraph"
    )
    blocks: list[Block] = []
    for first, last, reason in _parts(text, start, end):
        if reason is not None:
            blocks.append(Block("furniture", first, last, reason))
        elif last > first:
            blocks += _shown(text, first, last, kind)
    return blocks


def beneath(text: str, block: Block) -> Iterator[Block]:
    """The block; a picture or a quiz in pieces, so that what it says to people stands for itself."""
    if block.reason == furniture.IMAGE:
        yield from captioned(text, block)
    elif block.reason == furniture.QUIZ:
        yield from explained(text, block)
    elif block.reason == furniture.MARKUP:
        yield from stated(text, block)
    else:
        yield block


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int, str | None]]:
    """Drawings and scripts with their rule, and what lies between them, without white space at the edges."""
    position = start
    for match in _NO_PROSE.finditer(text, start, end):
        yield *_trimmed(text, position, match.start()), None
        is_drawing = match[1].lower() in {"svg", "canvas"}
        yield *match.span(), furniture.DRAWING if is_drawing else furniture.SCRIPT
        position = match.end()
    yield *_trimmed(text, position, end), None


def _shown(text: str, start: int, end: int, kind: BlockKind) -> Iterator[Block]:
    source = text[start:end]
    reason = furniture.of_markup(source)
    if reason is not None:
        block = Block("furniture", start, end, reason)
        yield from beneath(text, block)
        return
    if kind == "table":
        yield Block(kind, start, end)
        return
    first, last = _visible(source)
    before, after = _trimmed(text, start, start + first), _trimmed(text, start + last, end)
    if before[0] < before[1]:
        yield from _tags(text, *before)
    yield Block(kind, start + first, start + last)
    if after[0] < after[1]:
        yield from _tags(text, *after)


def _tags(text: str, start: int, end: int) -> Iterator[Block]:
    block = Block("furniture", start, end, furniture.of_markup(text[start:end]) or furniture.MARKUP)
    return stated(text, block) if block.reason == furniture.MARKUP else iter((block,))


def _visible(source: str) -> tuple[int, int]:
    """From the first to the last character that is shown, with the tags for emphasis around them."""
    shown = list(source)
    for first, last in tag_spans(source):
        if not _EMPHASIS.fullmatch(source, first, last):
            shown[first:last] = " " * (last - first)
    line = "".join(shown)
    return len(line) - len(line.lstrip()), len(line.rstrip())


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    if not piece.strip():
        return start, start
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
