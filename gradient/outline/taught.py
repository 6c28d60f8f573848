"""Where a course first teaches a topic, which is not always where it first names it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.outline.formation import Place
from gradient.outline.matching import Matcher
from gradient.outline.names import good_name
from gradient.text.markup import plain

Row = Mapping[str, Any]

SHARE_OF_MOST = 0.25
"""A lecture that gives a topic less than this share of what another gives it, and does not explain it,
only mentions it."""
OUTER_HEADING = 0.4
"""What each further heading between a chunk and the one that names the topic leaves of its weight."""
INSIDE = 0.5
"""What a heading counts that names the topic within a longer name, as "Linear regression" does."""
NAMED = 0.1
"""What a place counts that only names the topic."""
TEACHING_KINDS = frozenset({"heading", "definition", "emphasis", "acronym"})


@dataclass(frozen=True)
class TopicPlaces:
    """A topic with its names and the places that name it."""

    topic_id: int
    names: frozenset[str]
    places: Sequence[Place]


def first_taught(chunks: Mapping[str, Row], topics: Sequence[TopicPlaces]) -> dict[int, int]:
    """For each topic the chunk in which the course begins to teach it, by id.

    `chunks` are those of the course by natural key. Only sources with a place in the teaching order
    count; a topic that none of them names is left out. What stands under a heading such as "Summary"
    looks back or ahead: it counts where there is nothing else.
    """
    headings = _Headings(topics)
    found = {}
    for topic in topics:
        weights = _weights(chunks, topic, headings)
        explaining = {place.chunk for place in topic.places if place.kind == "definition"}
        explaining = {key for key in explaining & weights.keys() if not _is_aside(chunks[key])}
        if weights:
            found[topic.topic_id] = chunks[_begin(chunks, weights, explaining)]["id"]
    return found


def _weights(chunks: Mapping[str, Row], topic: TopicPlaces, headings: "_Headings") -> dict[str, float]:
    """How far each chunk teaches the topic."""
    weights: dict[str, float] = defaultdict(float)
    for key, chunk in chunks.items():
        if chunk["source_position"] is not None and (share := headings.share(chunk, topic.topic_id)):
            weights[key] += share
    for place in topic.places:
        if chunks[place.chunk]["source_position"] is not None and place.kind != "heading":
            weights[place.chunk] += 1.0 if place.kind in TEACHING_KINDS else NAMED
    return {key: weight * (NAMED if _is_aside(chunks[key]) else 1.0) for key, weight in weights.items()}


def _begin(chunks: Mapping[str, Row], weights: Mapping[str, float], explaining: Collection[str]) -> str:
    """The first chunk that teaches, in the first lecture that does more than mention the topic."""
    lectures: dict[int, float] = defaultdict(float)
    for key, weight in weights.items():
        lectures[chunks[key]["source_position"]] += weight
    least = SHARE_OF_MOST * max(lectures.values())
    teaching = {place for place, weight in lectures.items() if weight >= least}
    first = min(teaching | {chunks[key]["source_position"] for key in explaining})
    own = {key: weight for key, weight in weights.items() if chunks[key]["source_position"] == first}
    least = SHARE_OF_MOST * max(own.values())
    return min(key for key, weight in own.items() if weight >= least or key in explaining)


def _is_aside(chunk: Row) -> bool:
    return any(good_name(plain(heading)) == "part of a document" for heading in chunk["section_path"][-1:])


class _Headings:
    """How far the headings above a chunk are about each topic."""

    def __init__(self, topics: Iterable[TopicPlaces]) -> None:
        self._matcher = Matcher(sorted((one.topic_id, name) for one in topics for name in one.names))
        self._known: dict[str, dict[int, float]] = {}

    def share(self, chunk: Row, topic_id: int) -> float:
        """0 to 1."""
        path = enumerate(reversed(chunk["section_path"]))
        return max((OUTER_HEADING**at * self._named(each).get(topic_id, 0.0) for at, each in path), default=0)

    def _named(self, heading: str) -> dict[int, float]:
        if heading not in self._known:
            found: dict[int, float] = {}
            for one in self._matcher.find(plain(heading)):
                found[one.owner] = max(found.get(one.owner, 0.0), INSIDE if one.inside else 1.0)
            self._known[heading] = found
        return self._known[heading]
