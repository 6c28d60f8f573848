"""The stage prerequisites: shows each topic those it was not shown, and puts plausible pairs forward."""

from collections import defaultdict
from collections.abc import Sequence

from gradient.generation.prerequisites import Picker
from gradient.store import prerequisites
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.stage import Finished

TOOL = "offline prerequisites/1"


class PrerequisitesStage:
    """Puts pairs of topics forward, in both directions, for the scorer to judge.

    A topic is shown the older ones that it has not met; the newer ones ask for themselves. One whose
    own text has changed is shown all older ones again.
    """

    name = "prerequisites"
    batch = 1000

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
            material = await prerequisites.material(connection, course_id)
        picker = Picker(material)
        shown: dict[int, list[int]] = defaultdict(list)
        for topic, other in pool:
            shown[topic].append(other)
        return [self._finished(course_id, unit, shown[unit.unit_id], picker) for unit in units]

    def _finished(self, course_id: int, unit: Unit, shown: Sequence[int], picker: Picker) -> Finished:
        pairs = picker.pick(unit.unit_id, shown)

        async def write(connection: Connection) -> None:
            await prerequisites.mark_shown(connection, unit.unit_id, shown)
            await prerequisites.put_forward(connection, course_id, pairs)

        return Finished(unit, write=write, seen={"shown": len(shown), "put_forward": len(pairs) // 2})
