"""Which parts of a document are in another language than most of it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from gradient.reading.language import guess
from gradient.text.document import Document, Tongue
from gradient.text.markup import plain
from gradient.text.sentences import sentences

_PROSE = frozenset({"paragraph", "list", "quote"})
_FEWEST_WORDS = 25
"""Sentences are looked at together until they have so many words: fewer tell no language."""
_SIGN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
"""Scripts without blanks between words; each sign counts as one."""


def with_languages(document: Document) -> Document:
    """The document with its `languages`, none where it is all in one.

    What is too short to tell, as names, code and formulas are, counts to what stands before it.
    """
    if document.language is None or document.languages:
        return document
    parts = _merged(list(_told(document)), document.language, len(document.text))
    return replace(document, languages=tuple(parts) if len(parts) > 1 else ())


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


def _words(text: str) -> int:
    return len(text.split()) + len(_SIGN.findall(text))


def _merged(told: list[Tongue], main: str, length: int) -> list[Tongue]:
    """Neighbours of one language as one part; the parts cover the text."""
    parts = [Tongue(main, 0, length)]
    for one in told:
        last = parts[-1]
        if one.language != last.language:
            parts[-1] = replace(last, end=one.start)
            parts.append(Tongue(one.language, one.start, length))
    return [part for part in parts if part.start < part.end]
