"""Which sentences of a course teach which topic, and which topics each sentence names."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gradient.outline.matching import Matcher, Occurrence
from gradient.store.prerequisites import CourseMaterial, CoursePassage
from gradient.text.markup import plain
from gradient.text.sentences import sentences
from gradient.text.spans import OPAQUE

UNDER_OTHER_LEAD = 0.25
"""Share of a topic in a paragraph of its section that another topic leads."""
OUTER_HEADING = 0.4
"""Share that each further heading between a topic's own heading and a sentence leaves."""
SPOKEN_OF_FIRST = 0.6
"""Share of a topic in a paragraph that begins with its name without setting it off as a title."""
TAGGED = 0.6
"""Share of a topic in a sentence that carries a content tagged with it."""

FEWEST_WORDS, MOST_WORDS = 3, 120
"""Words of a sentence; what has fewer says nothing, what has more is a table or the output of a program."""

_NO_PROSE = "\u2423"
_NO_PROSE_RUN = re.compile(f"{_NO_PROSE}[{_NO_PROSE}\\s]*{_NO_PROSE}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_BLOCK = re.compile(
    r"\n[ \t>]*\n|\n(?=[ \t>]*(?:[-*+•❒▪‣◦❏]|\d{1,3}[.)])[ \t]+\S)|\n(?=\S[ \t]+[^\n–—]{3,60}[ \t][–—][ \t])"
)
_LEAD = re.compile(r"[\W\d_]*(?:(?:a|an|the|in|one|this|our)\b\W*)?", re.IGNORECASE)
_TITLE_END = re.compile(r"[*_\"'”’)\s]*(?:\([^()]{1,60}\)[*_\s]*)?(?:[.:]|\s[–—-])")
_SET_OFF = re.compile(r"(?:\*\*|__|\*|_|<b>|<strong>|<i>|<em>)[^\w]*$")
READ_AGAIN = 8192
"""Texts that are kept as read: a course is read for its pairs, and soon again for their evidence."""

_OPENING = 200
"""Characters of a paragraph that are searched for the name that opens it."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of prose. `text` is its plain text, `start` and `end` its range in the passage.

    `named` are the topics that occur in it, with their first range in `text`; `defines` the topics that
    it explains. `section` numbers the section of the course that it stands in.
    """

    passage: CoursePassage
    section: int
    start: int
    end: int
    text: str
    named: Mapping[int, Occurrence]
    defines: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Teaching:
    """The sentences of a course, and for each topic how far each of them teaches it.

    `own[topic]` maps numbers of sentences to shares in 0..1; `above[topic]` maps the topics whose
    section or paragraph holds the place where the topic is taught to the share of that place, in 0..1.
    `given[topic]` sums up the shares that headings, openings of paragraphs and explanations give it.
    """

    sentences: tuple[Sentence, ...]
    own: Mapping[int, Mapping[int, float]]
    above: Mapping[int, Mapping[int, float]]
    given: Mapping[int, float]


def teaching(material: CourseMaterial) -> Teaching:
    """Reads the passages of a course for its topics."""
    reader = _Reader(matcher(material))
    for passage in material.passages:
        reader.read(passage)
    return Teaching(tuple(reader.sentences), reader.own, reader.shares_above(), reader.given)


def matcher(material: CourseMaterial) -> Matcher:
    """Finds the names of the topics of a course."""
    names = {(topic.topic_id, name) for topic in material.topics for name in (topic.title, *topic.names)}
    return Matcher(sorted(names))


