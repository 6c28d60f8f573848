"""Who is near whom: topics and tagged contents by the cosine of their vectors."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gradient.store import vector_indexes
from gradient.store.nearest import cosines, measured, nearest
from gradient.store.queries import load
from gradient.store.sessions import Connection, rows, value
from gradient.store.vector_blocks import Block, blocks, of_contents, whole
from gradient.store.vectors import NearTopic, VectorSpace, Vote

_vectors = load("vectors")


class Neighbour(NamedTuple):
    """That something is near to a content; `order` decides between those that are equally near."""

    content_id: int
    id: int
    cosine: float
    order: tuple[str, ...]


async def similar_topics(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    *,
    floor: float,
    most: int,
) -> list[NearTopic]:
    """For each content the active topics with a cosine of `floor` or more, at most `most` of them."""
    return await nearest_topics(
        connection, space, _vectors.similar_topics, course_id, content_ids, floor=floor, most=most
    )


async def nearest_topics(
    connection: Connection,
    space: VectorSpace,
    listing: str,
    course_id: int,
    content_ids: Sequence[int],
    *,
    most: int,
    floor: float = -1.0,
) -> list[NearTopic]:
    """The same among the topics that a query lists: their id, their slug, and a vector for each."""
    asked = await of_contents(connection, space, content_ids)
    topics = await whole(connection, space, listing, course=course_id)
    return await asyncio.to_thread(_nearest_topics, asked, topics, most, floor)


def _nearest_topics(asked: Block, topics: Block, most: int, floor: float) -> list[NearTopic]:
    """The nearest of each content, at most so many, the nearest first; equals by what orders them."""
    by_place = sorted(range(len(topics.ids)), key=topics.order.__getitem__)
    near = cosines(asked.vectors, topics.vectors[by_place])
    near[near < floor] = -np.inf
    order = np.argsort(-near, axis=1, kind="stable")[:, :most]
    ids = [topics.ids[place] for place in by_place]
    return [
        NearTopic(content_id, ids[place], cosine)
        for content_id, places, row in zip(
            asked.ids, order.tolist(), np.take_along_axis(near, order, axis=1).tolist(), strict=True
        )
        for place, cosine in zip(places, row, strict=True)
        if cosine >= floor
    ]


async def similar_tagged(
    connection: Connection,
    space: VectorSpace,
    course_id: int,
    content_ids: Sequence[int],
    *,
    neighbours: int,
    by_index: int | None = None,
    least_trust: float = 0.0,
    other_sources: bool = False,
    other_courses: Sequence[int] = (),
) -> list[Vote]:
    """For each content the topics of its nearest tagged contents, as tags stood when the round began.

    Where an index finds them there are no more than `by_index`, as each costs time. A content never votes on
    itself; with `other_sources` none that shares a source with it does. Those of other courses vote for the
    topics of this one that have the name of theirs; who has none does not vote.
    """
    voters = Voters(course_id, least_trust, other_sources, tuple(other_courses))
    if await indexed(connection, space, voters):
        most = neighbours if by_index is None else min(neighbours, by_index)
        near = await _by_index(connection, space, content_ids, most, voters)
        votes = await _votes(connection, near, voters)
        # An index knows nothing of topics that have gone since the round began.
        silenced = {one.content_id for one in near if one.id not in votes}
        near = [one for one in near if one.content_id not in silenced]
        again = await _exactly(connection, space, sorted(silenced), most, voters) if silenced else []
        near, votes = near + again, votes | await _votes(connection, again, voters)
    else:
        near = await _exactly(connection, space, content_ids, neighbours, voters)
        votes = await _votes(connection, near, voters)
    return [
        Vote(one.content_id, one.id, vote["topic_id"], vote["trust"], one.cosine)
        for one in near
        for vote in votes.get(one.id, ())
    ]


async def _votes(
    connection: Connection, near: Sequence[Neighbour], voters: "Voters"
) -> dict[int, list[dict[str, Any]]]:
    """The votes of some neighbours, by neighbour; of one whose topics have gone there are none."""
    found = await rows(connection, _vectors.votes, contents=sorted({one.id for one in near}), **voters.listed)
    votes: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for vote in found:
        votes[vote["neighbour_id"]].append(vote)
    return dict(votes)


@dataclass(frozen=True)
class Voters:
    """Which tagged contents may vote in a course, those of the courses `others` among them.

    With `other_sources` none votes for its own source.
    """

    course_id: int
    least_trust: float = 0.0
    other_sources: bool = False
    others: tuple[int, ...] = ()

    @property
    def listed(self) -> dict[str, Any]:
        """The parameters of queries that list them."""
        return {"course": self.course_id, "others": list(self.others), "least_trust": self.least_trust}

    @property
    def filters(self) -> list[str]:
        """What they have to be if an index finds them."""
        tagged = vector_indexes.TAGGED_ANYWHERE if self.others else vector_indexes.TAGGED
        return [tagged, vector_indexes.ELSEWHERE] if self.other_sources else [tagged]


async def indexed(connection: Connection, space: VectorSpace, voters: Voters) -> bool:
    """Whether the nearest are found by an index: where many vote and it is good."""
    enough = vector_indexes.LEAST + 1
    if await value(connection, _vectors.voters, **voters.listed, most=enough) < enough:
        return False
    index = await vector_indexes.known(connection, space)
    return index is not None and index.good


async def _by_index(
    connection: Connection, space: VectorSpace, content_ids: Sequence[int], most: int, voters: Voters
) -> list[Neighbour]:
    """What the index finds, measured anew; exactly for those for which it finds too few that are live."""
    near = await vector_indexes.search(
        connection,
        space,
        content_ids,
        most=most,
        filters=voters.filters,
        **voters.listed,
    )
    asked = await of_contents(connection, space, content_ids)
    listed = sorted({one for found in near.values() for one in found})
    others = await of_contents(connection, space, listed, retired=False)
    found = await asyncio.to_thread(_measured, asked, others, near)
    counted = Counter(one.content_id for one in found)
    few = [one for one in asked.ids if counted[one] < most]
    if few:
        found = [one for one in found if one.content_id not in set(few)]
        found += await _exactly(connection, space, few, most, voters)
    return first(found, most)


async def _exactly(
    connection: Connection, space: VectorSpace, content_ids: Sequence[int], most: int, voters: Voters
) -> list[Neighbour]:
    asked = await of_contents(connection, space, content_ids)
    barred = await _barred(connection, voters.course_id, content_ids) if voters.other_sources else {}
    found: list[Neighbour] = []
    async for block in blocks(connection, space, _vectors.similar_tagged, **voters.listed):
        found += await asyncio.to_thread(_nearest, asked, block, most, barred)
    return first(found, most)


def first(found: Sequence[Neighbour], most: int) -> list[Neighbour]:
    """The nearest of each content, at most so many, the nearest first."""
    by_content: dict[int, list[Neighbour]] = defaultdict(list)
    for one in found:
        by_content[one.content_id].append(one)
    return [
        one
        for near in by_content.values()
        for one in sorted(near, key=lambda one: (-one.cosine, one.order))[:most]
    ]


async def _barred(
    connection: Connection, course_id: int, content_ids: Sequence[int]
) -> dict[int, frozenset[int]]:
    """For each content all that share a source with it."""
    standing: dict[int, set[int]] = defaultdict(set)
    sources: dict[int, set[int]] = defaultdict(set)
    for one in await rows(connection, _vectors.standing, course=course_id):
        standing[one["source_id"]].add(one["content_id"])
        sources[one["content_id"]].add(one["source_id"])
    beside: dict[frozenset[int], frozenset[int]] = {}
    for content_id in content_ids:
        own = frozenset(sources[content_id])
        if own not in beside:
            beside[own] = frozenset().union(*(standing[source] for source in own))
    return {content_id: beside[frozenset(sources[content_id])] for content_id in content_ids}


def _nearest(asked: Block, block: Block, most: int, barred: Mapping[int, frozenset[int]]) -> list[Neighbour]:
    """The nearest in one block; `barred` says who does not count, beside a content itself."""
    places = _places(asked.ids, block.ids, barred)
    near = nearest(asked.vectors, block.vectors, most=most, barred=places)
    return [
        Neighbour(asked.ids[row], block.ids[place], cosine, block.order[place])
        for row, place, cosine in near.pairs()
    ]


def _measured(asked: Block, others: Block, near: Mapping[int, Sequence[int]]) -> list[Neighbour]:
    """The cosines of contents to those that an index found near to them."""
    place = {one: at for at, one in enumerate(others.ids)}
    found: list[Neighbour] = []
    for at, content_id in enumerate(asked.ids):
        places = [place[one] for one in near.get(content_id, ()) if one in place]
        exact = measured(asked.vectors[at], others.vectors[places]).tolist()
        found += [
            Neighbour(content_id, others.ids[one], cosine, others.order[one])
            for one, cosine in zip(places, exact, strict=True)
        ]
    return found


def _places(
    asked: Sequence[int], ids: Sequence[int], barred: Mapping[int, frozenset[int]]
) -> list[NDArray[np.int64]]:
    """For each that is asked about the places of itself and of whoever is barred for it."""
    known = np.array(ids, dtype=np.int64)
    own = {one: at for at, one in enumerate(ids)}
    shared = {some: np.flatnonzero(np.isin(known, list(some))) for some in set(barred.values())}
    nobody = np.array([], dtype=np.int64)
    return [
        np.append(shared.get(barred.get(one, frozenset()), nobody), [own[one]] if one in own else nobody)
        for one in asked
    ]
