"""Which pairs of topics are worth asking about: those that the course itself brings together."""

from collections.abc import Iterable

from gradient.outline.references import References
from gradient.store.prerequisites import CourseMaterial

LEAST_SHARE = 0.025
"""A topic must be named by this share of another's sentences, unless something else joins the two."""
LEAST_RANK = 8
"""... or be among this many that those sentences name most."""
UNDER_HEADING = 0.3
"""Share of a topic's places that must stand under a heading of the other."""


class Picker:
    """Picks plausible pairs without a model. The course is read once, for as many topics as are asked."""

    def __init__(self, material: CourseMaterial) -> None:
        self._course = References(material)

    def pick(self, topic: int, others: Iterable[int]) -> list[tuple[int, int]]:
        """The pairs (learnt first, needs it) of the topic and these others that may be prerequisites.

        Each pair comes in both directions: which of them holds is for the scorer to say. Topics that
        the course does not hold are left out.
        """
        known = self._course.topics
        picked: list[tuple[int, int]] = []
        for other in others:
            if topic in known and other in known and other != topic and self._belong_together(topic, other):
                picked += [(topic, other), (other, topic)]
        return picked

    def _belong_together(self, topic: int, other: int) -> bool:
        return self._leads_to(topic, other) or self._leads_to(other, topic)

    def _leads_to(self, first: int, second: int) -> bool:
        course = self._course
        share = course.of(second).get(first, 0.0)
        return (
            share >= LEAST_SHARE
            or (share > 0 and (course.rank(second, first) or LEAST_RANK) < LEAST_RANK)
            or course.above(second).get(first, 0.0) >= UNDER_HEADING
            or course.explained_by(second, first) > 0
            or course.named_within(first, second)
        )
