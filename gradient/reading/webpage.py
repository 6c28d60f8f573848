"""Web pages: what a reader of the page reads, with its headings, lists, tables, code and formulas."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from lxml import etree

from gradient.reading import furniture, tools
from gradient.reading.cleaning import carried, delivered
from gradient.reading.encoding import decoded
from gradient.reading.html_flow import Flow
from gradient.reading.language import guess
from gradient.reading.markdown import PROSE
from gradient.reading.mathml import Element, name
from gradient.reading.port import NothingToRead, TooLarge
from gradient.reading.sections import with_sections
from gradient.text.document import Document
from gradient.text.markup import plain

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^<>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE
)
_HEAD_BYTES = 4096
_FRONT_MATTER = re.compile(r"\ufeff?\s*---[ \t]*\n((?s:.*?))\n---[ \t]*(?:\n|$)")
_TITLE_LINE = re.compile(r"^title:[ \t]*[\"']?(.+?)[\"']?[ \t]*$", re.MULTILINE)
_TEMPLATE = re.compile(r"\{%(?s:.)*?%\}|\{\{(?:(?!\}\})(?s:.))*\}\}")
_XML = re.compile(r"\s*(?:<\?xml\b[^<>]*\?>)")
_CLOSED = re.compile(r"<(?!(?:br|hr|img|input|link|meta|area|base|col|embed|source|wbr)\b)(\w+)(\s[^<>]*)?/>")
_NEVER_SHOWN = frozenset({furniture.HIDDEN, furniture.STRUCK, furniture.DRAWING, furniture.FORM})
_OF_HEAD = frozenset(
    {"title", "meta", "link", "script", "style", "base", "noscript", "template", "object", ""}
)
_DEEPEST = 1000
"""Elements within elements; beyond, a page is not written by people, and stacks have an end."""


class WebPageReader:
    """Reads HTML and XHTML. Navigation is furniture; scripts, styles, comments, hidden parts are left out."""

    suffixes: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml", ".xht")
    tool: ClassVar[str] = tools.HTML

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        source, encoding, notes = decoded(data, name, declared=declared(data))
        source, title = _without_front_matter(source)
        root = _tree(source, name)
        with _deep_enough():
            draft = Flow(_body(root)).draft
        if not draft.headings and all(one.reason in _NEVER_SHOWN for one in draft.blocks):
            raise NothingToRead.file(name, "shows no text")
        draft.blocks = list(with_sections(draft.headings, draft.blocks, draft.document().text))
        shown = draft.document()
        prose = [plain(shown.text[one.start : one.end]) for one in shown.blocks if one.kind in PROSE]
        return delivered(
            draft.document(
                title=title or _title(root),
                encoding=encoding,
                language=guess("\n".join(prose)),
                notes=notes,
            )
        )


def shown(page: str) -> Document:
    """What a piece of a page shows. Raises TooLarge."""
    root = _tree(page, "an output")
    with _deep_enough():
        return delivered(Flow(_body(root)).draft.document())


def declared(data: bytes) -> str | None:
    """The encoding that a page says it is in."""
    found = _DECLARED.search(data[:_HEAD_BYTES])
    return None if found is None else found[1].decode("ascii").lower()


def _without_front_matter(source: str) -> tuple[str, str | None]:
    """The page without what a generator of sites reads from it, and the title stated there."""
    matter = _FRONT_MATTER.match(source)
    if matter is None:
        return source, None
    title = _TITLE_LINE.search(matter[1])
    return _TEMPLATE.sub(" ", source[matter.end() :]), title[1] if title else None


def _tree(source: str, name: str) -> Element:
    if _XML.match(source):
        source = _CLOSED.sub(r"<\1\2></\1>", _XML.sub("", source, count=1))
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    root = etree.fromstring(carried(f"<html>{source}").encode(), parser)
    if _depth(root) > _DEEPEST:
        raise TooLarge.file(name, "the depth of its elements", f"{_DEEPEST} elements")
    _move_out_of_head(root)
    return root


def _move_out_of_head(root: Element) -> None:
    """The parser leaves elements that it does not know in the head of a page without the tag of a body."""
    head = next((one for one in root if name(one) == "head"), None)
    strays = [] if head is None else [one for one in head if name(one) not in _OF_HEAD]
    if not strays:
        return
    body = next((one for one in root if name(one) == "body"), None)
    if body is None:
        body = etree.SubElement(root, "body")
    strays[-1].tail = f"{strays[-1].tail or ''}{body.text or ''}"
    body.text = None
    for position, stray in enumerate(strays):
        body.insert(position, stray)


@contextmanager
def _deep_enough() -> Iterator[None]:
    """Room on the stack for the deepest page: a level of elements takes three calls."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 5 * _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _depth(root: Element) -> int:
    deepest = depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest


def _body(root: Element) -> Element:
    return next((one for one in root.iter() if name(one) == "body"), root)


def _title(root: Element) -> str | None:
    for one in root.iter():
        if name(one) == "title" and all(name(around) != "svg" for around in one.iterancestors()):
            return " ".join("".join(one.itertext()).split()) or None
    return None
