"""The stage prerequisites: shows each topic those it was not shown, and puts plausible pairs forward."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from gradient.generation.pools import joined
from gradient.generation.prerequisites import Picker
from gradient.store import prerequisites, spaces
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.prerequisites import CourseMaterial
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace
from gradient.work.stage import Finished, Part, nothing

TOOL = "offline prerequisites/1"


class PrerequisitesStage:
    """Puts pairs of topics forward, in both directions, for the scorer to judge.

    A topic is shown the older ones that it has not met; the newer ones ask for themselves. One whose
    own text has changed is shown all older ones again. Where there are too many to show all, those that are
    in no pool with it are passed over, until its own text changes.
    """

    name = "prerequisites"
    part = Part.JUDGING
    batch = 1000

    def __init__(self, space: VectorSpace | None = None) -> None:
        """`space` names the vectors that say what is alike, unless a course is still searched by others."""
        self._space = space

    def units(self) -> UnitQuery:
        """The active topics."""
        return UnitQuery(self.name, prerequisites.UNITS, TOOL, free=True)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Picks for all topics at once, from one reading of the course."""
        topic_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            unseen = await prerequisites.unseen(connection, course_id, topic_ids)
            again = sorted(set(topic_ids) - {topic for topic, _ in unseen})
            pool = unseen + await prerequisites.older(connection, course_id, again)
            space = self._space and await spaces.serving(connection, course_id, self._space)
            material = await prerequisites.material(connection, course_id, space)
            edges = await prerequisites.accepted_pairs(connection, course_id)
        shown: dict[int, list[int]] = defaultdict(list)
        for topic, other in await asyncio.to_thread(joined, material, edges, pool, free=True):
            shown[topic].append(other)
        met = Counter(topic for topic, _ in pool)
        picked = await asyncio.to_thread(_picked, material, {topic: shown[topic] for topic in topic_ids})

        async def write(connection: Connection) -> None:
            await prerequisites.mark_shown(connection, pool)
            await prerequisites.put_forward(connection, course_id, chain.from_iterable(picked.values()))

        return [
            Finished(
                unit,
                write=write if at == 0 else nothing,
                seen={
                    "shown": len(shown[unit.unit_id]),
                    **_passed_over(met[unit.unit_id] - len(shown[unit.unit_id])),
                    "put_forward": len(picked[unit.unit_id]) // 2,
                },
            )
            for at, unit in enumerate(units)
        ]


def _passed_over(topics: int) -> dict[str, int]:
    return {"passed_over": topics} if topics else {}


def _picked(material: CourseMaterial, shown: Mapping[int, Sequence[int]]) -> dict[int, list[tuple[int, int]]]:
    """The pairs put forward for each topic, of those that it is shown."""
    picker = Picker(material)
    return {topic: picker.pick(topic, others) for topic, others in shown.items()}
