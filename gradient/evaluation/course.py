"""A gold set as a course: its topics a stated outline, every row a content of its own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gradient.evaluation.gold import Gold, GoldContent
from gradient.outline.candidates import name_key
from gradient.outline.reconcile import free_slug
from gradient.store import courses, evaluation
from gradient.store.evaluation import GoldTag, Passage, StatedTopic
from gradient.store.sessions import Database
from gradient.text.normalise import text_hash

SLUG = "gold"
DOCUMENTS = "documents"


@dataclass(frozen=True)
class GoldCourse:
    """Where the rows of a gold set are in the database: ids of topics and contents by those of the set."""

    course_id: int
    topics: Mapping[str, int]
    contents: Mapping[str, int]

    def topics_of(self, row: GoldContent) -> tuple[int, ...]:
        """The ids of the right topics of a row."""
        return tuple(self.topics[topic_id] for topic_id in row.topic_ids)


async def make_course(
    database: Database,
    gold: Gold,
    taught: Sequence[GoldContent],
    tested: Sequence[GoldContent],
    now: datetime,
) -> GoldCourse:
    """Make the course of a gold set with these rows, of which the `taught` ones are tagged."""
    outline = _outline(gold)
    async with database.transaction() as connection:
        course_id = await courses.add(connection, SLUG, SLUG, now)
        by_slug = await evaluation.add_outline(connection, course_id, list(outline.values()))
        passages = _passages([*taught, *tested])
        by_key = await evaluation.add_contents(connection, course_id, list(passages.values()))
        course = GoldCourse(
            course_id,
            {topic_id: by_slug[stated.slug] for topic_id, stated in outline.items()},
            {content_id: by_key[passage.key] for content_id, passage in passages.items()},
        )
        await evaluation.accept(connection, _tags(course, taught))
    async with database.transaction() as connection:
        await evaluation.add_passages(connection, course_id, _documents(gold))
        await evaluation.take_statistics(connection)
    return course


def _outline(gold: Gold) -> dict[str, StatedTopic]:
    slugs: dict[str, str] = {}
    for topic in gold.topics:
        slugs[topic.topic_id] = free_slug(topic.name, slugs.values())
    return {
        topic.topic_id: StatedTopic(
            slugs[topic.topic_id],
            topic.name,
            name_key(topic.name),
            None if topic.parent_id is None else slugs[topic.parent_id],
        )
        for topic in gold.topics
    }


def _passages(rows: Sequence[GoldContent]) -> dict[str, Passage]:
    """Fold groups are sources. Keys begin with the hash of the text, by which equal cosines are ordered."""
    placed: Counter[str] = Counter()
    found = {}
    for row in rows:
        hashed = text_hash(row.text)
        found[row.content_id] = Passage(
            f"{hashed} {row.content_id}", row.text, hashed, f"{SLUG}/{row.fold_group}", placed[row.fold_group]
        )
        placed[row.fold_group] += 1
    return found


def _documents(gold: Gold) -> list[Passage]:
    """Each document is a source with one passage."""
    return [
        Passage(one.document_id, one.text, text_hash(one.text), f"{DOCUMENTS}/{one.document_id}", 0)
        for one in gold.documents
    ]


def _tags(course: GoldCourse, rows: Sequence[GoldContent]) -> list[GoldTag]:
    return [
        GoldTag(course.contents[row.content_id], topic, first=at == 0)
        for row in rows
        for at, topic in enumerate(course.topics_of(row))
    ]
