"""What counts as a word, and where a text without blanks may be parted.

A cut inside a run without blanks hangs on the few characters around it, as every other cut does.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer put blanks between sentences, not between words."""
_LONGEST_UNSPACED = 5
_LONGEST = 20
"""Characters of the longest word: more without a blank are code, data or an address, and count as several."""
_WORD = re.compile(f"[{_CJK}]|[{_UNSPACED}]{{1,{_LONGEST_UNSPACED}}}|[^\\s{_CJK}{_UNSPACED}]{{1,{_LONGEST}}}")
_RUN = re.compile(f"[{_CJK}]|[{_UNSPACED}]+|[^\\s{_CJK}{_UNSPACED}]+")
_PAUSES = frozenset(",;:،؛、，；：)}]）」』】》")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_JOINER = "\u200d"
_SHORTEST = 0.4
"""Part of the longest piece of a run or a line that each but the last has at least."""
_AROUND = 4
"""Characters before a place inside a run that its cut hangs on."""

AFTER_PAUSE, AT_BLANK, WITHIN = 0.25, 0.5, 0.75
"""How much hangs together at a place inside a sentence: behind a comma or bracket, at a blank, in a word."""
BEFORE_PAUSE = 1.0
"""And before a comma or a closing bracket."""


class Word(NamedTuple):
    """A word, a piece of a run without blanks or several words.

    `hold` says how much it hangs together with what is before.
    """

    start: int
    end: int
    hold: float


def count_words(text: str) -> int:
    """Words parted by white space; a Chinese, Japanese or Korean character counts as one.

    Each five characters of scripts without blanks count as one more, and each twenty of any other run.
    """
    return sum(1 for _ in _WORD.finditer(text))


def stretches(text: str, start: int, end: int, most: int) -> Iterator[Word]:
    """The words of a range, neighbours together: at most so many, parted where they hang together least."""
    waiting: list[Word] = []
    for word in _words(text, start, end):
        waiting.append(word)
        if len(waiting) > most:
            places = range(max(1, int(most * _SHORTEST)), most + 1)
            place = min(places, key=lambda place: _meeting(text, waiting[place - 1], waiting[place]))
            yield Word(waiting[0].start, waiting[place - 1].end, waiting[0].hold)
            waiting = waiting[place:]
    if waiting:
        yield Word(waiting[0].start, waiting[-1].end, waiting[0].hold)


def _meeting(text: str, left: Word, right: Word) -> tuple[float, str]:
    """The least where two words hang together least, else where the two say."""
    return right.hold, text[left.start : right.end]


def _words(text: str, start: int, end: int) -> Iterator[Word]:
    """The words in order, those that count as several in pieces of at most one."""
    before = start
    for run in _RUN.finditer(text, start, end):
        for first, last in _pieces(text, *run.span()):
            yield Word(first, last, _hold(text, before, first))
            before = last


def _hold(text: str, before: int, start: int) -> float:
    if before < start:
        return AFTER_PAUSE if text[before - 1] in _PAUSES else AT_BLANK
    if text[start] in _PAUSES:
        return BEFORE_PAUSE
    return AFTER_PAUSE if text[start - 1] in _PAUSES else WITHIN


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    longest = _LONGEST_UNSPACED if _IS_UNSPACED.match(text, start) else _LONGEST
    while end - start > longest:
        places = range(start + int(longest * _SHORTEST), start + longest + 1)
        place = min(_open(text, places) or places[-1:], key=lambda place: _worth(text, place))
        yield start, place
        start = place
    yield start, end


def _open(text: str, places: range) -> Sequence[int]:
    """The places that take no letter from its accents and no sign from what it is joined with."""
    if text[places[0] - 1 : places[-1] + 1].isascii():
        return places
    return [
        place
        for place in places
        if not unicodedata.category(text[place]).startswith("M")
        and _JOINER not in text[place - 1 : place + 1]
    ]


def _worth(text: str, place: int) -> tuple[bool, str]:
    """The least where a run is parted best: behind a comma or bracket, else where the characters say."""
    return text[place - 1] not in _PAUSES, text[place - _AROUND : place + 1]
