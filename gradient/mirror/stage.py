"""The stage that brings mirrors to what the rows say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from gradient.errors import GradientError
from gradient.mirror.port import Mirror, Unwritten
from gradient.mirror.removal import guard
from gradient.store import erasure, mirrors
from gradient.store.mirrors import Item, ItemKey, ItemKind, Written
from gradient.store.outcomes import Outcome, Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.stage import Finished, Part

TOOL = "mirror 2"
FIRST_MIRROR = "markdown"
"""Where another mirror is there too, or is there no more, everything is written anew."""
LAST: ItemKind = "index"
"""With this item of a course those are taken away that are to be shown no more."""


def utc_now() -> datetime:
    """The time now, with its zone."""
    return datetime.now(UTC)


class MirrorStage:
    """Writes the topics, the review queue and the index of a course to every mirror.

    What is to be shown no more is taken away, unless that is so much at once that it looks like a mistake;
    the index is refused then, and says so.
    """

    name = "mirror"
    part = Part.SHOWING
    batch = 2000

    def __init__(self, mirrors: Sequence[Mirror], clock: Callable[[], datetime] = utc_now) -> None:
        self._mirrors = tuple(mirrors)
        self._tool = ", ".join([TOOL, *(one.name for one in self._mirrors if one.name != FIRST_MIRROR)])
        self._clock = clock

    @property
    def mirrors(self) -> tuple[Mirror, ...]:
        """What it writes to."""
        return self._mirrors

    def units(self) -> UnitQuery:
        """The items of a course; all of them are touched while a mirror has lost the course's place."""
        places = [set(place) for mirror in self._mirrors if (place := mirror.standing()) is not None]
        standing = sorted(set.intersection(*places)) if places else None
        return mirrors.unit_query(self._tool, standing, mirrored=bool(self._mirrors))

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Write the items, in all mirrors; topics first, the index last."""
        brought = [
            await self._bring(database, mirror.on(database), course_id, units) for mirror in self._mirrors
        ]
        return [self._finished(unit, brought) for unit in units]

    async def _bring(
        self, database: Database, mirror: Mirror, course_id: int, units: Sequence[Unit]
    ) -> "_Brought":
        """Take back what people did in a mirror, then bring it to what the rows say since."""
        await mirror.take_back()
        async with database.transaction() as connection:
            await erasure.hold_off(connection)
            looked_at = self._clock()
            course = await mirrors.course_slug(connection, course_id)
            shown = await mirrors.items(connection, course_id)
        keys = sorted((key for unit in units if (key := _key(unit)) in shown), key=_last_is_index)
        known = await self._known(database, mirror, course_id, course)
        refusal = guard(course, list(known.values()))
        gone = [one for one in known.values() if one.gone and (one.forgotten or not refusal)]
        if any(kind == LAST for kind, _ in keys):
            await mirror.remove(gone)
        living = [shown[key] for key in keys if not _retired(shown[key])]
        written = await mirror.write(course, living, known) if living else []
        return _Brought(
            mirror.name,
            looked_at,
            {one.key: one for one in written if isinstance(one, Written)},
            {one.key: one.reason for one in written if isinstance(one, Unwritten)},
            [one.key for one in gone],
            refusal,
        )

    async def _known(
        self, database: Database, mirror: Mirror, course_id: int, course: str
    ) -> Mapping[ItemKey, Written]:
        """What was written to a mirror; nothing, and everything is due again, if it has lost its place."""
        async with database.transaction() as connection:
            known = await mirrors.written(connection, mirror.name, course_id)
            standing = mirror.standing()
            lost = bool(known) and standing is not None and course not in standing
            if lost:
                await mirrors.lose(connection, mirror.name, course_id)
        return {} if lost else known

    def _finished(self, unit: Unit, brought: Sequence["_Brought"]) -> Finished:
        key = _key(unit)

        async def write(connection: Connection) -> None:
            for one in brought:
                written = [one.written[key]] if key in one.written else []
                await mirrors.put(connection, one.mirror, written, one.looked_at)
                if key[0] == LAST:
                    await mirrors.forget(connection, one.mirror, one.gone)

        troubles = [one.unwritten[key] for one in brought if key in one.unwritten]
        if troubles:
            return Finished(unit, write=write, outside=True, failure=GradientError(" ".join(troubles)))
        refusals = " ".join(one.refusal for one in brought if one.refusal) if key[0] == LAST else ""
        outcome: Outcome = "refused" if refusals else "done"
        return Finished(unit, outcome, refusals or None, write, outside=True)


@dataclass(frozen=True)
class _Brought:
    """What became of the items in one mirror: where they stand, why others do not, which are gone, why none
    was removed."""

    mirror: str
    looked_at: datetime
    written: Mapping[ItemKey, Written]
    unwritten: Mapping[ItemKey, str]
    gone: Sequence[ItemKey]
    refusal: str | None


def _last_is_index(key: ItemKey) -> tuple[bool, ItemKey]:
    return (key[0] == LAST, key)


def _key(unit: Unit) -> ItemKey:
    return (cast("ItemKind", unit.kind), unit.unit_id)


def _retired(item: Item) -> bool:
    return isinstance(item, mirrors.IndexItem) and item.retired
