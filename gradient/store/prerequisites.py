"""Prerequisites: what a course says of its topics, the pairs that were shown, the edges that came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows
from gradient.store.vectors import VectorSpace

_queries = load("prerequisites")

Place = tuple[int, int]
"""Place of a source in the teaching order, and of a passage in the source, both from 0."""

UNITS = _queries.units
"""The topics of a course as units; touched while a pool holds a topic that its topic was not shown."""


@dataclass(frozen=True)
class CourseTopic:
    """An active topic. `names` are its title and aliases, `summary` its best defining sentence or "".

    `definition` says what belongs to it and what does not, "" where the summary is all there is.
    """

    topic_id: int
    slug: str
    title: str
    names: tuple[str, ...] = ()
    summary: str = ""
    parent_id: int | None = None
    taught_at: Place | None = None
    definition: str = ""


@dataclass(frozen=True)
class CoursePassage:
    """A chunk of the course that is no furniture, with its place.

    `definitions` holds where names are explained: start, end, topic. `tagged` holds where contents
    stand, with the topic that was picked for them first. `order` is None in a source without order.
    """

    chunk_id: int
    source: str
    position: int
    text: str
    section_path: tuple[str, ...] = ()
    order: int | None = None
    definitions: tuple[tuple[int, int, int], ...] = ()
    tagged: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class CourseMaterial:
    """All that evidence for prerequisites is drawn from; topics by slug, passages by source and place.

    `vectors` holds those of the topics that have one, by id, of length 1 and of one space.
    """

    topics: tuple[CourseTopic, ...]
    passages: tuple[CoursePassage, ...]
    vectors: Mapping[int, Sequence[float]] = field(default_factory=dict)


async def material(
    connection: Connection, course_id: int, space: VectorSpace | None = None
) -> CourseMaterial:
    """The topics and passages of a course as they stand now; without a space, no vectors."""
    topics = await rows(connection, _queries.topics, course=course_id)
    passages = await rows(connection, _queries.passages, course=course_id)
    vectors: Mapping[int, Sequence[float]] = {}
    if space is not None:
        named = {"model": space.model, "version": space.version}
        found = await rows(connection, _queries.vectors, course=course_id, **named)
        vectors = {one["topic_id"]: one["embedding"] for one in found}
    return CourseMaterial(
        tuple(_topic(one) for one in topics), tuple(_passage(one) for one in passages), vectors
    )


async def unseen(connection: Connection, course_id: int, topic_ids: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs (topic, other of its pool) that the topics are to be shown, the newest topics first."""
    found = await rows(connection, _queries.unseen, course=course_id, topics=list(topic_ids))
    return [(one["topic_id"], one["other_id"]) for one in found]


async def older(connection: Connection, course_id: int, topic_ids: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs (topic, older one of its pool) of these topics, shown or not, the newest topics first."""
    found = await rows(connection, _queries.older, course=course_id, topics=list(topic_ids))
    return [(one["topic_id"], one["other_id"]) for one in found]


async def mark_shown(connection: Connection, pairs: Sequence[tuple[int, int]]) -> None:
    """Note that the two topics of each pair were shown together; it holds in both directions."""
    topics, others = [topic for topic, _ in pairs], [other for _, other in pairs]
    await execute(connection, _queries.mark_shown, topics=topics, others=others)


async def put_forward(
    connection: Connection, course_id: int, pairs: Iterable[tuple[int, int]], origin: str = "pick"
) -> None:
    """Write a question and a prerequisite for each pair (learnt first, needs it) that has none yet."""
    ordered = sorted(set(pairs))
    parameters: dict[str, Any] = {
        "course": course_id,
        "subjects": [subject for subject, _ in ordered],
        "objects": [object_ for _, object_ in ordered],
    }
    if ordered:
        await execute(connection, _queries.ask, **parameters)
        await execute(connection, _queries.put_forward, **parameters, origin=origin)


async def decided(connection: Connection, course_id: int) -> list[tuple[int, int, bool]]:
    """What people decided of pairs of active topics: learnt first, needs it, whether that holds; by slug."""
    found = await rows(connection, _queries.decided, course=course_id)
    return [(one["subject_id"], one["object_id"], one["holds"]) for one in found]


def _topic(found: dict[str, Any]) -> CourseTopic:
    placed = found["source_order"] is not None and found["position"] is not None
    return CourseTopic(
        found["topic_id"],
        found["slug"],
        found["title"],
        tuple(found["names"]),
        found["summary"],
        found["parent_id"],
        (found["source_order"], found["position"]) if placed else None,
        found["definition"],
    )


def _passage(found: dict[str, Any]) -> CoursePassage:
    return CoursePassage(
        found["chunk_id"],
        found["source"],
        found["position"],
        found["text"],
        tuple(found["section_path"]),
        found["source_order"],
        tuple((start, end, topic) for start, end, topic in found["definitions"]),
        tuple((start, end, topic) for start, end, topic in found["tagged"]),
    )


async def standing(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The prerequisites of a course: subject_id, object_id, their titles, status, reason."""
    return await rows(connection, _queries.standing, course=course_id)


async def accepted_edges(connection: Connection, course_id: int) -> list[tuple[str, str]]:
    """The accepted prerequisites of a course as slugs, what is learnt first before."""
    found = await rows(connection, _queries.accepted_edges, course=course_id)
    return [(one["subject"], one["object"]) for one in found]


async def accepted_pairs(connection: Connection, course_id: int) -> list[tuple[int, int]]:
    """The same as ids."""
    found = await standing(connection, course_id)
    return [(one["subject_id"], one["object_id"]) for one in found if one["status"] == "accepted"]
