"""Embeds topics, contents and chunks."""

from collections.abc import Sequence

from gradient.providers.ports import Embedder
from gradient.store import vectors
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace
from gradient.work.stage import Finished, Part, Write, nothing


class EmbedStage:
    """Gives every owner of a vector the vector of its text. A unit is one owner."""

    name = "embed"
    part = Part.FINDING
    batch = 256

    def __init__(self, embedder: Embedder, *, free: bool = True) -> None:
        """`free` says whether a change of the model is made good at once."""
        self._embedder = embedder
        self._free = free

    @property
    def space(self) -> VectorSpace:
        """Whose vectors these are."""
        return VectorSpace(self._embedder.model, self._embedder.version, self._embedder.dimension)

    def units(self) -> UnitQuery:
        """Active topics, live contents, live chunks that are no furniture; the input is their text."""
        return vectors.unit_query(self.space.key, self._free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Embed the texts of the units; one without any word is skipped."""
        owners = [(unit.kind, unit.unit_id) for unit in units]
        async with database.transaction() as connection:
            texts = await vectors.texts(connection, course_id, owners)
        embedded = await self._embedder.embed([texts.get(owner, "") for owner in owners])

        async def write(connection: Connection) -> None:
            await vectors.put(connection, self.space, units, embedded)

        return [
            _finished(unit, write if at == 0 else nothing, has_words=bool(vector.any()))
            for at, (unit, vector) in enumerate(zip(units, embedded, strict=True))
        ]


def _finished(unit: Unit, write: Write, *, has_words: bool) -> Finished:
    if has_words:
        return Finished(unit, write=write)
    return Finished(unit, "skipped", "There is no word in it that could be embedded.", write)
