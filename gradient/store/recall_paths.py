"""What the paths of recall read beside vectors of topics and contents: edges, profiles, words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradient.store.nearest import cosines
from gradient.store.neighbours import nearest_topics
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows, value
from gradient.store.vector_blocks import whole
from gradient.store.vectors import NearTopic, VectorSpace

_queries = load("recall_paths")

CONFIGURATIONS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""PostgreSQL's full text by ISO 639-1 code; of other languages it takes words as they are written."""


@dataclass(frozen=True)
class Trust:
    """What a vote weighs, 0 to 1: by a tag that a person decided, and by one accepted on the model's word."""

    gold: float = 1.0
    silver: float = 0.6


@dataclass(frozen=True)
class NearSource:
    """A source similar to one that a content stands in: the cosine of the two, and the trust of its tags."""

    content_id: int
    source_id: int
    other_id: int
    tagged: float
    cosine: float


async def edges(
    connection: Connection, space: VectorSpace, course_id: int, *, nearest: int, floor: float
) -> dict[int, dict[int, float]]:
    """The cosine of each topic to the `nearest` others that reach `floor`; built anew if they changed."""
    given = _given(space, course_id)
    await _alone(connection, course_id)
    built_from = await value(connection, _queries.outline_hash, **given, nearest=nearest, floor=floor)
    if built_from != await value(connection, _queries.edges_are_of, course=course_id):
        await execute(connection, _queries.clear_edges, course=course_id)
        await execute(connection, _queries.build_edges, **given, nearest=nearest, floor=floor)
        await execute(connection, _queries.edges_built, course=course_id, hash=built_from)
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for one in await rows(connection, _queries.edges, **given):
        found[one["topic_id"]][one["near_id"]] = one["cosine"]
    return dict(found)


async def centrality(connection: Connection, space: VectorSpace, course_id: int) -> dict[int, float]:
    """How similar each topic is to all topics of its course on the average, 0 to 1."""
    given = _given(space, course_id)
    found = await rows(connection, _queries.centrality, **given)
    return {one["topic_id"]: min(1.0, max(0.0, one["cosine"])) for one in found}


async def ensure_profiles(
    connection: Connection, space: VectorSpace, course_id: int, trust: Trust
) -> dict[int, float]:
    """Profiles of the topics of a course, for this round; the share of all tags that each topic has."""
    given = _given(space, course_id)
    await _alone(connection, course_id)
    if not await value(connection, _queries.profiled, **given):
        await execute(connection, _queries.build_profiles, **given, gold=trust.gold, silver=trust.silver)
    return {one["topic_id"]: one["share"] for one in await rows(connection, _queries.shares, **given)}


async def similar_profiles(
    connection: Connection, space: VectorSpace, course_id: int, content_ids: Sequence[int], *, most: int
) -> list[NearTopic]:
    """For each content the `most` topics whose profiles are nearest."""
    return await nearest_topics(
        connection, space, _queries.similar_profiles, course_id, content_ids, most=most
    )


async def similar_sources(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    *,
    trust: Trust,
    most: int,
) -> list[NearSource]:
    """For each content the `most` tagged sources nearest to each that it stands in, but those themselves.

    What a source is about is summed up once a round.
    """
    await _sources_summed_up(connection, space, course_id, trust)
    standing = await _standing(connection, course_id, content_ids)
    near = await _nearest_sources(connection, space, course_id, _all_of(standing), most)
    return [
        NearSource(content_id, source, other, tagged, cosine)
        for content_id, own in standing.items()
        for source in own
        for cosine, other, tagged in near.get(source, ())
        if other not in own
    ]


async def _nearest_sources(
    connection: Connection, space: VectorSpace, course_id: int, sources: Sequence[int], most: int
) -> dict[int, list[tuple[float, int, float]]]:
    """For each of some sources the `most` nearest tagged ones: cosine, id, and the trust of its tags."""
    own = await whole(connection, space, _queries.directions, course=course_id, sources=list(sources))
    tagged = await whole(connection, space, _queries.similar_sources, course=course_id)
    near = cosines(own.vectors, tagged.vectors)
    order = np.argsort(-near, axis=1, kind="stable")[:, :most]
    nearest = np.take_along_axis(near, order, axis=1).tolist()
    return {
        source: [
            (cosine, tagged.ids[place], float(tagged.order[place][0]))
            for cosine, place in zip(near, places, strict=True)
        ]
        for source, near, places in zip(own.ids, nearest, order.tolist(), strict=True)
    }


