"""Formulas of web pages: their TeX where the page holds it, else MathML on one line."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from lxml.etree import _Element

Element: TypeAlias = _Element

_TEX = ("application/x-tex", "latex", "tex", "text/x-tex")
_DISPLAY_STYLE = "{\\displaystyle "


def tex_of(math: Element) -> str | None:
    """The TeX that a `math` element was made from, if it says so."""
    for one in math.iter():
        if name(one) == "annotation" and (one.get("encoding") or "").lower() in _TEX and one.text:
            return _bare(one.text)
    stated = math.get("alttext")
    return _bare(stated) if stated else None


def formula_of(math: Element) -> str:
    """The formula of a `math` element in TeX where that is known, else in plain signs: `(a + b)/(2)`."""
    return tex_of(math) or _linear(math)


def is_display(math: Element) -> bool:
    """Whether the formula stands on a line of its own."""
    return math.get("display") == "block" or math.get("mode") == "display"


def name(element: Element) -> str:
    """The name of an element without its namespace, in lower case; nothing for comments."""
    return element.tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(element.tag, str) else ""


def _bare(tex: str) -> str:
    tex = " ".join(tex.split())
    if tex.startswith(_DISPLAY_STYLE) and tex.endswith("}"):
        return tex[len(_DISPLAY_STYLE) : -1].strip()
    return tex


def _linear(element: Element) -> str:
    """MathML as a person would type it on one line."""
    kind = name(element)
    if kind in {"annotation", "annotation-xml"}:
        return ""
    if kind in {"mi", "mn", "mo", "mtext", "ms"}:
        text = " ".join("".join(element.itertext()).split())
        return f" {text} " if kind == "mo" and text in "=<>≤≥≠≈+−-±×→∈≡∼" else text
    parts = [_linear(child) for child in element]
    write = _WAYS.get(kind)
    if write is not None and len(parts) >= _ARGUMENTS.get(kind, 1):
        return write(parts)
    return "".join(parts)


def _grouped(part: str) -> str:
    part = part.strip()
    return part if len(part) == 1 or part.isalnum() else f"({part})"


_ARGUMENTS: Mapping[str, int] = {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "munder": 2, "mover": 2,
                                 "munderover": 3, "mroot": 2}  # fmt: skip
_WAYS: Mapping[str, Callable[[list[str]], str]] = {
    "mfrac": lambda part: f"{_grouped(part[0])}/{_grouped(part[1])}",
    "msup": lambda part: f"{part[0]}^{_grouped(part[1])}",
    "msub": lambda part: f"{part[0]}_{_grouped(part[1])}",
    "msubsup": lambda part: f"{part[0]}_{_grouped(part[1])}^{_grouped(part[2])}",
    "munder": lambda part: f"{part[0]}_{_grouped(part[1])}",
    "mover": lambda part: f"{part[0]}^{_grouped(part[1])}",
    "munderover": lambda part: f"{part[0]}_{_grouped(part[1])}^{_grouped(part[2])}",
    "msqrt": lambda part: f"√({''.join(part).strip()})",
    "mroot": lambda part: f"root_{_grouped(part[1])}({part[0].strip()})",
    "mtr": lambda part: ", ".join(one.strip() for one in part) + "; ",
}
