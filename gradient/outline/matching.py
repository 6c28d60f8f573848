"""Where a text names topics: every spelling of a name counts, and a longer name hides those within it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gradient.outline.names import canonical, joined
from gradient.outline.words import (
    AUXILIARIES,
    DETERMINERS,
    FUNCTION_WORDS,
    GATHERING,
    THIRD_PERSONS,
)

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:[+#]{1,2}(?!\w))?")

# What may stand between two words of one name: blanks, a line break, a hyphen, marks of emphasis.
_GAP = re.compile(r"[ \t*_`/'’\u2010\u2011\u2013-]*\n?[ \t*_`/'’\u2010\u2011\u2013-]*")

_STEM = 3

# What stands before a verb, as in "we set", "is set", "to list".
_BEFORE_VERB = AUXILIARIES | {"to", "we", "you", "they", "i", "not", "being", "then"}


@dataclass(frozen=True)
class Occurrence:
    """A name of topic `owner` at `text[start:end]`.

    `words` counts the words of the name; `inside` says that a longer name covers it there, as
    "convolutional neural network" covers "neural network".
    """

    owner: int
    name: str
    start: int
    end: int
    words: int
    inside: bool = False


@dataclass(frozen=True)
class _Name:
    owner: int
    name: str
    words: int
    capitals: bool
    gathers: bool


@dataclass(frozen=True)
class _Token:
    key: str
    start: int
    end: int


class Matcher:
    """Finds the names of topics in texts.

    Number, case, accents, hyphens and blanks inside a name make no difference. A name of capitals
    alone ("MAP", "CNNs") is found only where the text writes it in capitals too; one that mostly
    gathers others ("set") only where it is a noun of its own.
    """

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        """`names` are pairs of a topic and one of its names; a name may belong to several topics."""
        found: dict[str, set[_Name]] = defaultdict(set)
        for owner, name in names:
            key = canonical(name)
            if key:
                found[joined(key)].add(
                    _Name(owner, name, len(key.split()), _is_capitals(name), is_gathering(key))
                )
        self._names = {
            key: sorted(known, key=lambda one: (one.owner, one.name)) for key, known in found.items()
        }
        self._stems = {key[:_STEM] for key in found}
        self._longest = max(map(len, found), default=0)

    def find(self, text: str) -> list[Occurrence]:
        """All occurrences in `text`, by place; at one place longer ones and smaller owners first."""
        tokens = [_Token(canonical(m.group()), m.start(), m.end()) for m in _WORD.finditer(text)]
        found = [one for begin in range(len(tokens)) for one in self._at(text, tokens, begin)]
        return _marked(_once_an_owner(found))

    def _at(self, text: str, tokens: list[_Token], begin: int) -> Iterator[Occurrence]:
        if _is_verb(text, tokens[begin : begin + 2]):
            return
        key = ""
        start = tokens[begin].start
        for position in range(begin, len(tokens)):
            token = tokens[position]
            if position > begin and not _GAP.fullmatch(text, tokens[position - 1].end, token.start):
                return
            key += token.key
            if len(key) > self._longest or (len(key) >= _STEM and key[:_STEM] not in self._stems):
                return
            for name in self._names.get(key, ()):
                if name.capitals and not _in_capitals(text[start : token.end]):
                    continue
                if not name.gathers or _is_noun_of_its_own(text, tokens, position):
                    yield Occurrence(name.owner, name.name, start, token.end, name.words)


def is_gathering(key: str) -> bool:
    """Whether a canonical name is one word that mostly gathers others: "set", "list"."""
    return key in GATHERING


def _is_noun_of_its_own(text: str, tokens: Sequence[_Token], position: int) -> bool:
    """Whether the word is no verb ("is set", "set the rate"), no head of a longer name ("test set"), and does
    not only gather others ("a set of points")."""
    token = tokens[position]
    before = _neighbour(text, tokens[position - 1], token.start).casefold() if position else ""
    after = _neighbour(text, tokens[position + 1], token.end) if position + 1 < len(tokens) else ""
    if after == "of" or after in DETERMINERS or before in _BEFORE_VERB:
        return False
    return not before or before in FUNCTION_WORDS


def _neighbour(text: str, neighbour: _Token, edge: int) -> str:
    """The word beside the edge of another, "" where more than blanks parts them."""
    gap = text[neighbour.end : edge] if neighbour.end <= edge else text[edge : neighbour.start]
    return "" if gap.strip(" \t\n*_`") else text[neighbour.start : neighbour.end]


def _is_verb(text: str, tokens: Sequence[_Token]) -> bool:
    """Whether the first of two words is a verb that governs the second: "leaves the graph connected"."""
    words = [text[one.start : one.end] for one in tokens]
    return len(words) == 2 and words[0] in THIRD_PERSONS and words[1] in DETERMINERS


def _is_capitals(name: str) -> bool:
    """Whether a name is one word of capitals, as a short form mostly is; a plural "s" aside."""
    letters = [char for char in name.removesuffix("s") if char.isalpha()]
    return len(letters) > 1 and " " not in name and all(char.isupper() for char in letters)


def _in_capitals(surface: str) -> bool:
    return sum(char.isupper() for char in surface) > 1


def _once_an_owner(found: list[Occurrence]) -> list[Occurrence]:
    """One occurrence for each owner and range, though several of its names may fit."""
    first: dict[tuple[int, int, int], Occurrence] = {}
    for one in found:
        first.setdefault((one.start, one.end, one.owner), one)
    return sorted(first.values(), key=lambda one: (one.start, -one.end, one.owner))


def _marked(found: list[Occurrence]) -> list[Occurrence]:
    """Marks what lies within a longer occurrence. `found` is sorted by start, longer ones first."""
    marked: list[Occurrence] = []
    cover_start, cover_end = -1, -1
    for one in found:
        covered = one.end <= cover_end and (one.start, one.end) != (cover_start, cover_end)
        if one.end > cover_end:
            cover_start, cover_end = one.start, one.end
        marked.append(Occurrence(one.owner, one.name, one.start, one.end, one.words, covered))
    return marked
