"""A line of a web page: words, code, formulas and what is emphasised among them."""

import re

from gradient.reading.alternatives import LEAST_OF_LINK, told
from gradient.reading.html_parts import (
    CODE,
    EMPHASES,
    PROGRAMS,
    classes,
    is_hidden,
    is_shown,
    left_out,
)
from gradient.reading.mathml import Element, formula_of, name
from gradient.text.document import Span
from gradient.text.markup import plain

_SPACE = re.compile(r"[ \t\r\f\v\n\u00a0]+")
_WRITTEN = frozenset({"text", "search", "submit", "reset", "button"})
"""Inputs whose value is shown as words."""
_TEX_SCRIPT = "math/tex"


class Inline:
    """Gathers the text of inline elements with single blanks; `taken` empties it."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._emphases: list[Span] = []
        self._pictures: list[str] = []
        self._left_out: list[tuple[str, str]] = []

    def text(self, source: str) -> None:
        """Add words; white space counts as one blank, none at the start."""
        words = _SPACE.sub(" ", source)
        if words.startswith(" ") and (not self._pieces or self._pieces[-1].endswith((" ", "\n"))):
            words = words[1:]
        self._add(words)

    def takes(self, element: Element) -> bool:
        """Whether an element that looks hidden is the source of a formula, or a line break."""
        return name(element) in {"br", "math"} or _tex(element) is not None or _rendered(element) is not None

    def element(self, element: Element) -> None:
        """Add what an element shows."""
        tex, math = _tex(element), _rendered(element)
        if tex is not None:
            self._add(f"${tex}$" if tex else "")
        elif math is not None:
            formula = formula_of(math)
            self._add(f"${formula}$" if formula else "")
        elif name(element) == "br":
            self._add("\n")
        elif name(element) in {"img", "picture"}:
            self._pictures += pictured(element)
        elif not is_hidden(element):
            self._shown(element)
        elif rule := left_out(element):
            self._left_out.append((rule, _words(element)))

    def inside(self, element: Element) -> None:
        """Add what stands inside an element; blocks in it are parted by a blank."""
        self.text(element.text or "")
        for child in element:
            self.element(child)
            self.text(child.tail or "")

    def taken(self) -> tuple[str, list[Span]]:
        """The text without white space at its edges, and its emphases; nothing remains."""
        text = "".join(self._pieces)
        first = len(text) - len(text.lstrip())
        last = len(text.rstrip())
        emphases = [
            Span(max(one.start, first) - first, min(one.end, last) - first)
            for one in self._emphases
            if min(one.end, last) > max(one.start, first)
        ]
        self._pieces, self._length, self._emphases = [], 0, []
        return text[first:last], emphases

    def pictures(self) -> list[str]:
        """What tells of the pictures among the text; nothing remains."""
        pictures, self._pictures = self._pictures, []
        return pictures

    def left_out(self) -> list[tuple[str, str]]:
        """The words that are there and not shown, after the rules for them; nothing remains."""
        left, self._left_out = self._left_out, []
        return [(rule, words) for rule, words in left if words]

    def _shown(self, element: Element) -> None:
        tag = name(element)
        if tag in CODE:
            self._code("".join(element.itertext()))
        elif tag == "sup":
            self._raised(element)
        elif tag in EMPHASES:
            start = self._length
            self.inside(element)
            self._emphasise(start)
        else:
            block = tag in {
                "p",
                "div",
                "li",
                "tr",
                "td",
                "th",
                "dt",
                "dd",
                "h1",
                "h2",
                "h3",
                "h4",
                "h5",
                "h6",
            }
            self.text(" " if block else "")
            self.inside(element)
            self.text(" " if block else "")

    def _code(self, source: str) -> None:
        code = " ".join(source.split())
        self._add(f"`{code}`" if code and "`" not in code else code)

    def _raised(self, element: Element) -> None:
        """A power keeps its sign; marks of notes, which are links, go."""
        if any(name(one) == "a" for one in element.iter()) or "reference" in classes(element):
            return
        inner = " ".join("".join(element.itertext()).split())
        ordinal = inner.lower() in {"st", "nd", "rd", "th", "e", "er", "tm", "®", "™"}
        self._add(inner if ordinal or not inner else f"^{inner}" if len(inner) == 1 else f"^({inner})")

    def _emphasise(self, start: int) -> None:
        text = "".join(self._pieces)[start:]
        stripped = text.strip(" \n")
        if stripped:
            first = start + len(text) - len(text.lstrip(" \n"))
            self._emphases.append(Span(first, first + len(stripped)))

    def _add(self, piece: str) -> None:
        if piece:
            self._pieces.append(piece)
            self._length += len(piece)


def _words(element: Element) -> str:
    """What stands in an element, programs aside, and what it shows by its attributes."""
    if name(element) in PROGRAMS:
        return ""
    if name(element) == "input":
        return (element.get("value") or "") if (element.get("type") or "text") in _WRITTEN else ""
    if element.get("srcdoc"):
        return plain(element.get("srcdoc") or "")
    inner = (f"{_words(child)} {child.tail or ''}" for child in element)
    return " ".join(f"{element.text or ''} {' '.join(inner)}".split())


def pictured(element: Element) -> list[str]:
    """What tells of a picture that is shown, unless it is a button or a badge."""
    if not is_shown(element):
        return []
    image = next((one for one in element.iter() if name(one) == "img"), None)
    text = "" if image is None else told(image.get("alt"))
    around = list(element.iterancestors())
    linked = any(name(one) in {"a", "button"} for one in around)
    captions = (one for figure in around if name(figure) == "figure" for one in figure.iter("figcaption"))
    if any(" ".join("".join(one.itertext()).split()).rstrip(".") == text.rstrip(".") for one in captions):
        return []
    return [text] if text and not (linked and len(text.split()) < LEAST_OF_LINK) else []


def _tex(element: Element) -> str | None:
    """The TeX that a script element holds for MathJax."""
    if name(element) == "script" and (element.get("type") or "").startswith(_TEX_SCRIPT):
        return " ".join((element.text or "").split())
    return None


def _rendered(element: Element) -> Element | None:
    """The MathML of a formula that is drawn by other elements, or is one itself."""
    if name(element) == "math":
        return element
    if name(element) == "mjx-container" or not {"mwe-math-element", "katex"}.isdisjoint(classes(element)):
        return next((one for one in element.iter() if name(one) == "math"), None)
    return None