async def _standing(
    connection: Connection, course_id: int, content_ids: Sequence[int]
) -> dict[int, list[int]]:
    """The sources that each of some contents stands in."""
    standing: dict[int, list[int]] = defaultdict(list)
    for one in await rows(connection, _queries.sources_of, course=course_id, contents=list(content_ids)):
        standing[one["content_id"]].append(one["source_id"])
    return standing


def _all_of(standing: Mapping[int, Sequence[int]]) -> list[int]:
    return sorted({source for several in standing.values() for source in several})


async def similar_to_sources(
    connection: Connection, space: VectorSpace, course_id: int, content_ids: Sequence[int], *, trust: Trust
) -> dict[int, Mapping[int, float]]:
    """How similar each topic is to the most similar of the sources that each content stands in, 0 to 1.

    Contents that stand in the same sources share what is said of these.
    """
    await _sources_summed_up(connection, space, course_id, trust)
    standing = await _standing(connection, course_id, content_ids)
    near = await _similar_to_each(connection, space, course_id, _all_of(standing))
    most = {
        several: _most_of([near.get(one, {}) for one in several]) for several in map(tuple, standing.values())
    }
    return {content_id: most[tuple(several)] for content_id, several in standing.items()}


async def _similar_to_each(
    connection: Connection, space: VectorSpace, course_id: int, sources: Sequence[int]
) -> dict[int, dict[int, float]]:
    """How similar each topic is to each of some sources, 0 to 1."""
    topics = await whole(connection, space, _queries.topic_vectors, course=course_id)
    own = await whole(connection, space, _queries.directions, course=course_id, sources=list(sources))
    near = np.clip(cosines(own.vectors, topics.vectors), 0, 1).tolist()
    return {
        source: dict(zip(topics.ids, row, strict=True)) for source, row in zip(own.ids, near, strict=True)
    }


def _most_of(several: Sequence[Mapping[int, float]]) -> Mapping[int, float]:
    """For each topic the most that any of several says of it."""
    if len(several) == 1:
        return several[0]
    return {topic: max(one.get(topic, 0.0) for one in several) for topic in set().union(*several)}


async def _sources_summed_up(
    connection: Connection, space: VectorSpace, course_id: int, trust: Trust
) -> dict[str, Any]:
    """Sum up the sources of a course unless this round has done so; the parameters of queries on them."""
    given = _given(space, course_id)
    await _alone(connection, course_id)
    if not await value(connection, _queries.sources_summed_up, **given):
        await execute(connection, _queries.sum_up_sources, **given, gold=trust.gold, silver=trust.silver)
    return given


async def topics_of_sources(
    connection: Connection, space: VectorSpace, course_id: int
) -> dict[int, dict[int, float]]:
    """The share that each topic has of the tags of each source, 0 to 1, by source."""
    given = _given(space, course_id)
    found = await rows(connection, _queries.topics_of_sources, **given)
    return {one["source_id"]: {int(topic): share for topic, share in one["topics"].items()} for one in found}


async def worded_alike(
    connection: Connection, course_id: int, content_ids: Sequence[int], *, most: int
) -> list[NearTopic]:
    """For each content the `most` topics whose names share most of their rarer words with it."""
    language = await value(connection, _queries.language, course=course_id)
    found = await rows(
        connection,
        _queries.worded_alike,
        course=course_id,
        config=CONFIGURATIONS.get(language, "simple"),
        contents=list(content_ids),
        most=most,
    )
    return [NearTopic(**one) for one in found]


def _given(space: VectorSpace, course_id: int) -> dict[str, Any]:
    return {"course": course_id, "model": space.model, "version": space.version}


async def _alone(connection: Connection, course_id: int) -> None:
    """Batches of one course build such things one after the other."""
    await execute(connection, _queries.alone, course=course_id)
