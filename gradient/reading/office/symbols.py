"""Signs that symbol fonts keep where Unicode has no meaning (its private use area), as Unicode knows them."""

import re
from typing import Final

_GREEK = {
    **dict(zip("abcdefghijklmnopqrstuvwxyz", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)),
    **dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)),
}
_CODES = bytes.fromhex("a3a5abacadaeafb0b1b3b4b5b6b7b8b9babbc5c7c8c9cccecfd0d1d5d6d7d8d9dadbdcdee5f22224a2")
_SIGNS = dict(zip(_CODES, "≤∞↔←↑→↓°±≥×∝∂•÷≠≡≈⊕∩∪⊃⊂∈∉∠∇∏√⋅¬∧∨⇔⇐⇒∑∫∀∃′", strict=True))
SYMBOL: Final = {ord(letter): greek for letter, greek in _GREEK.items()} | _SIGNS
"""The font «Symbol»: the low byte of a code, and its meaning."""
_ARROWS = {0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE7: "←", 0xE8: "→", 0xF0: "⇒", 0xF3: "⇔", 0xFC: "✓"}
_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")


def known(text: str) -> str:
    """The text with arrows and ticks of «Wingdings» as such, and a blank for what no one can read."""
    return _PRIVATE_USE.sub(lambda found: _ARROWS.get(ord(found.group()) & 0xFF, " "), text)


def symbol(font: str, code: int) -> str:
    """The sign of a code in a symbol font, a blank where its meaning is not known."""
    if font.casefold() == "symbol":
        return SYMBOL.get(code & 0xFF, known(chr(code)))
    return known(chr(code))
