"""How the passages that teach one topic speak of the others.

The measure is that of Liang, Wu, Huang and Giles, "Measuring prerequisite relations among concepts"
(EMNLP 2015): what is taught later refers to what was taught before, more than the other way round.
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping

from gradient.outline.matching import is_gathering
from gradient.outline.names import canonical
from gradient.outline.teaching import Sentence, Teaching, teaching
from gradient.store.prerequisites import CourseMaterial, CourseTopic

SPEAKS_OF = 0.3
"""Share of a topic in a sentence that names it, for topics that no section or paragraph is given to."""
ENOUGH = 4.0
"""Sentences that a topic needs of its own before those that only name it are left aside."""
DAMPING = 6.0
"""Sentences of silence that are counted with every topic, so that one sentence proves little."""
EXAMPLE = 0.1
"""What a reference counts that only gives an example or a use."""
COMPARED = 0.4
"""What a reference counts in a sentence that compares or looks ahead."""

_EXAMPLE = re.compile(
    r"(?:\b(?:such as|like|including|e\.?g\.?,?|i\.?e\.?|(?:useful|used|good|great|well|suited) (?:for|in)"
    r"|tasks?|called|known as|(?:see|read) (?:the|our|this)|in our|here,?)\b[^.;]{0,60}|[(\[]\s*)$",
    re.IGNORECASE,
)
_IN_AN_EXAMPLE = re.compile(r"\b(?:for instance|examples?|suppose|imagine)\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:unlike|instead of|rather than|in contrast|contrary to|compared (?:to|with)|as opposed to|versus|vs"
    r"|whereas|alternatives? to|alternatively|(?:better|worse|faster|slower) than|differs? from"
    r"|differences? between|similar(?:ly)? to|analogous(?:ly)? to|confused with|read more|see also"
    r"|later|upcoming|in the next|next (?:section|chapter|lecture|class|module|video|week)"
    r"|(?:we|you)(?: will|'ll|’ll) (?:see|discuss|learn|cover|look|come))\b",
    re.IGNORECASE,
)


class References:
    """Who is taught where, and who is named there, over one course. Reading it is the costly part."""

    def __init__(self, material: CourseMaterial) -> None:
        self.topics = {topic.topic_id: topic for topic in material.topics}
        self.teaching: Teaching = teaching(material)
        self.named = _named(self.teaching)
        self._keys = {topic.topic_id: _keys(topic) for topic in material.topics}
        self._own = {topic: self._sentences_of(topic) for topic in self.topics}
        self._shares = {topic: self._referred(topic) for topic in self.topics}
        self._ranks = {topic: _ranks(shares) for topic, shares in self._shares.items()}
        self._explaining = self._explanations()

    def of(self, topic: int) -> Mapping[int, float]:
        """For each topic that the sentences of this one name, the share of them that do, 0 to 1."""
        return self._shares[topic]

    def rank(self, topic: int, other: int) -> int | None:
        """The place of `other` among those that the sentences of `topic` name, from 1, if they do."""
        return self._ranks[topic].get(other)

    def own(self, topic: int) -> Mapping[int, float]:
        """The sentences that speak of the topic, by number, with its share in each, 0 to 1."""
        return self._own[topic]

    def taught(self, topic: int) -> float:
        """How far the course gives the topic sentences of its own, 0 to 1."""
        given = self.teaching.given.get(topic, 0.0)
        return given / (given + 1)

    def above(self, topic: int) -> Mapping[int, float]:
        """The topics under whose headings this one is taught, with the share of its places there, 0 to 1."""
        return self.teaching.above.get(topic, {})

    def explained_by(self, topic: int, other: int) -> float:
        """How far the sentences that explain `topic` do so by naming `other`, 0 to 1."""
        explaining = self._explaining[topic]
        weights = [
            EXAMPLE if is_example(sentence, other) else 1.0
            for sentence in explaining
            if other in sentence.named and other not in sentence.defines
        ]
        return math.fsum(weights) / len(explaining) if explaining else 0.0

    def named_within(self, inner: int, outer: int) -> bool:
        """Whether a name of `outer` is made of more words and a name of `inner` that does not only gather."""
        return any(
            len(part) < len(whole) and _contains(whole, part)
            for part in self._keys[inner]
            if not is_gathering(" ".join(part))
            for whole in self._keys[outer]
        )

    def is_name(self, topic: int, text: str) -> bool:
        """Whether `text` as a whole is a name of the topic."""
        return tuple(canonical(text).split()) in self._keys[topic]

    def territory(self, inner: int, outer: int) -> float:
        """The share of the sentences naming `inner` that stand where `outer` is taught, 0 to 1.

        Subsumption as in Sanderson and Croft, "Deriving concept hierarchies from text" (SIGIR 1999).
        """
        taught = self.teaching.own.get(outer, {})
        numbers = self.named.get(inner, ())
        return math.fsum(taught.get(number, 0.0) for number in numbers) / (len(numbers) + 1)

    def sections(self, topic: int) -> int:
        """In how many sections of the course the topic is named."""
        return len({self.teaching.sentences[number].section for number in self.named.get(topic, ())})

    def _sentences_of(self, topic: int) -> dict[int, float]:
        own = dict(self.teaching.own.get(topic, {}))
        if math.fsum(own.values()) < ENOUGH:
            for number in self.named.get(topic, ()):
                own[number] = max(own.get(number, 0.0), SPEAKS_OF)
        return own

    def _referred(self, topic: int) -> dict[int, float]:
        own = self._own[topic]
        total = math.fsum(own.values()) + DAMPING
        found: dict[int, float] = defaultdict(float)
        for number, share in own.items():
            sentence = self.teaching.sentences[number]
            weight = share * (COMPARED if only_compares(sentence) else 1.0) / total
            for other in sentence.named:
                # Where the other topic has the word itself, this one does not refer to it.
                left = 1 - self.teaching.own.get(other, {}).get(number, 0.0) / share
                if other != topic and left > 0:
                    found[other] += weight * left * (EXAMPLE if is_example(sentence, other) else 1.0)
        return dict(found)

    def _explanations(self) -> dict[int, list[Sentence]]:
        found: dict[int, list[Sentence]] = {topic: [] for topic in self.topics}
        for sentence in self.teaching.sentences:
            for topic in sentence.defines & found.keys():
                found[topic].append(sentence)
        return found


def is_example(sentence: Sentence, topic: int) -> bool:
    """Whether the sentence names the topic only as an example, as a use, or in brackets."""
    at = sentence.named[topic].start
    return (
        _EXAMPLE.search(sentence.text, max(0, at - 90), at) is not None
        or _IN_AN_EXAMPLE.search(sentence.text, max(0, at - 60), at + 60) is not None
    )


def only_compares(sentence: Sentence) -> bool:
    """Whether the sentence sets things side by side, or announces what comes later."""
    return _COMPARES.search(sentence.text) is not None


def _named(course: Teaching) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(course.sentences):
        for topic in sentence.named:
            found[topic].append(number)
    return dict(found)


def _ranks(shares: Mapping[int, float]) -> dict[int, int]:
    """The places of the topics by their shares; equal ones share the best."""
    falling = sorted(shares.values(), reverse=True)
    return {topic: falling.index(share) + 1 for topic, share in shares.items()}


def _keys(topic: CourseTopic) -> set[tuple[str, ...]]:
    return {tuple(canonical(name).split()) for name in (topic.title, *topic.names)} - {()}


def _contains(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))
