"""Which parts of a document are in another language than most of it."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from gradient.reading.language import guess, leaning
from gradient.text.document import Block, Document, Heading, Tongue
from gradient.text.markup import plain
from gradient.text.sentences import sentences

_Part = TypeVar("_Part", Heading, Block)
_PROSE = frozenset({"paragraph", "list", "quote"})
_FEWEST_WORDS = 25
"""Sentences are looked at together until they have so many words: fewer tell no language."""
_PAGE = 200
"""Words of prose in no language that is known, from which on people are told."""
_UNKNOWN = "Its language could not be told, so fewer topics and facts may be found in it."
_SIGN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
"""Scripts without blanks between words; each sign counts as one."""


def with_languages(document: Document) -> Document:
    """The document with its `languages`, none where it is all in one.

    A note tells people where there are several, or where prose is in none that is known.

    What is too short to tell, as names, code and formulas are, counts to what stands before it.
    """
    if document.languages:
        return document
    told = list(_told(document))
    prose = "".join(document.text[one.start : one.end] for one in document.blocks if one.kind in _PROSE)
    if document.language is None:
        document = replace(document, language=_most_of(told, len(prose)))
    if document.language is None:
        return replace(document, notes=(*document.notes, _UNKNOWN)) if _words(prose) >= _PAGE else document
    parts = _merged(told, document)
    if len(parts) < 2:
        return document
    others = sorted({one.language for one in parts} - {document.language})
    note = f"Most of it is in the language {document.language}, parts of it in {', '.join(others)}."
    return replace(document, languages=tuple(parts), notes=(*document.notes, note))


def _most_of(told: list[Tongue], characters: int) -> str | None:
    """The language of most stretches, where so many tell one that they are half of the characters."""
    lengths: Counter[str] = Counter()
    for one in told:
        lengths[one.language] += one.end - one.start
    return lengths.most_common(1)[0][0] if lengths and 2 * lengths.total() >= characters else None


def _told(document: Document) -> Iterator[Tongue]:
    """Stretches of sentences within one block that tell a language."""
    for block in document.blocks:
        if block.kind in _PROSE:
            text = document.text[block.start : block.end]
            for start, end in _stretches(text):
                language = guess(plain(text[start:end]))
                if language is not None:
                    yield Tongue(language, block.start + start, block.start + end)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of whole sentences of enough words each; what remains at the end joins the last."""
    begun: list[tuple[int, int]] = []
    found: list[tuple[int, int]] = []
    for start, end in sentences(text):
        begun.append((start, end))
        if _words(text[begun[0][0] : end]) >= _FEWEST_WORDS:
            found.append((begun[0][0], end))
            begun = []
    if begun and found:
        found[-1] = (found[-1][0], begun[-1][1])
    yield from found or ([(begun[0][0], begun[-1][1])] if begun else [])


def _turn(document: Document, first: int, to: Tongue, other: str) -> int:
    """Where between `first` and the end of a stretch in a new language the text turns to it.

    That is where most little words before are of the `other` language and most behind of the new one; of
    several such places the one where a heading leads to the new stretch, else the last.
    """
    units = list(_units(document, first, to.end))
    if not units:
        return to.start
    lean = [leaning(plain(document.text[start:end]), other, to.language) for start, end, _ in units]
    behind = list(accumulate(reversed(lean)))[::-1]
    most = max(behind)
    best = [index for index, total in enumerate(behind) if total == most]
    headed = [index for index in best if units[index][2]]
    return units[headed[0] if headed else best[-1]][0]


def _units(document: Document, first: int, last: int) -> Iterator[tuple[int, int, bool]]:
    """The headings and the sentences of blocks between two places, and whether each is a heading."""
    found = [(one.start, one.end, True) for one in _between(document.headings, first, last)]
    for block in _between(document.blocks, first, last):
        if block.kind in _PROSE and block.end > first and block.start < last:
            text = document.text[block.start : block.end]
            found += [(block.start + start, block.start + end, False) for start, end in sentences(text)]
        elif block.kind not in _PROSE:
            found.append((block.start, block.end, False))
    return (one for one in sorted(found) if first <= one[0] < last)


def _between(parts: Sequence[_Part], first: int, last: int) -> Sequence[_Part]:
    """The headings or blocks, which are in order, that reach into the range between two places."""
    begins = bisect_right(parts, first, key=lambda one: one.end)
    return parts[begins : bisect_left(parts, last, key=lambda one: one.start)]


def _words(text: str) -> int:
    return len(text.split()) + len(_SIGN.findall(text))


def _merged(told: list[Tongue], document: Document) -> list[Tongue]:
    """Neighbours of one language as one part; the parts cover the text."""
    length = len(document.text)
    parts = [Tongue(document.language or "", 0, length)]
    before = 0
    for one in told:
        last = parts[-1]
        if one.language != last.language:
            start = _turn(document, max(before, last.start), one, last.language)
            parts[-1] = replace(last, end=start)
            parts.append(Tongue(one.language, start, length))
        before = one.start
    return [part for part in parts if part.start < part.end]
