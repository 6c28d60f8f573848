"""Formulas of Markdown that go on over blank lines, where its rules would end them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from gradient.reading.markdown_leaves import Leaf

Piece: TypeAlias = tuple[Leaf, int, int]

_BEGINS = re.compile(
    r"\s*\\begin\{((?:align|aligned|equation|gather|gathered|multline|eqnarray|split|cases|flalign"
    r"|alignat|[bBpvV]?matrix|array)\*?)\}"
)
_MOST = 50
"""A formula has so many parts between blank lines at most."""


def whole_formulas(pieces: Sequence[Piece], text: str) -> Iterator[Piece]:
    """The pieces; those from the beginning of an environment to its end are one paragraph."""
    at = 0
    while at < len(pieces):
        leaf, start, end = pieces[at]
        last = _last(pieces, at, text)
        if last > at:
            end = pieces[last][2]
            leaf = replace(leaf, last=pieces[last][0].last, content=text[start:end])
        yield leaf, start, end
        at = last + 1


def _last(pieces: Sequence[Piece], at: int, text: str) -> int:
    """The number of the piece with which a formula ends that begins at one; that one itself if none does."""
    leaf, start, end = pieces[at]
    begun = _BEGINS.match(text, start, end) if leaf.kind == "paragraph" else None
    if begun is None:
        return at
    close = f"\\end{{{begun[1]}}}"
    for number in range(at, min(at + _MOST, len(pieces))):
        if close in text[pieces[number][1] : pieces[number][2]]:
            return number
    return at
