"""The evidence of labelled pairs: what the stage calibrate would tell the scorer of each."""

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from gradient.calibration import tag_evidence
from gradient.calibration.fitting import LabelledEvidence
from gradient.calibration.prerequisite_evidence import CourseEvidence
from gradient.evaluation.readers import ReadPairs, ReadPrerequisite, ReadTag
from gradient.outline.candidates import name_key
from gradient.providers.ports import ScoredTask
from gradient.store import courses, evaluation, prerequisites, questions, spaces
from gradient.store.courses import Course
from gradient.store.evaluation import Place
from gradient.store.prerequisites import CourseMaterial
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace


@dataclass(frozen=True)
class Gathered:
    """The labelled rows of each task, and how many pairs of the set are none.

    `disputed` are those on which the readers differ, `missing` those whose sentence or topics are not in
    the database as they were read.
    """

    rows: Mapping[ScoredTask, Sequence[LabelledEvidence]]
    disputed: int
    missing: int


async def gather(database: Database, pairs: ReadPairs, space: VectorSpace) -> Gathered:
    """The evidence of all pairs on which the readers agree, from courses that were worked on.

    Nothing is stored: what the evidence needs is undone. The group of a row is its course.
    """
    tags: list[LabelledEvidence] = []
    asked: list[LabelledEvidence] = []
    async with _undone(database) as connection:
        for course in await courses.all_courses(connection):
            serving = await spaces.serving(connection, course.id, space)
            material = await prerequisites.material(connection, course.id, serving)
            topics = _by_name(material)
            of_course = [one for one in pairs.tags if one.course == course.slug]
            tags += await _tags(connection, course, serving, topics, of_course)
            asked += _prerequisites(
                material, topics, [one for one in pairs.prerequisites if one.course == course.slug]
            )
    answers = [one.answers for one in pairs.tags] + [one.answers for one in pairs.prerequisites]
    disputed = sum(one.label is None for one in answers)
    missing = len(answers) - disputed - len(tags) - len(asked)
    return Gathered({"tag": tags, "prerequisite": asked}, disputed, missing)


@contextlib.asynccontextmanager
async def _undone(database: Database) -> AsyncIterator[Connection]:
    """A connection whose work is undone in the end."""
    async with database.pool.connection() as connection, connection.transaction(force_rollback=True):
        yield connection


def _by_name(material: CourseMaterial) -> dict[str, int]:
    return {
        name_key(name): topic.topic_id
        for topic in reversed(material.topics)
        for name in (*topic.names, topic.title)
    }


async def _tags(
    connection: Connection,
    course: Course,
    space: VectorSpace,
    topics: Mapping[str, int],
    pairs: Sequence[ReadTag],
) -> list[LabelledEvidence]:
    places = [Place(one.file, one.start, one.end, one.digest) for one in pairs]
    standing = await evaluation.standing_at(connection, course.id, places)
    known = [
        (one.answers.label, standing[number], topics[name_key(one.topic)])
        for number, one in enumerate(pairs)
        if one.answers.label is not None and number in standing and name_key(one.topic) in topics
    ]
    ends = [(content, topic) for _, content, topic in known]
    ids = await evaluation.tag_questions(connection, course.id, ends)
    about = await questions.about_tags(connection, space, sorted(ids[end] for end in ends))
    found = await tag_evidence.evidence(connection, space, course.id, about)
    return [
        LabelledEvidence(found[ids[content, topic]].features, label, course.slug)
        for label, content, topic in known
    ]


def _prerequisites(
    material: CourseMaterial, topics: Mapping[str, int], pairs: Sequence[ReadPrerequisite]
) -> list[LabelledEvidence]:
    evidence = CourseEvidence(material)
    rows = []
    for one in pairs:
        first, second = topics.get(name_key(one.first)), topics.get(name_key(one.second))
        label = one.answers.label
        if label is not None and first is not None and second is not None and first != second:
            rows.append(LabelledEvidence(evidence.of(first, second).features, label, one.course))
    return rows
