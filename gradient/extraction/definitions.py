"""Where a sentence says what something is, or what it is called."""

import re
from collections.abc import Iterator

from gradient.outline.acronyms import acronym_fits, is_acronym, singular_acronym, suffix_that_fits
from gradient.outline.phrases import Word

_LEAD = re.compile(
    r"[^\w(]*(?:[^\W_][^.:;!?,\n]{1,40}?(?:\s[–—―]|:)\s+)?"
    r"(?:(?:an?|the|so|thus|hence|here|in short|formally|recall that|note that)[\s,]+)*",
    re.IGNORECASE,
)
_IS = re.compile(
    r"[\"'”’]?\s*(?:\([^()]{1,40}\)\s*)?(?:,[^,.]{3,60},\s*)?"
    r"(?:(?:is|are|was|were)\s+(?:\w+ly\s+|just\s+|also\s+)?"
    r"(?:an?|the|any|one|when|where|that|defined|called|known|characteri[sz]ed|used)\b"
    r"|(?:refers?\s+to|denotes?|describes?|means)\b)",
    re.IGNORECASE,
)
_IS_MARKED = re.compile(
    r"\s+(?:of|in|between|on|for)\s+(?:an?|the|two|each|every)\s+(?:[\w-]+\s+){1,4}?(?:is|are)\s+(?:an?|the|its|their)\b"
    r"|\s+(?:is|are)\s+(?:its|their|how|whatever)\b|\s+(?:says?|states?)\s+that\b"
    r"|\s+consists?\s+of\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:\b(?:called|known\s+as|termed|named|dubbed|referred\s+to\s+as|refer\s+to\s+(?:it|this|these|them)(?:\s+\w+)?\s+as"
    r"|so[- ]called|the\s+(?:notion|concept|idea|term|technique|method)\s+of|define|definition\s+of)"
    r"|\b(?:noting|denoting)\s+\S{1,12}(?:\s*∈\s*\S{1,12})?(?=\s+the\s)"
    r"|\bcall\s+(?:it|this|these|them|such)(?:\s+\w+)?)"
    r"[\s\"'“‘]+(?:(?:an?|the)\s+)?[\"'“‘\s]*$",
    re.IGNORECASE,
)
_ALSO = re.compile(r",\s+(?:(?:or|also|often|sometimes)\s+)*(?:called|known as|termed|referred to as)\b")
_RUN_IN = re.compile(
    r"\s*(?:[^\w\s]+\s+|[^\x00-\x7f]\s+|\d+[.)]\s+)?"
    r"(?P<name>\S(?:[^.:;!?\n\x1f]|\.(?=\w)|\n(?![ \t]*\n)){1,70}?)"
    r"(?P<sign>\s+[–—―]\s|\s*:\s|\s*\.\s)"
)
_BRACKET = re.compile(r"\(\s*([^()\x1f]{2,60}?)\s*\)")
_WORD = re.compile(r"[^\W_]+")


def defines(sentence: str, phrase: tuple[Word, ...], *, marked: bool = False) -> bool:
    """Whether the masked `sentence` says what `phrase`, a noun phrase in it, is, or calls something so.

    Where the author `marked` the phrase, in bold say, more forms are taken for a definition: "The **degree**
    of a vertex is the number ...".
    """
    if _NAMED.search(sentence[: phrase[0].start]):
        return True
    return says_what(sentence, phrase[0].start, phrase[-1].end, marked=marked)


def says_what(sentence: str, start: int, end: int, *, marked: bool) -> bool:
    """Whether the masked `sentence` opens with what stands at `start` to `end` and says what it is."""
    after = sentence[end:]
    says = _IS.match(after) or _ALSO.match(after) or (marked and _IS_MARKED.match(after))
    return bool(says) and _LEAD.fullmatch(sentence[:start]) is not None


def run_in(sentence: str, *, marked: bool) -> tuple[int, int] | None:
    """Range of a name that opens the masked `sentence` as its title: "Gradient descent – ...", "Term: ...".

    A full stop counts as the end of such a title only where the author `marked` it, in bold say.
    """
    match = _RUN_IN.match(sentence)
    if match is None or (match.group("sign").strip() == "." and not marked):
        return None
    if not sentence[match.end() :].strip():
        return None
    return match.span("name")


def acronym_pairs(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Short forms in `text` that it spells out itself: the range of the short form, and the long form."""
    for bracket in _BRACKET.finditer(text):
        yield from _short_in_bracket(text, bracket)
        yield from _long_in_bracket(text, bracket)


def _short_in_bracket(text: str, bracket: re.Match[str]) -> Iterator[tuple[tuple[int, int], str]]:
    words = list(_WORD.finditer(text, max(0, bracket.start() - 120), bracket.start()))[-10:]
    words = words[_after_last_stop(text, words, bracket.start()) :]
    for piece in re.finditer(r"[A-Za-z][\w&-]{1,11}", bracket.group(1)):
        if not is_acronym(piece.group()):
            continue
        begin = suffix_that_fits(piece.group(), [word.group() for word in words])
        if begin is not None:
            start = bracket.start(1) + piece.start()
            long = text[words[begin].start() : words[-1].end()]
            yield (start, start + len(piece.group())), long


def _after_last_stop(text: str, words: list[re.Match[str]], end: int) -> int:
    """Index of the first of `words` from which on only blanks and hyphens stand between them and `end`."""
    limit = end
    for index in range(len(words) - 1, -1, -1):
        if re.search(r"[^\s\"'’”*-]", text[words[index].end() : limit]):
            return index + 1
        limit = words[index].start()
    return 0


def _long_in_bracket(text: str, bracket: re.Match[str]) -> Iterator[tuple[tuple[int, int], str]]:
    before = re.search(r"([A-Za-z][\w&-]{1,11})[\s\"'”’]*$", text[: bracket.start()])
    if before and is_acronym(before.group(1)):
        long = re.sub(r"^(?:or|short for|stands for|i\.e\.,?|from|the)\s+", "", bracket.group(1))
        if acronym_fits(singular_acronym(before.group(1)), long):
            yield before.span(1), long
