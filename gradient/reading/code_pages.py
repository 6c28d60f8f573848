"""Which code page of one byte a letter fits best: by the letters of each language and where they stand."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from gradient.reading.alphabets import OWN_SCRIPT, PAGES, shares
from gradient.reading.language import little_words

_SAMPLE = 20_000
"""Of more bytes than this, lines from all over the file are looked at, twice as many bytes at most."""
_STRANGE = -9.0
"""Logarithm of the share of a letter that the language does not have, or of a sign inside a word."""
_SIGN, _DASHED, _DRAWN = -2.5, -4.0, -1.0
"""The same of a quotation mark, dash or symbol where such stand, of a dash without blanks, and of a line of a
drawn table."""
_CAPITAL, _ALONE, _MISPLACED = -1.0, -3.0, -6.0
"""Added for a capital; for a letter alone that is no word; for a capital behind a small letter, and a letter
of another script within a word."""
_WORDS_OF_ONE = "éèàáóòôöåæøêúùíìů"
_FOREMOST, _OTHERS = "cp1252", -1.5
"""Most files of old are in the first; added to the sum of all signs for every other page."""
_LEAST_PRIOR = -4.0
"""Added at the most where the little words of the text speak for another language."""
_INSIDE = "’‘'\u00ad·"
"""Signs that stand between two letters."""
_BEYOND_LATIN = "\u0250"
_DASHES = "–—"
_CLOSING = "’”»›¶†‡…"
"""Signs that no word begins with."""
_APART = "±¶×÷¼½¾¬¨†‡£¥€"
"""Signs that stand beside no letter."""
_MICRO = "µ"
"""A sign, though Unicode calls it a letter."""
_RULES, _UPRIGHT = "─═", "│║"
_TYPED = frozenset("„“”‚‘’«»‹›–—…§°·•×÷±€£¥©®™¿¡\u00a0½¼¾²³¹µªº¶†‡´¨¬\u00ad")
_HIGH = re.compile(r"[^\x00-\x7f]")
_ASCII_LETTER = re.compile("[A-Za-z]")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x80-\x9f]")


class Fit(NamedTuple):
    """How well bytes are text in a code page. `score` is the mean logarithm of the shares of its letters."""

    encoding: str
    language: str
    text: str
    score: float
    signs: int


_LIKE_CZECH = "sk"
"""Its words are no evidence: it uses the signs at both places where the pages of the two languages differ."""


def fits(lines: bytes) -> list[Fit]:
    """The code pages that can hold the `lines` beyond ASCII, each with its best language, the best first."""
    sample = _sampled(lines)
    found = [max(_in_page(sample, page), key=lambda fit: fit.score, default=None) for page in PAGES]
    return sorted((fit for fit in found if fit is not None), key=lambda fit: -fit.score)


def _sampled(lines: bytes) -> bytes:
    if len(lines) <= _SAMPLE:
        return lines
    step = -(-len(lines) // _SAMPLE)
    return b"\n".join(lines.splitlines()[::step])[: 2 * _SAMPLE]


def _in_page(sample: bytes, page: str) -> Iterator[Fit]:
    try:
        text = sample.decode(page)
    except UnicodeDecodeError:
        return
    if _CONTROLS.search(text):
        return
    words = little_words(text)
    words[_LIKE_CZECH] = 0
    most = max(words.values(), default=0)
    letters, added, signs = _counted(text)
    added += 0.0 if page == _FOREMOST else _OTHERS
    foreign = signs / (signs + len(_ASCII_LETTER.findall(text)))
    for language in PAGES[page]:
        if language in OWN_SCRIPT:
            prior = math.log(foreign)
        else:
            prior = math.log((words.get(language, 0) + 1) / (most + 1))
        total = added + sum(_of(letter, language) * count for letter, count in letters.items())
        if language in OWN_SCRIPT:
            total += _MISPLACED * _mixed(text)
        yield Fit(page, language, text, total / signs + max(_LEAST_PRIOR, prior), signs)


def _counted(text: str) -> tuple[Counter[str], float, int]:
    """The small letters beyond ASCII with their numbers, what their places and signs add, and all signs."""
    letters: Counter[str] = Counter()
    added, signs = 0.0, 0
    for match in _HIGH.finditer(text):
        at, letter = match.start(), match.group()
        before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
        signs += 1
        if (letter.isalpha() and letter != _MICRO) or "\u0300" <= letter <= "\u036f":
            small = letter.lower()
            letters[small[0]] += 1
            if small < _BEYOND_LATIN and small not in _WORDS_OF_ONE and not (before + after).strip():
                added += _ALONE
            if letter.isupper():
                added += _MISPLACED if before.islower() else _CAPITAL
            elif after.isupper() and letter.islower():
                added += _MISPLACED
        else:
            added += _sign(letter, before, after)
    return letters, added, max(1, signs)


def _sign(sign: str, before: str, after: str) -> float:
    """What a sign that is no letter adds where it stands; a drawn line goes on or stands alone."""
    if "\u2500" <= sign <= "\u259f":
        alone = sign in _UPRIGHT and not before.strip() and not after.strip()
        drawn = alone or sign in (before, after)
        return _DRAWN if drawn or not {before, after}.isdisjoint(_RULES) else _STRANGE
    inside = before.isalpha() and after.isalpha()
    if inside and sign in _DASHES:
        return _DASHED
    if sign not in _TYPED or (inside and sign not in _INSIDE):
        return _STRANGE
    attached = sign in _APART and (before.isalpha() or after.isalpha())
    return _MISPLACED if attached or (sign in _CLOSING and after.isalpha() and not inside) else _SIGN


def _of(letter: str, language: str) -> float:
    return _logarithms(language).get(letter, _STRANGE)


@cache
def _logarithms(language: str) -> Mapping[str, float]:
    return {letter: math.log(share) for letter, share in shares(language).items()}


def _mixed(text: str) -> int:
    """How many letters beyond ASCII stand beside one of ASCII."""
    return len(re.findall(r"[A-Za-z](?=[^\W\d_A-Za-z])|(?<=[^\W\d_A-Za-z])[A-Za-z]", text))
