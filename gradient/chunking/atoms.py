"""Takes blocks apart into pieces that a passage never cuts through."""

import re
from collections.abc import Iterator

from gradient.chunking.boundaries import Atom
from gradient.text.document import Block
from gradient.text.normalise import normalise
from gradient.text.sentences import sentences

_WHOLE = 0.5
"""A block of up to this share of the longest passage stays whole."""
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(f"[{_CJK}]|[^\\s{_CJK}]+")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LEADS_ON = re.compile(r"[:;,][\s*_)\]\"]*$")
_CONTINUES = frozenset({"math", "code"})


def count_words(text: str) -> int:
    """Words parted by white space; a Chinese, Japanese or Korean character counts as one."""
    return sum(1 for _ in _WORD.finditer(text))


def atoms(text: str, blocks: list[Block], longest: int) -> list[Atom]:
    """The blocks as atoms; long ones by sentences, sentences (and code) by lines, lines by words.

    An atom is bound to the one before where that leads on to it («…as follows:») or it is a formula, code
    or a closing tag.
    """
    found: list[Atom] = []
    for block in blocks:
        pieces = _pieces(text, block, longest)
        for number, (start, end) in enumerate(pieces):
            source = text[start:end]
            leads = bool(found) and _LEADS_ON.search(text[found[-1].start : found[-1].end]) is not None
            bound = leads or number > 0 or block.kind in _CONTINUES or block.kind == "furniture"
            found.append(Atom(start, end, count_words(source), normalise(source), bound))
    return found


def _pieces(text: str, block: Block, longest: int) -> list[tuple[int, int]]:
    whole = (block.start, block.end)
    if count_words(text[block.start : block.end]) <= longest * _WHOLE:
        return [whole]
    if block.kind in {"code", "table"}:
        return list(_lines(text, *whole, longest))
    spans = [
        (block.start + start, block.start + end) for start, end in sentences(text[block.start : block.end])
    ]
    return [piece for span in spans for piece in short_enough(text, *span, longest)]


def short_enough(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """The range, by its lines and then by its words where it has more than half of `longest` words."""
    if count_words(text[start:end]) <= longest * _WHOLE:
        yield start, end
    else:
        yield from _lines(text, start, end, longest)


def _lines(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    for match in _LINE.finditer(text, start, end):
        if match.group().strip():
            yield from _runs_of_words(
                text, match.start(), match.start() + len(match.group().rstrip()), longest
            )


def _runs_of_words(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    words = [match.span() for match in _WORD.finditer(text, start, end)]
    step = max(1, int(longest * _WHOLE))
    for index in range(0, len(words), step):
        run = words[index : index + step]
        yield (start if index == 0 else run[0][0]), run[-1][1]
