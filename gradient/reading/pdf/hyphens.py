"""Whether a hyphen at the end of a line belongs to its word or only parts it."""

import re
from collections import Counter
from collections.abc import Iterable

_BROKEN = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)-$")
_NEXT_WORD = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_OWN_HYPHEN = frozenset({"self", "well", "high", "low", "state", "cross", "real", "two", "one"})
_TAIL = 60


def words_of(texts: Iterable[str]) -> Counter[str]:
    """How often a document writes each word, in lower case."""
    return Counter(word.lower() for text in texts for word in _WORD.findall(text))


def parted(text: str, following: str) -> tuple[str, str] | None:
    """The two halves of a word where `text` ends in the middle of one and `following` goes on with it."""
    head = _BROKEN.search(text[-_TAIL:])
    tail = _NEXT_WORD.match(following)
    return None if head is None or tail is None else (head[1], tail[0])


def keeps_hyphen(head: str, tail: str, following: str, words: Counter[str]) -> bool:
    """Whether `head-tail` has a hyphen of its own: by how the document writes it elsewhere, else by guess."""
    apart, together = words[f"{head}-{tail}".lower()], words[f"{head}{tail}".lower()]
    if apart != together:
        return apart > together
    if "-" in head or following[len(tail) : len(tail) + 1] == "-":
        return True
    return not tail[0].islower() or head.lower() in _OWN_HYPHEN
