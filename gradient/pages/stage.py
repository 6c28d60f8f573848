"""The stage that makes the pages of topics."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from gradient.pages.compose import Composed
from gradient.pages.identity import blocks_of
from gradient.pages.piece import Piece
from gradient.pages.writer import OfflineWriter, Writer
from gradient.providers.errands import errand
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.store import pages
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.pages import PageMaterial, PageStanding
from gradient.store.sessions import Connection, Database
from gradient.work.stage import Finished, Part, Write

ROLE = "write"
NOTHING_STANDS = "No accepted passage of the course stands behind {title} yet."
NOT_EXPLAINED = "No passage of the course says what {title} is."
FEW_STAND = "Few passages of the course stand behind {title}."


def utc_now() -> datetime:
    """The time now, with its zone."""
    return datetime.now(UTC)


class PageStage:
    """Makes the page of each active topic, and takes those of topics that went away.

    A topic that nothing stands behind is refused, whatever its page held before; only what a person
    pinned outlives that.
    """

    name = "page"
    part = Part.SHOWING

    def __init__(self, clock: Callable[[], datetime] = utc_now, writer: Writer | None = None) -> None:
        self._clock = clock
        self._writer = writer or OfflineWriter()
        self.batch = self._writer.at_once

    def units(self) -> UnitQuery:
        """The active topics; where writing costs nothing, a new way to do it redoes every page."""
        return UnitQuery("page", pages.UNITS, self._writer.tool, free=self._writer.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Compose the pages of the topics."""
        async with database.transaction() as connection:
            material = await pages.material(connection, [unit.unit_id for unit in units])
        active = [unit.unit_id for unit in units if material[unit.unit_id].active]
        written = await self._writer.compose(
            [material[topic] for topic in active], await self._errand(database, course_id)
        )
        composed = dict(zip(active, written, strict=True))
        return [self._finished(unit, material[unit.unit_id], composed.get(unit.unit_id)) for unit in units]

    async def _errand(self, database: Database, course_id: int) -> Errand:
        """Where calls are booked and the secret of fences; free methods need neither."""
        if self._writer.free:
            return NO_ERRAND
        return await errand(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)

    def _finished(
        self, unit: Unit, material: PageMaterial, composed: Composed | Unanswered | None
    ) -> Finished:
        if composed is None:
            return Finished(unit, "skipped", f"{material.title} is no topic any more.", _removal(material))
        if isinstance(composed, Unanswered):
            return Finished.without(unit, composed)
        pinned = any(block.pinned for block in material.standing)
        if not composed.pieces and not pinned:
            reason = NOTHING_STANDS.format(title=material.title)
            page = PageStanding("refused", reason, thin=False, coverage=None)
            return Finished(unit, "refused", reason, self._writing(material, page))
        lacks = [FEW_STAND] * composed.thin + [NOT_EXPLAINED] * (not composed.explained)
        told = " ".join(lacks).format(title=material.title) or None
        page = PageStanding("fresh", told, thin=composed.thin, coverage=composed.coverage)
        seen = {"dropped": composed.dropped} if composed.dropped else None
        return Finished(unit, write=self._writing(material, page, composed.pieces), seen=seen)

    def _writing(self, material: PageMaterial, page: PageStanding, pieces: Sequence[Piece] = ()) -> Write:
        blocks = blocks_of(pieces, material.standing)

        async def write(connection: Connection) -> None:
            await pages.write(connection, material.topic_id, page, blocks, material.standing, self._clock())

        return write


def _removal(material: PageMaterial) -> Write:
    async def write(connection: Connection) -> None:
        await pages.remove(connection, material.topic_id, material.standing)

    return write
