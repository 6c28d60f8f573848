"""The stage that brings mirrors to what the rows say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from gradient.mirror.port import Mirror
from gradient.mirror.removal import guard
from gradient.store import erasure, mirrors
from gradient.store.mirrors import Item, ItemKey, ItemKind, Written
from gradient.store.outcomes import Outcome, Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.stage import Finished, Part

TOOL = "mirror 2"
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
        self._clock = clock

    def units(self) -> UnitQuery:
        """The items of a course; all of them are touched while a mirror has lost the course's place."""
        places = [set(mirror.standing()) for mirror in self._mirrors]
        standing = set.intersection(*places) if places else set()
        return mirrors.unit_query(TOOL, sorted(standing), mirrored=bool(places))

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Write the items, in all mirrors; topics first, the index last."""
        async with database.transaction() as connection:
            await erasure.hold_off(connection)
            looked_at = self._clock()
            course = await mirrors.course_slug(connection, course_id)
            shown = await mirrors.items(connection, course_id)
        asked = sorted((key for unit in units if (key := _key(unit)) in shown), key=_last_is_index)
        brought = [
            await self._bring(database, mirror, course_id, course, [shown[key] for key in asked])
            for mirror in self._mirrors
        ]
        return [self._finished(unit, brought, looked_at) for unit in units]

    async def _bring(
        self, database: Database, mirror: Mirror, course_id: int, course: str, items: Sequence[Item]
    ) -> "_Brought":
        known = await self._known(database, mirror, course_id, course)
        refusal = guard(course, list(known.values()))
        gone = [one for one in known.values() if one.gone and (one.forgotten or not refusal)]
        if any(item.kind == LAST for item in items):
            await mirror.remove(gone)
        living = [item for item in items if not _retired(item)]
        written = await mirror.write(course, living, known) if living else []
        return _Brought(mirror.name, {one.key: one for one in written}, [one.key for one in gone], refusal)

    async def _known(
        self, database: Database, mirror: Mirror, course_id: int, course: str
    ) -> Mapping[ItemKey, Written]:
        """What was written to a mirror; nothing, and everything is due again, if it has lost its place."""
        async with database.transaction() as connection:
            known = await mirrors.written(connection, mirror.name, course_id)
            lost = bool(known) and course not in mirror.standing()
            if lost:
                await mirrors.lose(connection, mirror.name, course_id)
        return {} if lost else known

    def _finished(self, unit: Unit, brought: Sequence["_Brought"], looked_at: datetime) -> Finished:
        key = _key(unit)

        async def write(connection: Connection) -> None:
            for one in brought:
                written = [one.written[key]] if key in one.written else []
                await mirrors.put(connection, one.mirror, written, looked_at)
                if key[0] == LAST:
                    await mirrors.forget(connection, one.mirror, one.gone)

        refusals = " ".join(one.refusal for one in brought if one.refusal) if key[0] == LAST else ""
        outcome: Outcome = "refused" if refusals else "done"
        return Finished(unit, outcome, refusals or None, write, outside=True)


@dataclass(frozen=True)
class _Brought:
    """What became of the items in one mirror: where they stand, which are gone, why none was removed."""

    mirror: str
    written: Mapping[ItemKey, Written]
    gone: Sequence[ItemKey]
    refusal: str | None


def _last_is_index(key: ItemKey) -> tuple[bool, ItemKey]:
    return (key[0] == LAST, key)


def _key(unit: Unit) -> ItemKey:
    return (cast("ItemKind", unit.kind), unit.unit_id)


def _retired(item: Item) -> bool:
    return isinstance(item, mirrors.IndexItem) and item.retired
