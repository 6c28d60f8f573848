"""Formulas of office files (OMML) on one line, as people type them: x = (−b ± √(b^2 − 4ac)) / 2a."""

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from gradient.reading.office.trees import child

_ATOM = re.compile(r"[^\W_]+(?:\.[^\W_]+)?['′]*|[-−+]?\d+(?:\.\d+)?|[∞∘°*†′∅⊤⊥+−]|[√∑∏∫]")
_SPACED = re.compile(r"(?<=[^\s^_(\[{,;|√])[ ]*([=≠≈≡≅∝≤≥<>→⇒⇔∈∉⊂⊆±∓+−×·∪∩∧∨])[ ]*(?=[^\s)\]}^_,;|])")
_APPLY = "\u2061"
_UNSEEN = re.compile("[\u2062\u2064\u200b]")
_END = re.compile("\u2063")
"""Stands behind scripts and fractions while a formula is written, to part them from a letter that follows."""
_END_BEFORE_WORD = re.compile(r"\u2063+(?=[^\W_])")
_AFTER_OPENING = re.compile(r"(?<=[(\[{]) +")
_LEFT_OUT = {"w:del", "w:moveFrom"}
_ABOVE = {"\u0302", "\u0303", "\u0304", "\u0305", "\u0307", "\u0308", "\u20d7", "\u030c", "\u0306"}


def linear(element: Element) -> str:
    """The formula in `element` on one line; of several in one paragraph of formulas each has its own."""
    several = [one for one in element if one.tag == "m:oMath"]
    if several:
        return "\n".join(linear(one) for one in several)
    written = _UNSEEN.sub("", _children(element)).replace(_APPLY + "(", "(").replace(_APPLY, " ")
    parted = _END.sub("", _END_BEFORE_WORD.sub(" ", written))
    return _AFTER_OPENING.sub("", " ".join(_SPACED.sub(r" \1 ", parted).split()))


def _children(element: Element | None) -> str:
    return "" if element is None else "".join(_write(one) for one in element)


def _write(element: Element) -> str:
    if element.tag in _LEFT_OUT or element.tag.endswith("Pr"):
        return ""
    if element.tag == "m:t":
        return element.text or ""
    writer = _WRITERS.get(element.tag)
    return writer(element) if writer is not None else _children(element)


def _part(element: Element, name: str) -> str:
    return _children(child(element, f"m:{name}")).strip()


def _joined(text: str) -> str:
    """The text in brackets unless it holds together by itself."""
    text = text.strip().rstrip("\u2063")
    return text if _ATOM.fullmatch(text) or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return position == len(text) - 1
    return False


def _property(element: Element, name: str, otherwise: str = "") -> str:
    found = child(element, f"{element.tag}Pr", f"m:{name}")
    return otherwise if found is None else found.get("m:val", "")


def _fraction(element: Element) -> str:
    above, below = _part(element, "num"), _part(element, "den")
    if _property(element, "type") == "noBar":
        return f"({above} over {below})"
    return f"{_joined(above)} / {_joined(below)}\u2063"


def _scripts(element: Element) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    return _joined(_part(element, "e")) + _script("_", below) + _script("^", above)


def _before(element: Element) -> str:
    """Scripts in front of their base, as in a nuclide."""
    scripts = _script("_", _part(element, "sub")) + _script("^", _part(element, "sup"))
    return scripts + _joined(_part(element, "e"))


def _script(mark: str, text: str) -> str:
    return f"{mark}{_joined(text)}\u2063" if text else ""


def _root(element: Element) -> str:
    degree = _part(element, "deg")
    return ("√" if not degree else f"√[{degree}]") + _joined(_part(element, "e"))


def _large(element: Element) -> str:
    """A sum, product or integral with its limits."""
    sign = _property(element, "chr", "∫")
    limits = _script("_", _part(element, "sub")) + _script("^", _part(element, "sup"))
    return f"{sign}{limits} {_part(element, 'e')}"


def _function(element: Element) -> str:
    argument = _part(element, "e")
    return f" {_part(element, 'fName')}{_APPLY}{_joined(argument) if ' / ' in argument else argument}"


def _delimited(element: Element) -> str:
    parts = [one for one in element if one.tag == "m:e"]
    inner = _property(element, "sepChr", "|").join(_children(one).strip() for one in parts)
    if len(parts) == 1 and len(parts[0]) == 1 and _has_own_brackets(parts[0][0]):
        inner = inner[1:-1]
    return _property(element, "begChr", "(") + inner + _property(element, "endChr", ")")


def _has_own_brackets(element: Element) -> bool:
    return element.tag == "m:m" or (element.tag == "m:f" and _property(element, "type") == "noBar")


def _matrix(element: Element) -> str:
    rows = ((cell for cell in row if cell.tag == "m:e") for row in element if row.tag == "m:mr")
    return "[" + "; ".join(", ".join(_children(cell).strip() for cell in row) for row in rows) + "]"


def _lines(element: Element) -> str:
    lines = [_children(one).replace("&", "").strip() for one in element if one.tag == "m:e"]
    return "; ".join(lines)


def _accent(element: Element) -> str:
    base, sign = _part(element, "e"), _property(element, "chr", "\u0302")
    return base + sign if len(base) == 1 and sign in _ABOVE else _joined(base) + sign


def _bar(element: Element) -> str:
    base = _part(element, "e")
    return base + "\u0304" if len(base) == 1 else f"‾{_joined(base)}"


def _limit_below(element: Element) -> str:
    return _part(element, "e") + _script("_", _part(element, "lim"))


def _limit_above(element: Element) -> str:
    return _part(element, "e") + _script("^", _part(element, "lim"))


_WRITERS: dict[str, Callable[[Element], str]] = {
    "m:f": _fraction,
    "m:sSup": _scripts,
    "m:sSub": _scripts,
    "m:sSubSup": _scripts,
    "m:sPre": _before,
    "m:rad": _root,
    "m:nary": _large,
    "m:func": _function,
    "m:d": _delimited,
    "m:m": _matrix,
    "m:eqArr": _lines,
    "m:acc": _accent,
    "m:bar": _bar,
    "m:limLow": _limit_below,
    "m:limUpp": _limit_above,
}
