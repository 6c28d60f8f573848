"""Which sentence explains a topic: says what it is, or at least speaks of it as its subject."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from gradient.outline.languages import called_pattern, is_a_pattern
from gradient.outline.words import (
    AUXILIARIES,
    EMPTY_HEADS,
    FUNCTION_WORDS,
    KIND_HEADS,
    NAMING_HEADS,
    PLAIN_VERBS,
    THIRD_PERSONS,
    VERBS_ALSO_NOUNS,
)

_ARTICLES = r"an?|the|el|las?|los?|un[eao]?|les?|der|die|das|eine?|il|os?|as|uma?"
_LEAD = (
    rf"[^\w(]*(?:(?:{_ARTICLES}|so|thus|hence|here|in short|formally|recall that|note that"
    r"|(?:word|term|notion|concept)(?:\s+of)?)[\s,]+)*"
)
_TITLE = r"(?:[^\W_][^.:;!?\n]{0,60}?(?:\s[–—―]|:)\s+)?"
_ASIDE = r"[\"'”’*]*\s*(?:\([^()]{1,40}\)\s*)?(?:,[^,.]{3,60},\s*)?"
# What may stand between the name and its verb: "the Euclid procedure is", "a path in a graph is".
_HEAD = rf"(?:(?:{'|'.join(sorted(EMPTY_HEADS | KIND_HEADS | NAMING_HEADS))})\s+)?"
_OF = (
    r"(?:(?:of|in|on|for|from|to|with|between|among)\s+(?:(?!(?:is|are|was|were|that|which|who|whose)\b)"
    r"[\w'’-]+\s+){1,6}(?:\([^()]{1,20}\)\s+)?)?"
)
_BE = r"(?:is|are|was|were)\s+(?:(?!only)\w+ly\s+|just\s+|also\s+)?"
_IS_A = rf"{_BE}(?:an?|the|its|their|any|one|two|when|where|how|whatever|those)\b"
_IS_THAT = r"are\s+(?!not\b|so\b|such\b|\w+(?:ed|ly)\b)(?:[\w-]+\s+){1,4}(?:that|which|whose)\b"
_SAYS = r"(?:says?|states?|asserts?)\s+that\b"
# "Rest means the players should stop" tells what follows from it, not what it is.
_DUTY = r"(?:should|must|can|could|will|would|may|might|need|have\s+to|has\s+to)"
_DUTY_FOLLOWS = rf"\s+(?:that\s+)?(?:[\w-]+\s+){{1,6}}?{_DUTY}\b"
_MEANS = rf"means\b(?!{_DUTY_FOLLOWS})"
# Behind a title, what begins so sets the scene: "Regression – We assume that ...".
_SCENE = (
    r"(?!(?:we|you|i|one)\s+(?!(?:define|call|denote|say)\b)"
    r"|(?:let|suppose|assume|consider|here|there|given|train)\b)"
)
_IS = (
    rf"(?:{_HEAD}{_OF}(?:{_IS_A}|{_IS_THAT}|{_BE}(?:that|defined|characteri[sz]ed)\b|{_SAYS}"
    rf"|(?:refers?\s+to|denotes?|describes?)\b|{_MEANS})|\s*[–—:]\s+{_SCENE}|\s*(?:{is_a_pattern()}))"
)
_MADE_OF = re.compile(r"an?\s+.*\bconsists?\s+of\s+an?\b", re.IGNORECASE)
_NAMED = (
    r"\b(?:called|known\s+as|termed|named|refer(?:red)?\s+to\s+as|define|definition\s+of|(?:refer\s+to|call)\s+"
    rf"(?:it|this|these|them|such)(?:\s+\w+)?(?:\s+as)?|{called_pattern()})[\s\"'“‘*]+(?:(?:an?|the)\s+)?[\"'“‘\s*]*"
)
_WHICH = r"(?!\w)[\"'”’*]*,\s+which\s+(?:is|are|means)\s+(?:an?|the)\b"
_POINTS = re.compile(r"(?:we|you|i|as|indeed)\b|[^.]*\b(?:this|these|those|it|them)\b[^.]*\Z", re.IGNORECASE)
_LINKED = re.compile(r"[.!]\s+(?:this|these|that|it|they|such)\b[^.]*\Z", re.IGNORECASE)
_BROKEN_OFF = re.compile(r"\[…\]\s*\Z")
"""What is still to come, a formula say, is not there."""
_TELLS_DUTY = re.compile(rf"\s*means{_DUTY_FOLLOWS}", re.IGNORECASE)
_FINITE = AUXILIARIES | THIRD_PERSONS | ((PLAIN_VERBS | VERBS_ALSO_NOUNS) - {"set", "sets"})
_WORD = re.compile(r"\s*(?:[^\W_]+ly\s+|also\s+|often\s+|usually\s+)?([^\W\d_]+)(?:\s+([^\W\d_]+))?")
_ADDRESS = re.compile(r"\b(?:you|your|your'?s)\b", re.IGNORECASE)
LONGEST_DEFINITION = 60
"""A sentence of more words explains more than what the topic is."""


# What stands before and behind a name wherever it says what the topic is: compiled once, since the names of
# a course are many and these take a hundred times as long to compile as a name.
_BEFORE = re.compile(rf"{_LEAD}{_TITLE}{_LEAD}", re.IGNORECASE)
_THEN_IS = re.compile(rf"{_ASIDE}{_IS}", re.IGNORECASE)
_THEN_IS_A = re.compile(rf"{_ASIDE}{_HEAD}{_OF}(?:{_IS_A}|{_IS_THAT})", re.IGNORECASE)
# Without these, no name can make a sentence one that has them.
_IN_TITLED = re.compile(rf"[–—:]\s.*\s{_IS_A}", re.IGNORECASE)
_IN_NAMED = re.compile(_NAMED, re.IGNORECASE)
_IN_WHICH = re.compile(_WHICH, re.IGNORECASE)


class NamePattern:
    """The names of a topic, to be found in sentences, in the singular or plural."""

    def __init__(self, names: Iterable[str]) -> None:
        different = {" ".join(name.split()) for name in names if name.strip()}
        ordered = sorted(different, key=lambda name: (-len(name), name))
        self._sources = [_name_source(name) for name in ordered]
        self.source = "|".join(self._sources) or r"(?!)"
        self._pattern = re.compile(rf"(?<!\w)(?:{self.source})(?!\w)", re.IGNORECASE)

    def within(self, text: str) -> bool:
        """Whether one of the names occurs in `text`."""
        return self._pattern.search(text) is not None

    def spots(self, text: str) -> Iterator[tuple[int, int]]:
        """Where each of the names begins and ends in `text`, also within a longer one."""
        for each in self._each:
            yield from (found.span(1) for found in each.finditer(text))

    @cached_property
    def _each(self) -> list[re.Pattern[str]]:
        return [re.compile(rf"(?=({source})(?!\w))", re.IGNORECASE) for source in self._sources]

    def is_whole(self, text: str) -> bool:
        """Whether `text` is one of the names, articles and marks at its edges aside."""
        return self._pattern.fullmatch(_EDGES.sub("", text)) is not None


_EDGES = re.compile(r"^\W*(?:(?:an?|the)\s+)?|\W+$", re.IGNORECASE)


def _name_source(name: str) -> str:
    words = [re.sub("['’]", "['’]", re.escape(word)) for word in re.split(r"[\s-]+", name)]
    return r"[\s-]+".join(words) + ("" if name.endswith("s") else "(?:e?s)?")


class Explanations:
    """Tells the sentences that explain the topic of some names; `others` are topics explained elsewhere."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = ()) -> None:
        self._own = NamePattern(names)
        self._others = NamePattern(others)

    def is_subject_of_definition(self, sentence: str) -> bool:
        """Whether the sentence says what the topic is, as its subject or title."""
        return self._says(_THEN_IS, sentence)

    def defines(self, sentence: str) -> bool:
        """Whether the sentence says what the topic is, or that what it describes has the topic's name."""
        if len(sentence.split()) > LONGEST_DEFINITION or not self._own.within(sentence):
            return False
        if self._is_about_other(sentence):
            return False
        if self._says(_THEN_IS_A, sentence) or self._is_titled(sentence):
            return True
        if _BROKEN_OFF.search(sentence):
            return False
        if self.is_subject_of_definition(sentence) or self._is_said_aside(sentence):
            return True
        return self._is_made_of(sentence) or self._names(sentence)

    def explains(self, sentence: str) -> bool:
        """Whether a reader learns from the sentence what the topic is, be it with the one before it."""
        named = self._where_named(sentence) is not None
        return named or self._says(_THEN_IS_A, sentence) or self.has_subject(sentence)

    def has_subject(self, sentence: str) -> bool:
        """Whether the topic is the grammatical subject of the sentence: its name opens it, a verb follows."""
        opens = self._opens.match(sentence) if self._own.within(sentence) else None
        if opens is None or _ADDRESS.search(sentence) or sentence.rstrip().endswith(("?", "!")):
            return False
        if _BROKEN_OFF.search(sentence) or _TELLS_DUTY.match(sentence, opens.end()):
            return False
        verb = _WORD.match(sentence, opens.end())
        if verb is None:
            return False
        word, behind = verb.group(1).casefold(), (verb.group(2) or "").casefold()
        return word in _FINITE or (word.endswith("s") and behind in FUNCTION_WORDS)

    def best(self, sentences: Iterable[str]) -> str:
        """The first of `sentences` that defines the topic, else the first with it as its subject, else ""."""
        subject = ""
        named = ""
        for sentence in sentences:
            if self.defines(sentence):
                if self.is_subject_of_definition(sentence):
                    return sentence
                named = named or sentence
            if not subject and self.has_subject(sentence):
                subject = sentence
        return named or subject

    def _says(self, behind: re.Pattern[str], sentence: str) -> bool:
        """Whether the sentence begins with the topic, so that `behind` follows its name."""
        return any(
            behind.match(sentence, end) is not None and _BEFORE.fullmatch(sentence, 0, start) is not None
            for start, end in self._own.spots(sentence)
        )

    def _is_titled(self, sentence: str) -> bool:
        """Whether the name as a title stands before a sentence that says what the topic is."""
        return _IN_TITLED.search(sentence) is not None and self._titled.match(sentence) is not None

    def _is_said_aside(self, sentence: str) -> bool:
        return _IN_WHICH.search(sentence) is not None and self._which.search(sentence) is not None

    def _where_named(self, sentence: str) -> re.Match[str] | None:
        """The place where the sentence says that something has the name."""
        return self._named.search(sentence) if _IN_NAMED.search(sentence) else None

    def _names(self, sentence: str) -> bool:
        """Whether the sentence itself says what it is that has the name."""
        found = self._where_named(sentence)
        if found is None:
            return False
        before = sentence[: found.end()]
        return _LINKED.search(before) is not None or _POINTS.match(before) is None

    def _is_made_of(self, sentence: str) -> bool:
        """Whether it says what such a thing consists of in general: "A graph consists of a set of ..."."""
        return self._opens.match(sentence) is not None and _MADE_OF.match(sentence) is not None

    def _is_about_other(self, sentence: str) -> bool:
        match = self._other.match(sentence) if self._others.within(sentence) else None
        return match is not None and not self._own.within(match.group())

    @cached_property
    def _other(self) -> re.Pattern[str]:
        pattern = rf"{_LEAD}{_TITLE}{_LEAD}(?:{self._others.source})(?!\w){_ASIDE}{_IS}"
        return re.compile(pattern, re.IGNORECASE)

    @cached_property
    def _titled(self) -> re.Pattern[str]:
        name = self._own.source
        return re.compile(
            rf"{_LEAD}(?:{name})\s*[–—:]\s.*(?<!\w)(?:{name})(?!\w)[^.:;]{{0,60}}?\s{_IS_A}", re.IGNORECASE
        )

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile(rf"{_NAMED}(?:{self._own.source})(?!\w)", re.IGNORECASE)

    @cached_property
    def _which(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{self._own.source}){_WHICH}", re.IGNORECASE)

    @cached_property
    def _opens(self) -> re.Pattern[str]:
        return re.compile(rf"{_LEAD}{_TITLE}{_LEAD}(?:{self._own.source})(?!\w){_ASIDE}", re.IGNORECASE)