class _Reader:
    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._sections: dict[tuple[str, tuple[str, ...]], int] = {}
        self.sentences: list[Sentence] = []
        self.own: dict[int, dict[int, float]] = defaultdict(dict)
        self.given: dict[int, float] = defaultdict(float)
        self._above: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self._taught: dict[int, float] = defaultdict(float)

    def read(self, passage: CoursePassage) -> None:
        section = self._sections.setdefault((passage.source, passage.section_path), len(self._sections))
        headings = self._of_headings(passage.section_path)
        prose = OPAQUE.sub(lambda piece: _NO_PROSE * len(piece.group()), passage.text)
        for start, end in _blocks(prose):
            self._read_block(passage, prose, section, headings, start, end)

    def shares_above(self) -> dict[int, dict[int, float]]:
        return {
            topic: {other: share / self._taught[topic] for other, share in others.items()}
            for topic, others in self._above.items()
        }

    def _of_headings(self, path: Sequence[str]) -> dict[int, float]:
        """The topics that the headings name, each with the share that its distance leaves it."""
        found: dict[int, float] = {}
        for distance, heading in enumerate(reversed(path)):
            named = {one.owner for one in self._matcher.find(plain(heading)) if not one.inside}
            for topic in sorted(named):
                found.setdefault(topic, OUTER_HEADING**distance / math.sqrt(len(named)))
        return found

    def _read_block(
        self,
        passage: CoursePassage,
        prose: str,
        section: int,
        headings: Mapping[int, float],
        start: int,
        end: int,
    ) -> None:
        found = [
            sentence
            for first, last in sentences(prose[start:end])
            if (sentence := self._sentence(passage, prose, section, start + first, start + last))
        ]
        if not found:
            return
        leads = self._leads(passage, prose, start, min(end, start + _OPENING))
        self._note_above(headings, leads)
        for sentence in found:
            self._note_own(sentence, headings, leads)
            self.sentences.append(sentence)

    def _leads(self, passage: CoursePassage, prose: str, start: int, end: int) -> dict[int, float]:
        """The topic whose name opens a paragraph: 1 if it is set off as a title or defined, else less."""
        source = prose[start:end]
        text = _read(source)
        lead = _LEAD.match(text)
        begin = lead.end() if lead else 0
        for one in self._matcher.find(text):
            if one.start > begin:
                break
            at = source.find(text[one.start : one.end])
            set_off = at >= 0 and _SET_OFF.search(source[:at]) is not None
            titled = set_off or _TITLE_END.match(text, one.end) is not None
            defined = any(
                start <= place < end and topic == one.owner for place, _, topic in passage.definitions
            )
            return {one.owner: 1.0 if titled or defined else SPOKEN_OF_FIRST}
        return {}

    def _sentence(
        self, passage: CoursePassage, prose: str, section: int, start: int, end: int
    ) -> Sentence | None:
        text = _read(prose[start:end])
        if not FEWEST_WORDS <= len(_WORD.findall(text)) <= MOST_WORDS:
            return None
        named: dict[int, Occurrence] = {}
        for occurrence in self._matcher.find(text):
            if not occurrence.inside:
                named.setdefault(occurrence.owner, occurrence)
        defines = {topic for at, _, topic in passage.definitions if start <= at < end}
        return Sentence(passage, section, start, end, text, named, frozenset(defines))

    def _note_own(
        self, sentence: Sentence, headings: Mapping[int, float], leads: Mapping[int, float]
    ) -> None:
        number = len(self.sentences)
        led = max(leads.values(), default=0.0)
        shares = dict(leads)
        for topic, share in headings.items():
            other = led if topic not in leads else 0.0
            shares[topic] = max(shares.get(topic, 0.0), share * (1 - other * (1 - UNDER_OTHER_LEAD)))
        for topic in sentence.defines:
            shares[topic] = 1.0
        for topic, share in shares.items():
            self.given[topic] += share
        for start, end, topic in sentence.passage.tagged:
            if start < sentence.end and sentence.start < end:
                shares[topic] = max(shares.get(topic, 0.0), TAGGED)
        for topic, share in shares.items():
            self.own[topic][number] = share

    def _note_above(self, headings: Mapping[int, float], leads: Mapping[int, float]) -> None:
        """Where a topic is taught under the heading of another, that one is above it."""
        for topic, share in [*leads.items(), *headings.items()]:
            if share < SPOKEN_OF_FIRST or (topic in headings and topic in leads and share != leads[topic]):
                continue
            self._taught[topic] += share
            for other, nearness in headings.items():
                nearer = topic in headings and nearness >= headings[topic]
                if other != topic and not nearer:
                    self._above[topic][other] += share


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of paragraphs, list items and entries of a glossary."""
    cuts = sorted({0, len(text), *(match.end() for match in _BLOCK.finditer(text))})
    yield from pairwise(cuts)


@lru_cache(maxsize=READ_AGAIN)
def _read(prose: str) -> str:
    """Plain text in which one mark stands for each piece of code and each formula."""
    return _NO_PROSE_RUN.sub(_NO_PROSE, plain(prose))
