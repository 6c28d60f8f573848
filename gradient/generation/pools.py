"""Which topics are shown with a topic when its prerequisites are picked, where not all can be."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from gradient.outline.references import References
from gradient.store.prerequisites import CourseMaterial

Pair = tuple[int, int]

ALL_UP_TO = 500
"""Topics of a course up to which every other one is in the pool where picks cost nothing."""
ALL_PAID_UP_TO = 150
"""The same where they are paid for."""
PAID_SIZE = 100
"""How many are in the pool of a topic where those are too many to pay for."""
DAMPING = 10
"""Added to each place, so that the first ones of one ranking do not drive out those of all others."""


def pool_size(topics: int, *, free: bool) -> int:
    """How many other topics are shown with a topic of a course that has so many."""
    if topics <= (ALL_UP_TO if free else ALL_PAID_UP_TO):
        return topics - 1
    return ALL_UP_TO if free else PAID_SIZE


def joined(
    material: CourseMaterial, edges: Collection[Pair], pairs: Iterable[Pair], *, free: bool
) -> list[Pair]:
    """Those of the pairs of which one topic is in the pool of the other, in their order."""
    size = pool_size(len(material.topics), free=free)
    given = list(pairs)
    if size >= len(material.topics) - 1:
        return given
    ranked = Pools(material, edges)
    pools = {topic: set(ranked.of(topic, size)) for topic in {end for pair in given for end in pair}}
    return [(one, other) for one, other in given if other in pools[one] or one in pools[other]]


class Pools:
    """Ranks the other topics for each topic of a course, by all that may join the two.

    Those are: alike vectors, sentences that name both, containment of names, neighbours in the order
    taught, and topics that existing prerequisites lead to. What a ranking is silent about has no place in it.
    Places are fused as sums of their reciprocals (Cormack, Clarke & Buettcher, SIGIR 2009).
    """

    def __init__(self, material: CourseMaterial, edges: Collection[Pair] = ()) -> None:
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


def _by_edges(edges: Collection[Pair]) -> Strengths:
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
