"""Which topics are shown with a topic when its prerequisites are picked, where not all can be."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from gradient.outline.references import References
from gradient.store.prerequisites import CourseMaterial

ALL_UP_TO = 500
"""Topics of a course up to which every other one is in the pool where picks cost nothing."""
DAMPING = 10
"""Added to each place, so that the first ones of one ranking do not drive out those of all others."""


class Pools:
    """Ranks the other topics for each topic of a course, by all that may join the two.

    Those are: alike vectors, sentences that name both, containment of names, neighbours in the order
    taught, and topics that existing prerequisites lead to. What a ranking is silent about has no place in it.
    Places are fused as sums of their reciprocals (Cormack, Clarke & Buettcher, SIGIR 2009).
    """

    def __init__(self, material: CourseMaterial, edges: Collection[tuple[int, int]] = ()) -> None:
        self._topics = [topic.topic_id for topic in material.topics]
        self._rankings = (
            _by_similarity(material),
            _by_co_mention(References(material), self._topics),
            _by_name(material),
            _by_order(material),
            _by_edges(edges),
        )

    def of(self, topic: int, size: int) -> list[int]:
        """The topics of the pool, at most `size`, the likeliest first."""
        fused: dict[int, float] = defaultdict(float)
        for ranking in self._rankings:
            strengths = ranking.get(topic, {})
            ordered = sorted(strengths, key=lambda other: (-strengths[other], other))
            for place, other in enumerate(ordered, start=1):
                fused[other] += 1 / (DAMPING + place)
        return sorted(fused, key=lambda other: (-fused[other], other))[:size]


Strengths = Mapping[int, Mapping[int, float]]


def _by_similarity(material: CourseMaterial) -> Strengths:
    import numpy as np

    topics = sorted(material.vectors)
    if not topics:
        return {}
    matrix = np.array([material.vectors[topic] for topic in topics], dtype=np.float64)
    cosines = (matrix @ matrix.T).round(6).tolist()
    return {
        topic: {other: cosine for other, cosine in zip(topics, row, strict=True) if other != topic}
        for topic, row in zip(topics, cosines, strict=True)
    }


def _by_co_mention(course: References, topics: Sequence[int]) -> Strengths:
    found: dict[int, dict[int, float]] = {topic: defaultdict(float) for topic in topics}
    for topic in topics:
        for other, share in course.of(topic).items():
            if other != topic and share > 0:
                found[topic][other] += share
                found[other][topic] += share
    return found


def _by_name(material: CourseMaterial) -> Strengths:
    words = {topic.topic_id: frozenset(topic.title.casefold().split()) for topic in material.topics}
    return {
        topic: {
            other: len(own & its) / len(own | its)
            for other, its in words.items()
            if other != topic and own & its
        }
        for topic, own in words.items()
    }


def _by_order(material: CourseMaterial) -> Strengths:
    placed = sorted(
        (topic.taught_at, topic.topic_id) for topic in material.topics if topic.taught_at is not None
    )
    place = {topic: at for at, (_, topic) in enumerate(placed)}
    return {
        topic: {other: -abs(at - its) for other, its in place.items() if other != topic}
        for topic, at in place.items()
    }


def _by_edges(edges: Collection[tuple[int, int]]) -> Strengths:
    """Topics one edge away, then those two away."""
    near: dict[int, set[int]] = defaultdict(set)
    for first, second in edges:
        near[first].add(second)
        near[second].add(first)
    found: dict[int, dict[int, float]] = {}
    for topic, others in near.items():
        farther = {two for one in others for two in near[one]}
        found[topic] = {other: 1.0 if other in others else 0.5 for other in (others | farther) - {topic}}
    return found
