"""What a course says for and against learning one topic before another.

Every feature is 0 where there is nothing to say, and speaks for "the first is learnt before the second"
where it is positive.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from gradient.calibration.prerequisite_cues import asks_for, points_back, rests_on, says_so
from gradient.calibration.prerequisite_similarity import similarities
from gradient.calibration.prerequisite_statements import is_made_of, states
from gradient.outline.names import bare_heading
from gradient.outline.references import EXAMPLE, References, is_example, only_compares
from gradient.outline.teaching import Sentence
from gradient.store.prerequisites import CourseMaterial

HALF_REFERENCE = 0.15
"""Share of a topic's sentences that name another at which `reference` is half of what it can be."""
PROMINENT = 0.1
"""Share of a topic's sentences from which on their naming another makes that one prominent."""
BROAD = 30.0
"""Topics under a heading at which it says half of what it can about each of them."""
LEARNED = "learned"
"""What decided prerequisites of the course add to the log-odds; the course by itself says nothing of it."""
STATES = "says that one needs the other"
SAYS = "says that the one rests on the other"
ASKS = "asks for it"
CLEAR = (STATES, SAYS, ASKS)
FIRM = 0.3
"""What a sentence says less firmly than this is no cue."""
SAID, HINTED = 0.8, 0.15
"""How far one firm sentence shows that a topic rests on another: if it says so in so many words, or hints."""
OF_LECTURE = 0.35
"""How firmly what a lecture asks for speaks for a topic whose name its title only holds."""
MENTIONED = 0.2
"""How firmly a sentence speaks that only names the topics."""
QUOTES = 3
"""Quotes that are kept for a pair."""


@dataclass(frozen=True)
class Quote:
    """Words of the course that speak for a prerequisite, verbatim: where in which chunk, and how."""

    chunk_id: int
    start: int
    end: int
    quote: str
    reason: str


@dataclass(frozen=True)
class PrerequisiteEvidence:
    """What is found for one pair: its features by name, each in -1..1, and quotes, the best first."""

    features: Mapping[str, float]
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True)
class _Said:
    """How firmly sentences say it in sum, and how firmly the clearest one says it; both 0 to 1."""

    share: float
    clearest: float
    quotes: tuple[Quote, ...]
    stated: bool = False


