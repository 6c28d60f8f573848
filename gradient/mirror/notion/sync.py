"""One sync: what people did is taken back and settled, then everything that differs is written."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from gradient.mirror.notion.mirror import NotionMirror
from gradient.mirror.port import Unwritten
from gradient.mirror.removal import guard
from gradient.store import mirrors, notion
from gradient.store.courses import Course, all_courses
from gradient.store.mirrors import IndexItem, Item, Written
from gradient.store.sessions import Database

Settle = Callable[[Sequence[int]], Awaitable[None]]
"""Lets the statuses of courses follow from what was decided."""


@dataclass
class Synced:
    """What a sync came to: how many items stand as they should, which do not and why, and notices."""

    in_step: int = 0
    unwritten: list[Unwritten] = field(default_factory=list)
    removed: int = 0
    notices: list[str] = field(default_factory=list)


async def sync(
    mirror: NotionMirror,
    database: Database,
    settle: Settle,
    *,
    confirmed: bool = False,
    whole: bool = False,
) -> Synced:
    """Bring both sides into step. `confirmed` and `whole` are those of `Taking`."""
    mirror = mirror.on(database)
    taken = await mirror.take_back(confirmed=confirmed, whole=whole)
    if taken.courses:
        await settle(sorted(taken.courses))
    synced = Synced(notices=list(taken.notices))
    async with database.transaction() as connection:
        courses = await all_courses(connection, retired=True)
    for course in courses:
        await _write(mirror, database, course, synced)
    return synced


async def _write(mirror: NotionMirror, database: Database, course: Course, synced: Synced) -> None:
    async with database.transaction() as connection:
        known = await mirrors.written(connection, mirror.name, course.id)
        shown = await mirrors.items(connection, course.id)
    refusal = guard(course.slug, list(known.values()))
    gone = [one for one in known.values() if one.gone and (one.forgotten or not refusal)]
    await mirror.remove(gone)
    brought = await mirror.write(course.slug, [one for one in shown.values() if not _retired(one)], known)
    written = [one for one in brought if isinstance(one, Written)]
    async with database.transaction() as connection:
        await mirrors.put(connection, mirror.name, written, mirror.now())
        await mirrors.forget(connection, mirror.name, [one.key for one in gone])
        await notion.retry(connection, course.slug)
    synced.in_step += len(written)
    synced.removed += len(gone)
    synced.unwritten += [one for one in brought if isinstance(one, Unwritten)]
    synced.notices += [refusal] if refusal else []


def _retired(item: Item) -> bool:
    return isinstance(item, IndexItem) and item.retired
