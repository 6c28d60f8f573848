"""Markdown and MDX: the text stays the file's own, the syntax tree says what stands where."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from gradient.reading import furniture, tools
from gradient.reading.cover import cover
from gradient.reading.emphasis import emphases
from gradient.reading.encoding import decoded
from gradient.reading.front_matter import defines, front_matter
from gradient.reading.html_block import beneath, html_blocks
from gradient.reading.language import guess
from gradient.reading.long_formulas import Piece, whole_formulas
from gradient.reading.markdown_leaves import Leaf, leaves
from gradient.reading.sections import with_sections
from gradient.reading.titles import clean_title
from gradient.text.document import Block, BlockKind, Document, Heading, Span
from gradient.text.markup import plain

_HTML_HEADING = re.compile(r"\s*<h([1-6])\b[^>]*>((?s:.*?))</h\1>\s*", re.IGNORECASE)
_FORMULA_ALONE = re.compile(
    r"\s*(?:\$\$(?:(?!\$\$)(?s:.))+\$\$|\\{1,2}\[(?s:.+)\\{1,2}\]|\\begin\{(?s:.+)\\end\{[^}]+\})\s*[.,]?\s*"
)
_TITLE = re.compile(r"^title:[ \t]*[\"']?(.+?)[\"']?[ \t]*$", re.MULTILINE)
_CONTENTS_SHARE = 0.75
"""A list is a table of contents when so many of its items are links within the page."""
PROSE = frozenset({"paragraph", "list", "quote", "caption"})
_KINDS: dict[str, BlockKind] = {"code": "code", "table": "table", "math": "math"}


class MarkdownReader:
    """Reads Markdown and MDX with front matter, formulas and HTML; headings and blocks cover all text."""

    suffixes: ClassVar[tuple[str, ...]] = (".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd")
    tool: ClassVar[str] = tools.MARKDOWN

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        headings, blocks, emphasised = parsed(text)
        prose = [block for block in blocks if block.kind in PROSE]
        return Document(
            text=text,
            headings=headings,
            blocks=blocks,
            emphases=emphasised,
            title=title_of(text, headings),
            encoding=encoding,
            notes=notes,
            language=guess("\n".join(plain(text[block.start : block.end]) for block in prose)),
        )


def parsed(text: str) -> tuple[tuple[Heading, ...], tuple[Block, ...], tuple[Span, ...]]:
    """Headings, blocks and emphases of a Markdown text; headings and blocks cover it."""
    headings, blocks = _structure(text)
    return headings, blocks, tuple(_emphases(text, [block for block in blocks if block.kind in PROSE]))


def _structure(text: str) -> tuple[tuple[Heading, ...], tuple[Block, ...]]:
    pieces = list(whole_formulas(_merged(_placed(text)), text))
    reasons = _list_reasons(pieces)
    headings: list[Heading] = []
    blocks: list[Block] = []
    for piece in pieces:
        heading = _heading(piece)
        if heading is not None:
            headings.append(heading)
        else:
            blocks += _blocks(piece, text, reasons.get(piece[0].listed))
    blocks = cover(text, headings, blocks)
    return tuple(headings), tuple(with_sections(headings, list(_with_contents_title(text, blocks)), text))


def _placed(text: str) -> Iterator[Piece]:
    """The leaves with their ranges, without white space at the edges, never overlapping."""
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    last = 0
    for leaf in leaves(text):
        start, end = max(last, starts[leaf.first]), starts[min(leaf.last, len(starts) - 1)]
        source = text[start:end]
        start, end = start + len(source) - len(source.lstrip()), start + len(source.rstrip())
        if start < end:
            last = end
            yield leaf, start, end


def _merged(placed: Iterator[Piece]) -> list[Piece]:
    """Paragraphs that follow each other in one list item or quotation become one piece."""
    merged: list[Piece] = []
    for leaf, start, end in placed:
        previous = merged[-1][0] if merged else None
        if (
            previous is not None
            and leaf.kind == previous.kind == "paragraph"
            and leaf.container == previous.container != 0
        ):
            merged[-1] = (previous, merged[-1][1], end)
        else:
            merged.append((leaf, start, end))
    return merged


def _list_reasons(pieces: list[Piece]) -> dict[int, str]:
    """The lists, by number, that hold nothing but links, with the rule that says so."""
    reasons: dict[int, str] = {}
    for listed, members in groupby(pieces, key=lambda piece: piece[0].listed):
        items = [leaf.content for leaf, _, _ in members]
        within = sum(furniture.links_within_page(item) for item in items)
        if listed and within >= _CONTENTS_SHARE * len(items):
            reasons[listed] = furniture.CONTENTS
        elif listed and len(items) > 1 and all(furniture.only_links(item) for item in items):
            reasons[listed] = furniture.LINK_LIST
    return reasons


def _heading(piece: Piece) -> Heading | None:
    leaf, start, end = piece
    if leaf.kind == "heading":
        level, source = leaf.level, leaf.content
    elif leaf.kind == "html" and (found := _HTML_HEADING.fullmatch(leaf.content)):
        level, source = int(found[1]), found[2]
    else:
        return None
    title = clean_title(source)
    return Heading(level, title, start, end) if title else None


def _blocks(piece: Piece, text: str, list_reason: str | None) -> list[Block]:
    leaf, start, end = piece
    if list_reason is not None:
        return [Block("furniture", start, end, list_reason)]
    if leaf.kind == "html":
        reason = furniture.of_program(text[start:end])
        return html_blocks(text, start, end) if reason is None else [Block("furniture", start, end, reason)]
    if leaf.kind in _KINDS:
        return [Block(_KINDS[leaf.kind], start, end)]
    if leaf.kind == "paragraph":
        block = _paragraph(leaf, text, start, end)
        if block.reason == furniture.DRAWING:
            return html_blocks(text, start, end)
        return list(beneath(text, block))
    if leaf.kind == "front matter" and defines(front_matter(text)):
        first = text.index("\n", start) + 1
        return [Block("paragraph", first, first + len(front_matter(text).rstrip()))]
    reason = furniture.MARKUP if leaf.kind == "heading" else leaf.kind
    return [Block("furniture", start, end, reason)]


def _paragraph(leaf: Leaf, text: str, start: int, end: int) -> Block:
    source = text[start:end]
    if _FORMULA_ALONE.fullmatch(leaf.content):
        return Block("math", start, end)
    reason = furniture.of_paragraph(leaf.content if leaf.within != "list" else source)
    if reason is not None:
        return Block("furniture", start, end, reason)
    kinds: dict[str, BlockKind] = {"list": "list", "quote": "quote"}
    return Block(kinds.get(leaf.within, "paragraph"), start, end)


def _with_contents_title(text: str, blocks: list[Block]) -> list[Block]:
    """The line that announces a table of contents goes with it."""
    result = list(blocks)
    for index, block in enumerate(blocks[1:]):
        before = blocks[index]
        if block.reason == furniture.CONTENTS and furniture.is_contents_title(
            text[before.start : before.end]
        ):
            result[index] = Block("furniture", before.start, before.end, furniture.CONTENTS)
    return result


def _emphases(text: str, prose: list[Block]) -> Iterator[Span]:
    for block in prose:
        yield from emphases(text[block.start : block.end], block.start)


def title_of(text: str, headings: Sequence[Heading]) -> str | None:
    """The title of the front matter, else the only heading of the first level."""
    if found := _TITLE.search(front_matter(text)):
        return plain(found[1])
    first = [heading.title for heading in headings if heading.level == 1]
    return first[0] if len(first) == 1 else None
