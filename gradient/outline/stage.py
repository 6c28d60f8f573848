"""Outline: the topics of a course from all that was found in it and what its outline files state."""

from collections.abc import Sequence
from dataclasses import replace

from gradient.outline.candidates import candidates, references, unknown_names
from gradient.outline.circles import without_circles
from gradient.outline.material import Material, read_material
from gradient.outline.ranking import MAX_TOPICS
from gradient.outline.storing import Storing
from gradient.store import contents, topics
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock
from gradient.work.stage import Finished, Part

TOOL = "offline outline 5"


class OutlineStage:
    """Forms the topics of a course; titles and aliases follow from all mentions, whatever came first."""

    name = "outline"
    part = Part.FINDING
    batch = 1

    def __init__(self, clock: Clock, most_topics: int = MAX_TOPICS) -> None:
        """`most_topics` is how many topics are found in a course at most."""
        self._clock = clock
        self._most = most_topics

    def units(self) -> UnitQuery:
        """The course."""
        return topics.outline_units(f"{TOOL}, {self._most} topics", free=True)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Form the topics; matching them with those that stand happens in the transaction that stores them.

        A malformed outline file parks the course's unit, with a sentence that names the file; what could be
        read of the others is stored nevertheless, and what the file stated before stays. A
        prerequisite that closes a circle of stated ones parks it too and is left out alone.
        """
        async with database.transaction() as connection:
            material = await read_material(connection, course_id, self._most)
            nodes, circular = without_circles(material.nodes)
            material = replace(material, nodes=nodes)
            wrong = [*material.malformed, *await _unknown(connection, material), *circular]

        async def write(connection: Connection) -> None:
            await contents.refresh_life(connection, course_id, self._clock())
            await Storing(connection, material, self._clock()).store()

        if wrong:
            return [Finished(unit, "parked", " ".join(wrong), write=write) for unit in units]
        return [Finished(unit, write=write) for unit in units]


async def _unknown(connection: Connection, material: Material) -> list[str]:
    wanted = candidates(material.nodes, material.formation.topics)
    known = {name["key"] for name in await topics.names(connection, material.course["id"])}
    known |= {key for one in wanted for key in (*references(one), *one.names)}
    return unknown_names(material.nodes, known)
