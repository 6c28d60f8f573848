"""Recalls for every content the topics that it may belong to."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gradient.outline.matching import Matcher
from gradient.recall.fusion import C2C2T, C2T, HEADING, NAME, PATHS, fuse
from gradient.recall.paths import named, under_headings, voted
from gradient.store import candidates, vectors
from gradient.store.candidates import Candidate, NamedTopic, PlacedContent
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import NearTopic, VectorSpace, Vote
from gradient.work.stage import Finished, Part, nothing

METHOD = "fusion 1"

Found = TypeVar("Found", NearTopic, Vote)


@dataclass(frozen=True)
class RecallLimits:
    """At most `most` candidates a content, `by_topic` of them by cosine to topics of `floor` or more.

    `neighbours` tagged contents vote, for at most `by_neighbour` topics.
    """

    most: int = 30
    floor: float = 0.2
    by_topic: int = 30
    by_neighbour: int = 30
    neighbours: int = 10


@dataclass(frozen=True)
class _Read:
    """What one batch reads."""

    topics: Sequence[NamedTopic]
    contents: Mapping[int, PlacedContent]
    near: Mapping[int, Sequence[NearTopic]]
    votes: Mapping[int, Sequence[Vote]]


class RecallStage:
    """Offers at most 30 topics a content, each with every path that found it. A unit is a content."""

    name = "recall"
    part = Part.FINDING
    batch = 256

    def __init__(
        self, space: VectorSpace, limits: RecallLimits | None = None, paths: frozenset[str] | None = None
    ) -> None:
        """`space` names the vectors that are compared, `paths` those of `PATHS` that are taken (all)."""
        self._space = space
        self._limits = limits or RecallLimits()
        self._paths = frozenset(PATHS) if paths is None else paths

    def units(self) -> UnitQuery:
        """Live contents; due again when the outline changes, and when the round asks for it."""
        limits = self._limits
        settings = (limits.most, limits.floor, limits.by_topic, limits.by_neighbour, limits.neighbours)
        tool = f"{METHOD} {self._space.key} {' '.join(map(str, settings))}"
        if self._paths != frozenset(PATHS):
            tool += f" by {' '.join(sorted(self._paths))}"
        return candidates.unit_query(self._space, tool)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Find and fuse the candidates of the units."""
        content_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            read = await self._read(connection, course_id, content_ids)
        found = await asyncio.to_thread(self._recall, read)

        async def write(connection: Connection) -> None:
            await candidates.replace(connection, content_ids, found)

        return [
            Finished(unit, write=write if at == 0 else nothing, seen=_seen(read.votes.get(unit.unit_id)))
            for at, unit in enumerate(units)
        ]

    async def _read(self, connection: Connection, course_id: int, content_ids: Sequence[int]) -> _Read:
        limits = self._limits
        near, votes = [], []
        if C2T in self._paths:
            near = await vectors.similar_topics(
                connection, self._space, course_id, content_ids, floor=limits.floor, most=limits.by_topic
            )
        if C2C2T in self._paths:
            votes = await vectors.similar_tagged(
                connection, self._space, course_id, content_ids, neighbours=limits.neighbours
            )
        return _Read(
            await candidates.topic_names(connection, course_id),
            await candidates.placed(connection, course_id, content_ids),
            _by_content(near),
            _by_content(votes),
        )

    def _recall(self, read: _Read) -> list[Candidate]:
        slugs = {topic.topic_id: topic.slug for topic in read.topics}
        matcher = Matcher((topic.topic_id, name) for topic in read.topics for name in topic.names)
        found = []
        for content_id, content in read.contents.items():
            paths = {
                C2T: {near.topic_id: min(1.0, near.cosine) for near in read.near.get(content_id, ())},
                C2C2T: self._strongest(voted(read.votes.get(content_id, ())), slugs),
                NAME: named(matcher, content.sentence),
                HEADING: under_headings(matcher, content.section_paths),
            }
            taken = {name: path for name, path in paths.items() if name in self._paths}
            fused = fuse(taken, slugs, self._limits.most)
            found += [
                Candidate(content_id, one.topic_id, rank, one.score, one.paths)
                for rank, one in enumerate(fused, start=1)
            ]
        return found

    def _strongest(self, votes: Mapping[int, float], slugs: Mapping[int, str]) -> dict[int, float]:
        order = sorted(votes, key=lambda topic: (-votes[topic], slugs[topic]))
        return {topic: votes[topic] for topic in order[: self._limits.by_neighbour]}


def _by_content(found: Sequence[Found]) -> dict[int, list[Found]]:
    grouped: dict[int, list[Found]] = defaultdict(list)
    for one in found:
        grouped[one.content_id].append(one)
    return grouped


def _seen(votes: Sequence[Vote] | None) -> dict[str, list[int]] | None:
    """Whose topics had a vote, the nearest first."""
    nearest = sorted(votes or (), key=lambda vote: (-vote.cosine, vote.neighbour_id))
    return {"neighbours": list(dict.fromkeys(vote.neighbour_id for vote in nearest))} if nearest else None
