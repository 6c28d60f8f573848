"""The stage that makes the pages of topics."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from gradient.pages.compose import compose
from gradient.pages.identity import blocks_of
from gradient.pages.piece import Piece
from gradient.store import pages
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.pages import PageMaterial, PageStanding
from gradient.store.sessions import Connection, Database
from gradient.work.stage import Finished, Part, Write

TOOL = "quotes 4"
NOTHING_STANDS = "No accepted passage of the course stands behind {title} yet."
NOT_EXPLAINED = "No passage of the course says what {title} is."
FEW_STAND = "Few passages of the course stand behind {title}."


def utc_now() -> datetime:
    """The time now, with its zone."""
    return datetime.now(UTC)


class PageStage:
    """Makes the page of each active topic from ordered quotes, and takes those of topics that went away.

    A topic that nothing stands behind is refused, whatever its page held before; only what a person
    pinned outlives that.
    """

    name = "page"
    part = Part.SHOWING
    batch = 100

    def __init__(self, clock: Callable[[], datetime] = utc_now) -> None:
        self._clock = clock

    def units(self) -> UnitQuery:
        """The active topics; ordered quotes cost nothing, so a new way to order them redoes every page."""
        return UnitQuery("page", pages.UNITS, TOOL, free=True)

    async def work(
        self,
        database: Database,
        course_id: int,  # noqa: ARG002  the topics say it
        units: Sequence[Unit],
    ) -> list[Finished]:
        """Compose the pages of the topics."""
        async with database.transaction() as connection:
            material = await pages.material(connection, [unit.unit_id for unit in units])
        return await asyncio.to_thread(self._composed, units, material)

    def _composed(self, units: Sequence[Unit], material: Mapping[int, PageMaterial]) -> list[Finished]:
        return [self._finished(unit, material[unit.unit_id]) for unit in units]

    def _finished(self, unit: Unit, material: PageMaterial) -> Finished:
        if not material.active:
            return Finished(unit, "skipped", f"{material.title} is no topic any more.", _removal(material))
        composed = compose(material)
        pinned = any(block.pinned for block in material.standing)
        if not composed.pieces and not pinned:
            reason = NOTHING_STANDS.format(title=material.title)
            page = PageStanding("refused", reason, thin=False, coverage=None)
            return Finished(unit, "refused", reason, self._writing(material, page))
        lacks = [FEW_STAND] * composed.thin + [NOT_EXPLAINED] * (not composed.explained)
        told = " ".join(lacks).format(title=material.title) or None
        page = PageStanding("fresh", told, thin=composed.thin, coverage=composed.coverage)
        return Finished(unit, write=self._writing(material, page, composed.pieces))

    def _writing(self, material: PageMaterial, page: PageStanding, pieces: Sequence[Piece] = ()) -> Write:
        blocks = blocks_of(pieces, material.standing)

        async def write(connection: Connection) -> None:
            await pages.write(connection, material.topic_id, page, blocks, material.standing, self._clock())

        return write


def _removal(material: PageMaterial) -> Write:
    async def write(connection: Connection) -> None:
        await pages.remove(connection, material.topic_id, material.standing)

    return write
