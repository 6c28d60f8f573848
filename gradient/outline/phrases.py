"""Noun phrases found by the words around them, without a tagger."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gradient.outline.words import (
    BEFORE_VERBS,
    DETERMINERS,
    FUNCTION_WORDS,
    LINKING_PARTICIPLES,
    LOOSE_ADJECTIVES,
    PLAIN_VERBS,
    PREPOSITIONS,
    THIRD_PERSONS,
    VERB_FORMS,
    VERBS_ALSO_NOUNS,
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
_NUMBER = re.compile(r"[\d.,]+(?:st|nd|rd|th|s|x|k|d|px)?")
_NUMBERED = re.compile(r"\d{3,}[a-z]?")
ORDINALS = frozenset(
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
)
_OF = re.compile(r"\s+of\s+")
# What stands behind a measure: "a vertex of degree one" is no name "vertex of degree".
_MEASURES = re.compile(
    r"\s+(?:\d|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|at least|at most|more|less|up to)\b"
    r"|[\W_]*\w\b(?!\s+\w))"
)
MAX_WORDS = 6
MAX_WORDS_WITH_OF = 4


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
    previous, before, opener = 0, "", ""
    for match in _TOKEN.finditer(text):
        if not _BLANK.fullmatch(text, previous, match.start()):
            runs.append([])
            before = ""
        previous = match.end()
        word = Word(_lower(match.group()), match.start(), match.end())
        if word.lower in DETERMINERS and _is_verb_before(runs[-1], opener):
            runs[-1].pop()
        ends = bool(match.group("code")) or _ends_phrase(word.lower, before, follows_content=bool(runs[-1]))
        if not runs[-1]:
            opener = before
        before = word.lower
        if _NUMBERED.fullmatch(word.lower) and runs[-1] and _is_acronym(runs[-1][-1], text):
            runs[-1].clear()
        if ends and not _is_capital_ordinal(word, text) and not _is_ordinal_of(word, runs[-1], text):
            runs.append([])
            continue
        if word.lower in LOOSE_ADJECTIVES and any(w.lower not in LOOSE_ADJECTIVES for w in runs[-1]):
            runs.append([])
        runs[-1].append(word)
    trimmed = (_trim(piece) for run in runs for piece in _between_verbs(run))
    return [run for run in trimmed if run]


def names_with_of(text: str, phrases: Sequence[tuple[Word, ...]]) -> list[tuple[Word, ...]]:
    """`phrases` of `text` with the names that "of" holds together: "bag of words".

    The parts stay beside the whole, but for proper names ("Congress of Vienna").
    """
    found: list[tuple[Word, ...]] = []
    for phrase in phrases:
        left = found[-1] if found else ()
        linked = left and _OF.fullmatch(text, left[-1].end, phrase[0].start)
        if not linked or len(left) + len(phrase) > MAX_WORDS_WITH_OF or _MEASURES.match(text, phrase[-1].end):
            found.append(phrase)
        elif left[0].start > 0 and text[left[-1].start].isupper() and text[phrase[0].start].isupper():
            found[-1] = (*left, *phrase)
        else:
            found += [(*left, *phrase), phrase]
    return found


def _lower(token: str) -> str:
    return re.sub(r"-\n[ \t]*", "-", token).replace("’", "'").casefold()


def _ends_phrase(lower: str, before: str, *, follows_content: bool) -> bool:
    plain = lower.removesuffix("'s")
    if plain in FUNCTION_WORDS or lower in FUNCTION_WORDS or _NUMBER.fullmatch(lower) or len(plain) == 1:
        return True
    if lower in LINKING_PARTICIPLES or _is_finite(lower, before):
        return True
    if lower in VERB_FORMS and lower not in LOOSE_ADJECTIVES:
        adjectival = is_participle(lower) and (is_adverb(before) or before in DETERMINERS)
        return not adjectival and not (lower.endswith("ing") and follows_content)
    return False


def _is_finite(lower: str, before: str) -> bool:
    """Whether the word before makes this one a verb: "we train", "can overfit", "to display"."""
    if before == "to":
        return lower in PLAIN_VERBS
    return before in BEFORE_VERBS and not is_adverb(lower)


def _is_verb_before(run: list[Word], opener: str) -> bool:
    """Whether the last word of `run` is a verb since an article follows it: "the enzyme splits the".

    `opener` is the word before the run; after a preposition the article may begin the main clause.
    """
    if not run or not run[-1].lower.endswith("s") or run[-1].lower.endswith("ss"):
        return False
    return len(run) > 1 and opener not in PREPOSITIONS


def _is_acronym(word: Word, text: str) -> bool:
    """Whether a word is of capitals: with a number behind it, it calls a course or a norm, "CS 229"."""
    return word.end - word.start > 1 and text[word.start : word.end].isupper()


def _is_capital_ordinal(word: Word, text: str) -> bool:
    """Whether an ordinal begins a proper name: the "Third" of "the Third Estate"."""
    capital = text[word.start].isupper() and re.match(r"\s[A-Z]", text[word.end : word.end + 2]) is not None
    return word.lower in ORDINALS and capital and word.start > 0


def _is_ordinal_of(word: Word, run: list[Word], text: str) -> bool:
    """Whether an ordinal tells findings of one person apart: the "second" of "Newton's second law"."""
    owner = run[-1] if run else None
    return (
        word.lower in ORDINALS
        and owner is not None
        and owner.lower.endswith("'s")
        and text[owner.start].isupper()
        and re.match(r"\s[^\W\d_]", text[word.end : word.end + 2]) is not None
    )


def _between_verbs(run: list[Word]) -> list[list[Word]]:
    """Cuts a run at verbs inside it: "aerobic respiration | needs | oxygen"."""
    pieces: list[list[Word]] = [[]]
    for at, word in enumerate(run):
        inner, before = 0 < at < len(run) - 1, run[at - 1].lower if at else ""
        plural_subject = before.endswith("s") and not before.endswith(("ss", "'s", "us", "is"))
        if (inner and word.lower in THIRD_PERSONS) or (plural_subject and word.lower in VERBS_ALSO_NOUNS):
            pieces.append([])
        elif inner and is_participle(word.lower) and not is_adverb(before):
            pieces.append([word])
        else:
            pieces[-1].append(word)
    return pieces


def _trim(run: list[Word]) -> tuple[Word, ...]:
    """Takes adverbs that modify nothing from the front and words that cannot be nouns from the back."""
    while run and is_adverb(run[0].lower) and not (len(run) > 1 and is_participle(run[1].lower)):
        run = run[1:]
    while run and not may_end_name(run[-1].lower.removesuffix("'s")):
        run = run[:-1]
    return tuple(run) if len(run) <= MAX_WORDS else tuple(run[-MAX_WORDS:])