class CourseEvidence:
    """Evidence for all pairs of one course. Reading the course is the costly part and is done once.

    Without `use_order` nothing is drawn from the order in which topics are taught.
    """

    def __init__(self, material: CourseMaterial, *, use_order: bool = True) -> None:
        self._references = References(material)
        self._use_order = use_order
        self._topics = {topic.topic_id: topic for topic in material.topics}
        self._sections = {topic: self._references.sections(topic) for topic in self._topics}
        self._breadths = self._topics_under()
        self._similarities = similarities(material.vectors)

    def of(self, first: int, second: int) -> PrerequisiteEvidence:
        """The evidence that topic `first` is learnt before topic `second`; KeyError if one is unknown."""
        course = self._references
        forth, back = course.of(second).get(first, 0.0), course.of(first).get(second, 0.0)
        said, told = self._said(first, second), self._said(second, first)
        features = {
            "reference": _saturated(forth),
            "back_reference": -_saturated(back),
            "asymmetry": (forth - back) / (forth + back + 0.02),
            "rank": self._prominence(first, second),
            "definition": course.explained_by(second, first) - course.explained_by(first, second),
            "name": float(course.named_within(first, second) - course.named_within(second, first)),
            "section": _unless_told(self._above(first, second) - self._above(second, first), said, told),
            "territory": _unless_told(
                course.territory(second, first) - course.territory(first, second), said, told
            ),
            "generality": self._generality(first, second),
            "similarity": self._similarities.get((first, second), 0.0),
            "untaught": course.taught(first) - 1,
            "unexplained": course.taught(second) - 1,
            "cue": said.share - told.share,
            "statement": float(said.stated) - told.stated,
            LEARNED: 0.0,
        }
        if self._use_order:
            features["order"] = _unless_told(self._order(first, second), said, told)
        return PrerequisiteEvidence(features, said.quotes or self._introduction(second))

    def _prominence(self, first: int, second: int) -> float:
        """1 for the topic that the sentences of `second` name most, less for each that they name more.

        What hardly any of them names is not prominent, whatever its place.
        """
        rank = self._references.rank(second, first)
        share = self._references.of(second).get(first, 0.0)
        return 0.0 if rank is None else min(1.0, share / PROMINENT) / math.sqrt(rank)

    def _above(self, first: int, second: int) -> float:
        """How far `second` is taught under headings of `first`; broad headings say little."""
        share = self._references.above(second).get(first, 0.0)
        return share * BROAD / (BROAD + self._breadths.get(first, 0.0))

    def _topics_under(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for topic in self._topics:
            for other, share in self._references.above(topic).items():
                found[other] = found.get(other, 0.0) + share
        return found

    def _generality(self, first: int, second: int) -> float:
        """Whether more sections name `first` than `second`: half the log ratio, between -1 and 1."""
        return math.tanh(math.log((self._sections[first] + 1) / (self._sections[second] + 1)) / 2)

    def _order(self, first: int, second: int) -> float:
        one, two = self._topics[first].taught_at, self._topics[second].taught_at
        if one is None or two is None or one == two:
            return 0.0
        return 1.0 if one < two else -1.0

    def _said(self, first: int, second: int) -> "_Said":
        """What sentences say of `second` resting on `first`."""
        rated = [
            (share * strength, reason, sentence)
            for share, sentence in self._spoken_of(first, second)
            for strength, reason in [self._firmness(sentence, first, second)]
            if strength
        ]
        rated.sort(key=lambda one: (-one[0], one[2].passage.source, one[2].passage.position, one[2].start))
        firm = [(strength, reason in CLEAR) for strength, reason, _ in rated if strength > FIRM]
        said = 1 - math.prod(1 - (SAID if clear else HINTED) * strength for strength, clear in firm)
        clearest = max((strength for strength, clear in firm if clear), default=0.0)
        quotes = tuple(_quote(sentence, reason) for _, reason, sentence in rated[:QUOTES])
        return _Said(said, clearest, quotes, any(reason == STATES for _, reason, _ in rated))

    def _firmness(self, sentence: Sentence, first: int, second: int) -> tuple[float, str]:
        """How firmly a sentence that names `first` says that `second` rests on it, and in what way."""
        place, other = _place(sentence, first), _place(sentence, second)
        if place and other and states(sentence.text, place, other):
            return 1.0, STATES
        if other is None and asks_for(sentence.text) and not only_compares(sentence):
            return 1.0 if self._is_headed(sentence, second) else OF_LECTURE, ASKS
        return _told_of(sentence, first, second)

    def _is_headed(self, sentence: Sentence, topic: int) -> bool:
        path = sentence.passage.section_path
        return any(self._references.is_name(topic, bare_heading(heading)) for heading in path)

    def _introduction(self, topic: int) -> tuple[Quote, ...]:
        """Where the course says most of a topic: what is quoted when no sentence joins the two."""
        course = self._references
        naming = [number for number in course.own(topic) if topic in course.teaching.sentences[number].named]
        best = min(naming, key=lambda number: (-course.own(topic)[number], number), default=None)
        return () if best is None else (_quote(course.teaching.sentences[best], "teaches the later one"),)

    def _spoken_of(self, first: int, second: int) -> list[tuple[float, Sentence]]:
        """The sentences about `second` that name `first`, with the share of `second` in them."""
        course = self._references
        own = course.own(second)
        found: list[tuple[float, Sentence]] = []
        for number in course.named.get(first, ()):
            sentence = course.teaching.sentences[number]
            share = 1.0 if second in sentence.named else own.get(number, 0.0)
            if share >= 0.2 and course.teaching.own.get(first, {}).get(number, 0.0) <= share:
                found.append((share, sentence))
        return found


def _told_of(sentence: Sentence, first: int, second: int) -> tuple[float, str]:
    """The same for what no sentence says outright."""
    place, other = _place(sentence, first), _place(sentence, second)
    if place is None or only_compares(sentence):
        return 0.0, ""
    weight = EXAMPLE if is_example(sentence, first) else 1.0
    if other is not None and is_made_of(sentence.text, place, other):
        return weight, SAYS
    if second in sentence.defines:
        return weight, "explains the one by the other"
    names = "names it" if other is None else "names both"
    if rests_on(sentence.text, place, other):
        said = other is not None and says_so(sentence.text, place, other)
        strength = weight * (0.5 if other is None else 1.0)
        return strength, SAYS if said else names
    if points_back(sentence.text):
        return weight * 0.8, "points back to it"
    return weight * MENTIONED, names


def _place(sentence: Sentence, topic: int) -> tuple[int, int] | None:
    """Where the sentence names the topic first, or None."""
    at = sentence.named.get(topic)
    return None if at is None else (at.start, at.end)


def _unless_told(value: float, said: _Said, told: _Said) -> float:
    """What the build of the course suggests, less where its words say the contrary.

    `said` is for what a positive value suggests, `told` for the other direction.
    """
    return value * (1 - (told if value > 0 else said).clearest)


def _saturated(share: float) -> float:
    return share / (share + HALF_REFERENCE)


def _quote(sentence: Sentence, reason: str) -> Quote:
    words = sentence.passage.text[sentence.start : sentence.end]
    return Quote(sentence.passage.chunk_id, sentence.start, sentence.end, words, reason)
