"""Facts and names of a passage in another language than English, found without its grammar."""

import re
from collections.abc import Iterator, Sequence

from gradient.extraction.definitions import run_in
from gradient.extraction.facts import MAX_WORDS, MIN_WORDS, Sentence, is_furniture, is_ideographic
from gradient.extraction.mask import prose_share
from gradient.extraction.talk import is_legal
from gradient.outline.languages import defined_names, language_of, other_heading, other_name
from gradient.outline.mention import Mention, MentionKind
from gradient.outline.names import canonical

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_REFERENCE = re.compile(r"https?://|www\.|\bdoi:|@\w+\.\w+")
_PROPER = re.compile(r"(?<=[\w,;] )[^\W\d_a-z][\w-]+(?:\s[^\W\d_a-z][\w-]+){0,2}")
_LEAST_PROSE = 0.6


def is_other_fact(sentence: Sentence, code: str) -> bool:
    """Whether the sentence is a whole one of some length that does not begin by pointing back."""
    text = sentence.words
    if is_ideographic(text):
        return not text.endswith(("?", "？", ":", "："))
    words = _WORD.findall(text)
    whole = sentence.finished and not text.endswith("?")
    if not (whole or sentence.titled) or not MIN_WORDS <= len(words) <= MAX_WORDS:
        return False
    if is_legal(text) or _REFERENCE.search(text) or is_furniture(text) or prose_share(text) < _LEAST_PROSE:
        return False
    leaning = language_of(code).leaning
    first = [" ".join(words[:length]).casefold() for length in (1, 2)]
    return text[0].isupper() and not leaning.intersection(first)


def is_other_question(sentence: Sentence) -> bool:
    """Whether the sentence is a question of an exercise."""
    asks = sentence.words.rstrip('"”’») ').endswith(("?", "？"))
    return asks and (
        is_ideographic(sentence.words) or (sentence.item and len(sentence.words.split()) >= MIN_WORDS)
    )


def other_headings(section_path: Sequence[str], code: str) -> Iterator[Mention]:
    """The names that the headings above a passage are."""
    for heading in section_path:
        name = other_heading(heading, code)
        if name is not None:
            yield Mention("heading", name, canonical(name), None, None)


def other_names(
    text: str, masked: str, found: Sequence[Sentence], known: Sequence[Mention], code: str
) -> Iterator[Mention]:
    """What the sentences define, their proper names, and where they hold a name of `known`."""
    defined = []
    for sentence in found:
        prose = masked[sentence.start : sentence.end]
        title = run_in(prose, marked=False) if sentence.titled else None
        for start, end in [*([title] if title else []), *defined_names(prose, code)]:
            defined += list(_mention("definition", text, sentence.start + start, sentence.start + end, code))
        for proper in _PROPER.finditer(prose):
            yield from _mention(
                "term", text, sentence.start + proper.start(), sentence.start + proper.end(), code
            )
    yield from defined
    for surface in sorted({one.surface for one in (*known, *defined)}):
        for place in re.finditer(rf"(?<!\w){re.escape(surface)}(?:e?s)?(?!\w)", masked, re.IGNORECASE):
            yield from _mention("term", text, *place.span(), code)


def other_emphasis(text: str, start: int, end: int, code: str) -> Iterator[Mention]:
    """The name that a set-off stretch of the text is."""
    yield from _mention("emphasis", text, start, end, code)


def _mention(kind: MentionKind, text: str, start: int, end: int, code: str) -> Iterator[Mention]:
    name = other_name(text[start:end], code)
    if name is not None and canonical(name):
        yield Mention(kind, name, canonical(name), start, end)
