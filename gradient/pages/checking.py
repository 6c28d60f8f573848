"""Whether a block says what its passages say, and calls things as the course calls them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from gradient.outline.names import canonical
from gradient.outline.phrases import noun_phrases
from gradient.outline.words import (
    AUXILIARIES,
    EMPTY_HEADS,
    FUNCTION_WORDS,
    GENERAL_HEADS,
    KIND_HEADS,
    NAMING_HEADS,
    PLAIN_VERBS,
    THIRD_PERSONS,
    VERBS_ALSO_NOUNS,
    is_adverb,
    is_known,
    is_participle,
)
from gradient.pages.chosen import ChosenPassage

LEAST_SHARED = 0.5
"""So great a share of the telling words of a block stands in the passages that it names."""
MOST_NAMED = 3
"""So many strange words are told of a block."""
LONGEST_HEADING = 80

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SET_OFF = re.compile(r"\$\$?(?P<formula>[^$]+?)\$\$?|`(?P<code>[^`]+)`")
_COMMON = (
    FUNCTION_WORDS | AUXILIARIES | PLAIN_VERBS | THIRD_PERSONS | VERBS_ALSO_NOUNS
    | EMPTY_HEADS | GENERAL_HEADS | KIND_HEADS | NAMING_HEADS
)  # fmt: skip


class Vocabulary:
    """The words that some texts hold, whatever their case and number."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._keys = {key for text in texts for word in _WORD.findall(text) for key in _keys(word)}

    def holds(self, word: str) -> bool:
        """Whether the texts hold the word, or all parts of one with hyphens."""
        return canonical(word) in self._keys or _keys(word) <= self._keys


def wrong_heading(content: str, course: Vocabulary) -> str | None:
    """What is wrong with a heading, in half a sentence, or None."""
    if not content.strip() or "\n" in content or len(content) > LONGEST_HEADING:
        return f"a heading is one line of at most {LONGEST_HEADING} characters"
    return _strange(content, course)


def wrong_copy(content: str, cited: Sequence[ChosenPassage]) -> str | None:
    """What is wrong with code, a formula or a table, which have to stand in a passage as they are."""
    bare = _squeezed(content)
    if bare and any(bare in _squeezed(one.text) for one in cited):
        return None
    return "it has to be copied from a passage that it names"


def wrong_prose(content: str, cited: Sequence[ChosenPassage], course: Vocabulary) -> str | None:
    """What is wrong with a text that says again what passages say, or None."""
    if not content.strip():
        return "it is empty"
    for match in _SET_OFF.finditer(content):
        inside = _squeezed(match["formula"] or match["code"])
        if not any(inside in _squeezed(one.text) for one in cited):
            return f"{match.group()} stands in none of the passages that it names"
    prose = _SET_OFF.sub(" ", content)
    strange = _strange(prose, course)
    if strange is not None:
        return strange
    telling = [word for word in _WORD.findall(prose) if not _is_common(word)]
    said = Vocabulary(one.text for one in cited)
    shared = sum(said.holds(word) for word in telling)
    if shared < LEAST_SHARED * len(telling):
        return "most of its words stand in none of the passages that it names"
    return None


def _strange(prose: str, course: Vocabulary) -> str | None:
    """The names that the course does not know: words of noun phrases, and whatever has capitals or digits."""
    strange = list(dict.fromkeys(word for word in _of_names(prose) if not course.holds(word)))
    if not strange:
        return None
    return f"the course does not write {', '.join(strange[:MOST_NAMED])}"


def _of_names(prose: str) -> Iterator[str]:
    for phrase in noun_phrases(prose):
        for word in phrase:
            if not _is_common(word.lower):
                yield prose[word.start : word.end]
    for word in _WORD.findall(prose):
        if any(char.isdigit() or char.isupper() for char in word[1:]):
            yield word


def _is_common(word: str) -> bool:
    lower = word.casefold()
    plain = lower.removesuffix("s")
    return (
        lower in _COMMON
        or plain in _COMMON
        or is_known(lower)
        or is_known(plain)
        or is_adverb(lower)
        or is_participle(lower)
    )


def _keys(word: str) -> frozenset[str]:
    return frozenset(canonical(part) for part in re.split(r"['’-]", word)) | {canonical(word)}


def _squeezed(text: str) -> str:
    return re.sub(r"[\s$`]+", "", text)
