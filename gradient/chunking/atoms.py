"""Takes blocks apart into pieces that a passage never cuts through."""

import re
from collections.abc import Iterator

from gradient.chunking.boundaries import Atom
from gradient.chunking.words import Word, count_words, stretches
from gradient.text.document import Block
from gradient.text.normalise import normalise
from gradient.text.sentences import sentences

_WHOLE = 0.5
"""A block of up to this share of the longest passage stays whole."""
_STRETCH = 0.05
"""And a line that is longer is parted into stretches of words of at most this share of it."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LEADS_ON = re.compile(r"[:;,][\s*_)\]\"]*$")
_CONTINUES = frozenset({"math", "code"})


def atoms(text: str, blocks: list[Block], longest: int) -> list[Atom]:
    """The blocks as atoms; long ones by sentences, sentences (and code) by lines, lines by words.

    An atom is bound to the one before where that leads on to it («…as follows:») or it is a formula, code
    or a closing tag.
    """
    found: list[Atom] = []
    for block in blocks:
        pieces = _pieces(text, block, longest)
        for number, piece in enumerate(pieces):
            source = text[piece.start : piece.end]
            leads = bool(found) and _LEADS_ON.search(text[found[-1].start : found[-1].end]) is not None
            bound = leads or number > 0 or block.kind in _CONTINUES or block.kind == "furniture"
            words = count_words(source)
            found.append(Atom(piece.start, piece.end, words, normalise(source), bound, piece.hold))
    return found


def _pieces(text: str, block: Block, longest: int) -> list[Word]:
    whole = Word(block.start, block.end, 0.0)
    if count_words(text[block.start : block.end]) <= longest * _WHOLE:
        return [whole]
    if block.kind in {"code", "table"}:
        return list(_lines(text, block.start, block.end, longest))
    spans = [
        (block.start + start, block.start + end) for start, end in sentences(text[block.start : block.end])
    ]
    return [piece for span in spans for piece in short_enough(text, *span, longest)]


def short_enough(text: str, start: int, end: int, longest: int) -> Iterator[Word]:
    """The range, by its lines and then by its words where it has more than half of `longest` words."""
    if count_words(text[start:end]) <= longest * _WHOLE:
        yield Word(start, end, 0.0)
    else:
        yield from _lines(text, start, end, longest)


def _lines(text: str, start: int, end: int, longest: int) -> Iterator[Word]:
    for match in _LINE.finditer(text, start, end):
        first, last = match.start(), match.start() + len(match.group().rstrip())
        if count_words(text[first:last]) > longest * _WHOLE:
            pieces = list(stretches(text, first, last, max(1, round(longest * _STRETCH))))
            yield Word(first, pieces[0].end, 0.0)
            yield from pieces[1:]
        elif match.group().strip():
            yield Word(first, last, 0.0)
