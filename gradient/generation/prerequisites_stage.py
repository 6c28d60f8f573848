"""The stage prerequisites: shows each topic those it was not shown, and puts plausible pairs forward."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from gradient.generation.pair_picker import OfflinePairPicker, PairPicker
from gradient.generation.pools import Pair, joined
from gradient.outline import scope
from gradient.outline.scope import Scope
from gradient.providers.errands import errand
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.store import prerequisites, spaces, statuses
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.prerequisites import CourseMaterial
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, Write, nothing

ROLE = "pick"


class PrerequisitesStage:
    """Puts pairs of topics forward, in both directions, for the scorer to judge.

    A topic is shown the older ones that it has not met; the newer ones ask for themselves. One whose
    own text has changed is shown all older ones again. Where there are too many to show all, those that are
    in no pool with it are passed over, until its own text changes.
    """

    name = "prerequisites"
    part = Part.JUDGING

    def __init__(
        self, space: VectorSpace | None = None, picker: PairPicker | None = None, clock: Clock = utc_now
    ) -> None:
        """`space` names the vectors that say what is alike, unless a course is still searched by others."""
        self._space = space
        self._picker = picker or OfflinePairPicker()
        self._clock = clock
        self.batch = self._picker.at_once

    def units(self) -> UnitQuery:
        """The active topics."""
        return UnitQuery(self.name, prerequisites.UNITS, self._picker.tool, free=self._picker.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Picks for all topics at once, from one reading of the course."""
        topic_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            unseen = await prerequisites.unseen(connection, course_id, topic_ids)
            again = sorted(set(topic_ids) - {topic for topic, _ in unseen})
            pool = unseen + await prerequisites.older(connection, course_id, again)
            space = self._space and await spaces.serving(connection, course_id, self._space)
            material = await prerequisites.material(connection, course_id, space)
            if not self._picker.free:
                material = _meant(material, await scope.of_course(connection, course_id))
            edges = await prerequisites.accepted_pairs(connection, course_id)
        shown: dict[int, list[int]] = {topic: [] for topic in topic_ids}
        for topic, other in await asyncio.to_thread(joined, material, edges, pool, free=self._picker.free):
            shown[topic].append(other)
        met = Counter(topic for topic, _ in pool)
        picked = await self._picker.pick(material, shown, await self._errand(database, course_id))
        pairs = {topic: one for topic, one in picked.items() if not isinstance(one, Unanswered)}

        async def write(connection: Connection) -> None:
            await statuses.lock(connection, course_id)
            await prerequisites.mark_shown(connection, [pair for pair in pool if pair[0] in pairs])
            await prerequisites.put_forward(connection, course_id, chain.from_iterable(pairs.values()))

        return [
            _finished(
                unit,
                picked[unit.unit_id],
                len(shown[unit.unit_id]),
                met[unit.unit_id],
                write if at == 0 else nothing,
            )
            for at, unit in enumerate(units)
        ]

    async def _errand(self, database: Database, course_id: int) -> Errand:
        """Where calls are booked and the secret of fences; free methods need neither."""
        if self._picker.free:
            return NO_ERRAND
        return await errand(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)


def _meant(material: CourseMaterial, scopes: Mapping[int, Scope]) -> CourseMaterial:
    """The course with what belongs to each topic and what does not, for a picker that reads that."""
    topics = (
        replace(topic, summary=scopes[topic.topic_id].text) if topic.topic_id in scopes else topic
        for topic in material.topics
    )
    return replace(material, topics=tuple(topics))


def _finished(unit: Unit, pairs: Sequence[Pair] | Unanswered, shown: int, met: int, write: Write) -> Finished:
    if isinstance(pairs, Unanswered):
        return Finished.without(unit, pairs, write)
    seen = {"shown": shown, **_passed_over(met - shown), "put_forward": len(pairs) // 2}
    return Finished(unit, write=write, seen=seen)


def _passed_over(topics: int) -> dict[str, int]:
    return {"passed_over": topics} if topics else {}
