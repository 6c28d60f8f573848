"""Walks a web page in reading order and writes what it shows."""

from gradient.reading import furniture
from gradient.reading.draft import Draft
from gradient.reading.html_inline import Inline
from gradient.reading.html_parts import (
    HEADINGS,
    INLINE,
    KINDS,
    classes,
    code_language,
    furniture_of,
    is_hidden,
    is_layout,
    of_links,
)
from gradient.reading.html_table import lines
from gradient.reading.mathml import Element, formula_of, is_display, name
from gradient.reading.titles import clean_title
from gradient.text.document import BlockKind, Span

_MAIN_SHARE = 0.5
"""The main part of a page is believed when it holds so much of the text."""


class Flow:
    """Writes a page into a draft; where one part says that it is the main one, all around is navigation."""

    def __init__(self, body: Element) -> None:
        self.draft = Draft()
        self._inline = Inline()
        self._main = main_part(body)
        self._title = only_title(body)
        self._around = set() if self._main is None else set(self._main.iterancestors())
        self._block(body, "paragraph")
        self._flush("paragraph")

    def _children(self, element: Element, kind: BlockKind) -> None:
        self._inline.text(element.text or "")
        for child in element:
            self._child(child, kind)
            self._inline.text(child.tail or "")

    def _child(self, child: Element, kind: BlockKind) -> None:
        formula = display_formula(child)
        if formula is not None:
            self._flush(kind)
            self.draft.block("math", f"$${formula}$$" if formula else "")
        elif self._is_inline(child):
            self._inline.element(child)
        else:
            self._flush(kind)
            self._block(child, kind)

    def _is_inline(self, child: Element) -> bool:
        if self._inline.takes(child) or is_hidden(child):
            return True
        return name(child) in INLINE and not _holds_blocks(child)

    def _block(self, element: Element, kind: BlockKind) -> None:
        tag = name(element)
        reason = self._reason(element)
        if reason is not None and self._holds_title(element):
            self._masthead(element, reason)
        elif reason is not None:
            self._furniture(element, reason)
        elif tag in HEADINGS:
            self._heading(element, int(tag[1]))
        elif tag == "pre":
            code = "".join(element.itertext()).expandtabs()
            self.draft.block("code", code, language=code_language(element))
        elif tag == "table" and not is_layout(element):
            self._table(element)
        elif tag == "hr":
            self._flush(kind)
        else:
            inner = KINDS.get(tag, kind)
            self._children(element, inner)
            self._flush(inner)

    def _reason(self, element: Element) -> str | None:
        if name(element) in {"ul", "ol"} and (rule := of_links(element)):
            return rule
        if self._main is None or element is self._main or element in self._around:
            return None if element in self._around else furniture_of(element)
        inside = self._main in element.iterancestors()
        return furniture_of(element) if inside or name(element) == "h1" else furniture.NAVIGATION

    def _furniture(self, element: Element, reason: str) -> None:
        inline = Inline()
        inline.element(element)
        self.draft.block("furniture", inline.taken()[0], reason=reason)
        self._leave(inline)

    def _holds_title(self, element: Element) -> bool:
        return self._title is not None and (element is self._title or element in self._title.iterancestors())

    def _masthead(self, element: Element, reason: str) -> None:
        """Furniture around the only title of the page, which stays."""
        if element is self._title:
            self._heading(element, 1)
            return
        self.draft.block("furniture", " ".join((element.text or "").split()), reason=reason)
        for child in element:
            if self._holds_title(child):
                self._masthead(child, reason)
            else:
                self._furniture(child, reason)
            self.draft.block("furniture", " ".join((child.tail or "").split()), reason=reason)

    def _heading(self, element: Element, level: int) -> None:
        inline = Inline()
        inline.inside(element)
        text = " ".join(inline.taken()[0].split()) or " ".join(inline.pictures())
        self.draft.heading(level, text, clean_title(text))
        self._leave(inline)

    def _table(self, table: Element) -> None:
        for caption in table.iter("caption"):
            self._block(caption, "caption")
        self.draft.block("table", "\n".join(lines(table)))

    def _flush(self, kind: BlockKind) -> None:
        text, emphases = self._inline.taken()
        if text:
            self.draft.block(kind, text)
            start = self.draft.length - len(text)
            self.draft.emphases += [Span(one.start + start, one.end + start) for one in emphases]
        for picture in self._inline.pictures():
            self.draft.block("caption", picture)
        self._leave(self._inline)

    def _leave(self, inline: Inline) -> None:
        for reason, words in inline.left_out():
            self.draft.block("furniture", words, reason=reason)


def only_title(body: Element) -> Element | None:
    """The heading of the first level where the page shows just one, outside its footer and its menus."""
    found = [one for one in body.iter() if name(one) == "h1"]
    if len(found) != 1:
        return None
    around = [found[0], *found[0].iterancestors()]
    within = any(is_hidden(one) or name(one) in {"nav", "footer", "menu", "dialog"} for one in around)
    return None if within else found[0]


def main_part(body: Element) -> Element | None:
    """The one element that says that it is the main part, if most of the text stands in it."""
    found = [one for one in body.iter() if name(one) == "main" or one.get("role") == "main"]
    if not found:
        found = list(body.iter("article"))
        if len(found) != 1:
            return None
    return found[0] if _size(found[0]) >= _MAIN_SHARE * _size(body) else None


def _size(element: Element) -> int:
    """Characters that are shown outside navigation."""
    if is_hidden(element) or furniture_of(element) is not None:
        return 0
    own = len("".join((element.text or "").split()))
    return own + sum(_size(child) + len("".join((child.tail or "").split())) for child in element)


def display_formula(element: Element) -> str | None:
    """The formula where an element is one on a line of its own."""
    tag = name(element)
    if tag == "script" and "mode=display" in (element.get("type") or "").replace(" ", ""):
        return " ".join((element.text or "").split())
    if tag == "math" and is_display(element):
        return formula_of(element)
    if "katex-display" in classes(element) or (tag == "mjx-container" and element.get("display") == "true"):
        math = next((one for one in element.iter() if name(one) == "math"), None)
        return None if math is None else formula_of(math)
    return None


def _holds_blocks(element: Element) -> bool:
    return any(name(one) not in INLINE and not is_hidden(one) and name(one) != "br" for one in element.iter())
