"""Embeds topics, contents and chunks."""

from collections.abc import Mapping, Sequence

import numpy as np

from gradient.providers.ports import Embedder, Meant, Vectors
from gradient.store import ledger, spaces, vector_indexes, vectors
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, Write, nothing

ROLE = "embed"
MEANT: Mapping[str, Meant] = {"content": "query"}
"""Contents look for topics and chunks and are compared with each other; all else is looked for."""

SWITCH = "course"
INDEX = "index"
"""Kinds of units that are no text: they come once all texts have their vectors."""


class EmbedStage:
    """Gives every owner of a vector the vector of its text. A unit is one owner.

    After a change of the model the old vectors serve until the new ones are complete; then a unit of its own
    lets the course be searched by the new ones and removes the others. Another one builds an index once there
    are many vectors.
    """

    name = "embed"
    part = Part.FINDING
    batch = 256

    def __init__(self, embedder: Embedder, *, free: bool = True, clock: Clock = utc_now) -> None:
        """`free` says whether a change of the model is made good at once."""
        self._embedder = embedder
        self._free = free
        self._clock = clock

    @property
    def space(self) -> VectorSpace:
        """Whose vectors these are."""
        return VectorSpace.of(self._embedder.model, self._embedder.version, self._embedder.dimension)

    def units(self) -> UnitQuery:
        """Active topics, live contents, live chunks that are no furniture; the input is their text."""
        return vectors.unit_query(self.space, self._free, vector_indexes.LEAST)

    async def changes(self, connection: Connection, course_id: int | None = None) -> list[str]:
        """A sentence on each course (or one) that is still searched by the vectors of another model."""
        return await spaces.changes(connection, self.space, course_id)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Embed the texts of the units; one without any word is skipped."""
        upkeep = [unit for unit in units if unit.kind in {SWITCH, INDEX}]
        texts = [unit for unit in units if unit.kind not in {SWITCH, INDEX}]
        kept = [await self._keep_up(database, course_id, unit) for unit in upkeep]
        return [*await self._embed(database, course_id, texts), *kept]

    async def _embed(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        owners = [(unit.kind, unit.unit_id) for unit in units]
        async with database.transaction() as connection:
            texts = await vectors.texts(connection, course_id, owners)
        embedded = await self._embedded(
            database, course_id, [(MEANT.get(owner[0], "document"), texts.get(owner, "")) for owner in owners]
        )

        async def write(connection: Connection) -> None:
            await spaces.begin(connection, course_id, self.space)
            await vectors.put(connection, self.space, course_id, units, embedded)

        return [
            _finished(unit, write if at == 0 else nothing, has_words=bool(vector.any()))
            for at, (unit, vector) in enumerate(zip(units, embedded, strict=True))
        ]

    async def _embedded(
        self, database: Database, course_id: int, texts: Sequence[tuple[Meant, str]]
    ) -> Vectors:
        """One row a text; those to be found and those to find are sent apart."""
        book = ledger.booked(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)
        vectors = np.zeros((len(texts), self._embedder.dimension), dtype=np.float32)
        for meant in sorted({meant for meant, _ in texts}):
            its = [row for row, one in enumerate(texts) if one[0] == meant]
            vectors[its] = await self._embedder.embed([texts[row][1] for row in its], meant, book)
        return vectors

    async def _keep_up(self, database: Database, course_id: int, unit: Unit) -> Finished:
        if unit.kind == INDEX:
            await vector_indexes.ensure(database, self.space, self._clock())
            return Finished(unit)

        async def switch(connection: Connection) -> None:
            await spaces.switch(connection, course_id, self.space)

        return Finished(unit, write=switch)


def _finished(unit: Unit, write: Write, *, has_words: bool) -> Finished:
    if has_words:
        return Finished(unit, write=write)
    return Finished(unit, "skipped", "There is no word in it that could be embedded.", write)
