"""A course made of a gold set, and what was found for it: for measuring, in a database of its own."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gradient.store import questions
from gradient.store.contents import KEPT_SHARE
from gradient.store.queries import load
from gradient.store.sessions import Connection, copy, execute, rows
from gradient.text.normalise import text_hash

_queries = load("evaluation")


@dataclass(frozen=True)
class StatedTopic:
    """A topic by its slug, with the canonical `key` of its title; `parent` is the slug of the one above."""

    slug: str
    title: str
    key: str
    parent: str | None


@dataclass(frozen=True)
class Passage:
    """A sentence that is a content of its own under `key`, at `position` in the source `path`."""

    key: str
    sentence: str
    text_hash: str
    path: str
    position: int


@dataclass(frozen=True)
class GoldTag:
    """A tag that holds; `first` marks the primary one of its content."""

    content_id: int
    topic_id: int
    first: bool


@dataclass(frozen=True)
class JudgedPair:
    """What a scorer said of a pair (learnt first, needs it); `log_odds` are None where it refused."""

    ends: tuple[int, int]
    log_odds: float | None
    features: Mapping[str, float]


@dataclass(frozen=True)
class PickedTag:
    """A topic picked for a content, at which `place` (1: primary), and what settle made of it."""

    question_id: int
    content_id: int
    topic_id: int
    place: int
    accepted: bool
    confidence: float | None


async def add_outline(
    connection: Connection, course_id: int, topics: Sequence[StatedTopic]
) -> dict[str, int]:
    """Make the topics of a stated outline; their ids by slug."""
    slugs = [topic.slug for topic in topics]
    titles, keys = [topic.title for topic in topics], [topic.key for topic in topics]
    made = await rows(connection, _queries.add_topics, course=course_id, slugs=slugs, titles=titles)
    await execute(connection, _queries.name_topics, course=course_id, slugs=slugs, keys=keys)
    parents = [topic.parent for topic in topics]
    await execute(connection, _queries.set_parents, course=course_id, slugs=slugs, parents=parents)
    return {one["slug"]: one["id"] for one in made}


async def add_passages(connection: Connection, course_id: int, passages: Sequence[Passage]) -> None:
    """Make a chunk of each passage, with its source."""
    await execute(connection, _queries.make_passages)
    await copy(
        connection,
        _queries.put_passages,
        ((one.key, one.sentence, one.text_hash, one.path, one.position) for one in passages),
    )
    await execute(connection, _queries.add_sources, course=course_id)
    await execute(connection, _queries.add_revisions, course=course_id)
    await execute(connection, _queries.set_live, course=course_id)
    await execute(connection, _queries.add_chunks, course=course_id)
    await execute(connection, _queries.place_chunks, course=course_id)


async def add_contents(connection: Connection, course_id: int, passages: Sequence[Passage]) -> dict[str, int]:
    """Make a content of each passage, with its chunk and source; the ids of the contents by key."""
    await add_passages(connection, course_id, passages)
    made = await rows(connection, _queries.add_contents, course=course_id)
    await execute(connection, _queries.support_contents, course=course_id)
    return {one["sentence_key"]: one["id"] for one in made}


async def accept(connection: Connection, tags: Sequence[GoldTag]) -> None:
    """Tag contents as if a person had done so."""
    contents, topics = [tag.content_id for tag in tags], [tag.topic_id for tag in tags]
    await questions.ask_tags(connection, contents, topics)
    firsts = [tag.first for tag in tags]
    await execute(connection, _queries.accept_tags, contents=contents, topics=topics, firsts=firsts)


async def log_accepted(connection: Connection, course_id: int, now: datetime) -> None:
    """Log the decisions behind the tags of `accept`, so that settle leaves them as they are."""
    await execute(connection, _queries.log_accepted, course=course_id, at=now)


async def decide_prerequisites(
    connection: Connection, course_id: int, pairs: Mapping[tuple[int, int], bool], now: datetime
) -> None:
    """Decide, as if a person had done so, about pairs that were put forward: whether each holds."""
    ordered = sorted(pairs)
    await execute(
        connection,
        _queries.decide_prerequisites,
        course=course_id,
        subjects=[subject for subject, _ in ordered],
        objects=[object_ for _, object_ in ordered],
        holds=[pairs[pair] for pair in ordered],
        at=now,
    )


async def prerequisite_questions(connection: Connection, course_id: int) -> dict[tuple[int, int], int]:
    """The questions about prerequisites of a course, by (learnt first, needs it)."""
    found = await rows(connection, _queries.prerequisite_questions, course=course_id)
    return {(one["subject_id"], one["object_id"]): one["id"] for one in found}


async def judged_prerequisites(connection: Connection, course_id: int) -> list[JudgedPair]:
    """The newest judgement of each question about a prerequisite of a course."""
    found = await rows(connection, _queries.judged_prerequisites, course=course_id)
    return [
        JudgedPair((one["subject_id"], one["object_id"]), one["log_odds"], one["features"]) for one in found
    ]


async def set_salt(connection: Connection, salt: str) -> None:
    """Draw by this salt, so that draws can be repeated in a database of their own."""
    await execute(connection, _queries.set_salt, salt=salt)


async def picks(connection: Connection, content_ids: Sequence[int]) -> list[PickedTag]:
    """What was picked for some contents, by content and place."""
    found = await rows(connection, _queries.picks, contents=list(content_ids))
    return [PickedTag(**one) for one in found]


async def decide_tags(
    connection: Connection, course_id: int, tags: Mapping[tuple[int, int], bool], now: datetime
) -> None:
    """Decide about tags that were picked, (content, topic), whether each is right: as if all were drawn."""
    ordered = sorted(tags)
    await execute(
        connection,
        _queries.decide_tags,
        course=course_id,
        contents=[content for content, _ in ordered],
        topics=[topic for _, topic in ordered],
        holds=[tags[tag] for tag in ordered],
        at=now,
    )


async def take_statistics(connection: Connection) -> None:
    """Tell the planner what was made."""
    await execute(connection, _queries.analyse)


async def ranked_candidates(
    connection: Connection, content_ids: Sequence[int]
) -> Mapping[int, Sequence[int]]:
    """The topics offered for some contents, the best first; a content without any is left out."""
    found: dict[int, list[int]] = defaultdict(list)
    for one in await rows(connection, _queries.ranked, contents=list(content_ids)):
        found[one["content_id"]].append(one["topic_id"])
    return found


@dataclass(frozen=True)
class Place:
    """Characters `start` to `end` of the text of a file, with the first digits of the hash of its words."""

    file: str
    start: int
    end: int
    digest: str


async def standing_at(connection: Connection, course_id: int, places: Sequence[Place]) -> dict[int, int]:
    """The live content of a course at each place, by the number of the place.

    A place is left out where the text reads otherwise today, or where no content stands on it.
    """
    found = await rows(
        connection,
        _queries.standing_at,
        course=course_id,
        share=KEPT_SHARE,
        numbers=list(range(len(places))),
        files=[place.file for place in places],
        starts=[place.start for place in places],
        ends=[place.end for place in places],
        digests=[place.digest for place in places],
    )
    return {
        one["number"]: one["content_id"] for one in found if text_hash(one["words"]).startswith(one["digest"])
    }


async def tag_questions(
    connection: Connection, course_id: int, tags: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """The questions whether contents belong to topics, by both; those that were not asked are made."""
    contents = [content for content, _ in tags]
    await questions.ask_tags(connection, contents, [topic for _, topic in tags])
    found = await rows(connection, _queries.questions_of, course=course_id, contents=contents)
    return {(one["subject_id"], one["object_id"]): one["id"] for one in found}
