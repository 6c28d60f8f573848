"""Noun phrases found by the words around them, without a tagger."""

import re
from dataclasses import dataclass

from gradient.outline.words import (
    FUNCTION_WORDS,
    LINKING_PARTICIPLES,
    LOOSE_ADJECTIVES,
    PLAIN_VERBS,
    VERB_FORMS,
    is_adverb,
    is_participle,
    may_end_name,
)

# A word may hold hyphens and apostrophes, and break over a line at a hyphen; an underscore or a dot
# inside makes it code, which is matched so that it ends the phrase.
_TOKEN = re.compile(
    r"(?P<code>\w*[^\W\d]\w*(?:\.\w+)+(?:\(\))?|\w*_\w*(?:\(\))?|\w+\(\))"
    r"|(?P<word>[^\W_]+(?:(?:['’\u2010\u2011-]|-\n[ \t]*)[^\W_]+)*)"
)
_BLANK = re.compile(r"(?<=s)['’][ \t]|[ \t]*\n?[ \t]*")
_BEFORE_VERBS = frozenset(
    "we you they i he she who to will would can could may might must should shall let's not don't".split()
)
_NUMBER = re.compile(r"[\d.,]+(?:st|nd|rd|th|s|x|k|d|px)?")
MAX_WORDS = 6


@dataclass(frozen=True)
class Word:
    """A word at `text[start:end]`, with its lower-case form."""

    lower: str
    start: int
    end: int


def noun_phrases(text: str) -> list[tuple[Word, ...]]:
    """The longest runs of words of `text` that may be a name or hold one, in order.

    `text` is prose whose code and formulas have been blanked out by marks that are no letters. A run
    ends at function words, verbs, numbers and punctuation; its last word can be a noun.
    """
    runs: list[list[Word]] = [[]]
    previous, before = 0, ""
    for match in _TOKEN.finditer(text):
        if not _BLANK.fullmatch(text, previous, match.start()):
            runs.append([])
            before = ""
        previous = match.end()
        word = Word(_lower(match.group()), match.start(), match.end())
        ends = bool(match.group("code")) or _ends_phrase(word.lower, before, follows_content=bool(runs[-1]))
        before = word.lower
        if ends:
            runs.append([])
            continue
        if word.lower in LOOSE_ADJECTIVES and any(w.lower not in LOOSE_ADJECTIVES for w in runs[-1]):
            runs.append([])
        runs[-1].append(word)
    trimmed = (_trim(run) for run in runs)
    return [run for run in trimmed if run]


def _lower(token: str) -> str:
    return re.sub(r"-\n[ \t]*", "-", token).replace("’", "'").casefold()


def _ends_phrase(lower: str, before: str, *, follows_content: bool) -> bool:
    plain = lower.removesuffix("'s")
    if plain in FUNCTION_WORDS or lower in FUNCTION_WORDS or _NUMBER.fullmatch(lower) or len(plain) == 1:
        return True
    if lower in LINKING_PARTICIPLES or _is_finite(lower, before):
        return True
    if lower in VERB_FORMS and lower not in LOOSE_ADJECTIVES:
        adjectival = is_participle(lower) and is_adverb(before)
        return not adjectival and not (lower.endswith("ing") and follows_content)
    return False


def _is_finite(lower: str, before: str) -> bool:
    """Whether the word before makes this one a verb: "we train", "can overfit", "to display"."""
    if before == "to":
        return lower in PLAIN_VERBS
    return before in _BEFORE_VERBS and not is_adverb(lower)


def _trim(run: list[Word]) -> tuple[Word, ...]:
    """Takes adverbs that modify nothing from the front and words that cannot be nouns from the back."""
    while run and is_adverb(run[0].lower) and not (len(run) > 1 and is_participle(run[1].lower)):
        run = run[1:]
    while run and not may_end_name(run[-1].lower.removesuffix("'s")):
        run = run[:-1]
    return tuple(run) if len(run) <= MAX_WORDS else tuple(run[-MAX_WORDS:])
