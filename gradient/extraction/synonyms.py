"""Where a text says that two names mean the same: "also known as", "or simply", a bracket inside a name."""

import re
from collections.abc import Iterator, Sequence

from gradient.extraction.definitions import acronym_pairs
from gradient.outline.acronyms import is_acronym
from gradient.outline.names import canonical
from gradient.outline.phrases import Word
from gradient.outline.words import EMPTY_HEADS, KIND_HEADS, NAMING_HEADS, WIDE_NOUNS

Range = tuple[int, int]

_HEADS = WIDE_NOUNS - EMPTY_HEADS - KIND_HEADS - NAMING_HEADS
_OFTEN = (
    r"(?:also|often|sometimes|commonly|usually|frequently|widely|formerly|originally|better|more|most|simply"
    r"|just|in short|alternatively|occasionally|variously|colloquially)"
)
_CALLED = (
    r"(?:called|known\s+(?:as|under\s+the\s+name(?:\s+of)?)|referred\s+to\s+(?:simply\s+)?as|termed|named|dubbed"
    r"|abbreviated(?:\s+(?:as|to))?|written\s+as)"
)
_CUE = re.compile(
    rf"(?:,\s{{1,9}}|\(\s?|\s[–—]\s)(?:"
    rf"(?:(?:which|that)\s+(?:is|are)\s+)?(?:or\s+)?(?:{_OFTEN},?\s+)+(?:{_CALLED}\s+)?"
    rf"|or\s+(?:{_OFTEN}\s+)+|a\.?k\.?a\.?\s+)(?:as\s+)?(?:(?:an?|the)\s+)?[\"'“‘]?"
    rf"|\bor\s+simply\s+(?:(?:an?|the)\s+)?[\"'“‘]?",
    re.IGNORECASE,
)
_SAYS_A_NAME = re.compile(rf"\b(?:{_CALLED}|simply|just|in short|a\.?k\.?a)\b", re.IGNORECASE)
_WITH_ARTICLE = re.compile(r"\bthe\s+[\"'“‘]?$", re.IGNORECASE)
_NOTED = re.compile(
    r",\s{1,9}(?:also|often|commonly|usually)\s+(?:noted|denoted|written|abbreviated)\s+", re.IGNORECASE
)
_BRACKETED = re.compile(r"\(\s*(?P<short>[A-Za-z][\w&-]{1,11})\s*\)\s*$")
_HEAD_BEHIND = re.compile(r"\s*\)[ \t\n]+(?P<head>[a-z][a-z-]{3,})(?!\w)")
_NEAR = 60
"""Characters that are looked at on the left; without a bound, odd texts would take quadratic time."""
_VARIABLE = re.compile(r"\s+(?:\x1f+|[^\W\d_])(?:\([\w,]*\))?$")
_INSIDE_PHRASE = re.compile(
    r"\b(?:of|with|for|in|on|by|to|from|over|under)\s+(?:(?:an?|the|\w)\s+)*$", re.IGNORECASE
)
_ENDS = re.compile(r"[\"'”’]?\s*(?:[,;.:)–—]|$|\b(?:is|are|was|were|can|may|has|have|and|or|which|that)\b)")


def synonyms(prose: str, phrases: Sequence[tuple[Word, ...]]) -> Iterator[tuple[Range, Range]]:
    """Pairs of ranges of the masked sentence `prose` that it says mean the same, the main name first.

    `phrases` are the noun phrases of the sentence. "X, commonly known as Y", "X (also called Y)",
    "X or simply Y"; where a bracket with a short form stands behind X, that form stands for X.
    """
    begins = {phrase[0].start: phrase for phrase in phrases}
    ends = {phrase[-1].end: phrase for phrase in phrases}
    for cue in _CUE.finditer(prose):
        other = begins.get(cue.end())
        main = _before(prose, cue.start(), ends)
        if (
            main is not None
            and "which" in cue.group()
            and _INSIDE_PHRASE.search(prose, max(0, main[0] - _NEAR), main[0])
        ):
            continue
        if other is None or main is None or _is_wide(other):
            continue
        if _compares(prose, cue.group(), main, (other[0].start, other[-1].end)):
            continue
        if _ENDS.match(prose, other[-1].end):
            yield main, (other[0].start, other[-1].end)
    for cue in _NOTED.finditer(prose):
        other = begins.get(cue.end())
        main = _before(prose, cue.start(), ends)
        if other is not None and main is not None:
            first = other[0]
            if is_acronym(prose[first.start : first.end]):
                yield main, (first.start, first.end)


def headed_acronyms(text: str) -> Iterator[tuple[Range, str]]:
    """Names with a short form in a bracket before their last word, as in "the Least Squares (LS) method".

    Yields the range of the short form together with the word behind it, and the long name with that word.
    """
    for (start, end), long in acronym_pairs(text):
        behind = _HEAD_BEHIND.match(text, end)
        if behind is None or text.rfind("(", 0, start) < text.rfind(long, 0, start):
            continue
        if behind["head"] in _HEADS:
            yield (start, behind.end("head")), f"{long} {behind['head']}"


def _compares(prose: str, cue: str, main: Range, other: Range) -> bool:
    """Whether the other name stands for another thing that is meant as often, not for the same.

    "the neurons, or more often the synapses"; "the number of neurons, or more commonly number of synapses",
    where the one measure is set beside the other.
    """
    if _SAYS_A_NAME.search(cue):
        return False
    inside = _INSIDE_PHRASE.search(prose, max(0, main[0] - _NEAR), main[0])
    measure = inside is not None and " of " in prose[other[0] : other[1]]
    return measure or _WITH_ARTICLE.search(cue) is not None


def _before(prose: str, end: int, ends: dict[int, tuple[Word, ...]]) -> Range | None:
    """The range of the name that stands right before `end`, if it can stand for the whole."""
    begin = max(0, end - _NEAR)
    before = prose[begin:end].rstrip(" \t\n\"'”’")
    bracket, variable = _BRACKETED.search(before), _VARIABLE.search(before)
    if bracket is not None and is_acronym(bracket["short"]):
        return begin + bracket.start("short"), begin + bracket.end("short")
    end = begin + len(before)
    phrase = ends.get(begin + variable.start() if variable and end not in ends else end)
    if phrase is None or _is_wide(phrase):
        return None
    return phrase[0].start, phrase[-1].end


def _is_wide(phrase: tuple[Word, ...]) -> bool:
    return len(phrase) == 1 and canonical(phrase[0].lower) in WIDE_NOUNS
