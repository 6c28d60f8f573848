"""What belongs to a topic and what does not, as pickers, scorers and people are shown it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gradient.outline.names import canonical
from gradient.store import topics
from gradient.store.sessions import Connection

MOST_NAMED = 8
"""So many narrower topics are named: what belongs to them does not belong to the topic itself."""

ELSEWHERE = "Not meant, as it has a topic of its own: "


@dataclass(frozen=True)
class Scope:
    """What is said to belong to a topic, "" for nothing, and the titles of narrower topics."""

    belongs: str
    narrower: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Both as lines; "" where nothing is known."""
        elsewhere = f"{ELSEWHERE}{', '.join(self.narrower)}." if self.narrower else ""
        return "\n".join(part for part in (self.belongs, elsewhere) if part)


@dataclass(frozen=True)
class ScopedTopic:
    """An active topic with the definition that stands with it."""

    topic_id: int
    title: str
    definition: str
    parent_id: int | None


def scopes(course: Collection[ScopedTopic]) -> dict[int, Scope]:
    """The scope of each topic of a course, by id.

    Narrower are topics below it in the outline, and those whose title holds its own as a part.
    """
    below = defaultdict(set)
    for one in course:
        if one.parent_id is not None:
            below[one.parent_id].add(one.title)
    keys = {one.topic_id: tuple(canonical(one.title).split()) for one in course}
    holding = _holding(keys)
    titles = {one.topic_id: one.title for one in course}
    return {
        one.topic_id: Scope(
            one.definition,
            tuple(sorted(below[one.topic_id] | {titles[at] for at in holding[one.topic_id]})[:MOST_NAMED]),
        )
        for one in course
    }


async def of_course(connection: Connection, course_id: int) -> dict[int, Scope]:
    """The scopes of the active topics of a course as they stand now."""
    return scopes([ScopedTopic(**one) for one in await topics.defined(connection, course_id)])


def _holding(keys: Mapping[int, Sequence[str]]) -> Mapping[int, set[int]]:
    """For each topic the others whose words hold all of its own, one after the other."""
    by_words = defaultdict(set)
    for topic, words in keys.items():
        by_words[tuple(words)].add(topic)
    found: dict[int, set[int]] = defaultdict(set)
    for topic, words in keys.items():
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                if end - start < len(words):
                    for other in by_words.get(tuple(words[start:end]), ()):
                        found[other].add(topic)
    return found
