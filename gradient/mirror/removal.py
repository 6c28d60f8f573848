"""Taking away what a mirror is to show no more, and the guard before it."""

from collections.abc import Sequence
from datetime import datetime

from gradient.mirror.port import Mirror
from gradient.store import mirrors, outcomes
from gradient.store.mirrors import Written
from gradient.store.sessions import Database

LARGEST_SHARE, LARGEST_COUNT = 0.2, 5
"""A removal of more than this share of a course's items and more than so many is refused."""


def guard(course: str, known: Sequence[Written]) -> str | None:
    """Why the items of `known` that are gone are not removed, in a sentence; None if they may be.

    Those that went with what a person had forgotten are meant to go, however many they are.
    """
    gone = sum(one.gone and not one.forgotten for one in known)
    if gone <= LARGEST_COUNT or gone <= LARGEST_SHARE * len(known):
        return None
    return (
        f"{gone} of the {len(known)} notes of {course} would go at once, so none was removed; if they are"
        f" meant to go, say gradient retire --course {course} --confirm (your files stay), or delete"
        " them yourself."
    )


async def remove_confirmed(database: Database, to: Sequence[Mirror], course_id: int) -> int:
    """Remove all that is to be shown no more of a course, however much; how many items.

    The index, which was refused for it, is looked at again by the next run.
    """
    count = 0
    for mirror in to:
        async with database.transaction() as connection:
            known = await mirrors.written(connection, mirror.name, course_id)
        gone = [one for one in known.values() if one.gone]
        await mirror.on(database).remove(gone)
        async with database.transaction() as connection:
            await mirrors.forget(connection, mirror.name, [one.key for one in gone])
            if gone:
                await outcomes.drop(connection, "mirror", "index", [course_id])
        count += len(gone)
    return count


async def show_no_more(database: Database, to: Sequence[Mirror], course_id: int, now: datetime) -> None:
    """Bring all that was written of a course to what the rows say now, without waiting for a run.

    What is to be shown no more goes, however much that is.
    """
    await remove_confirmed(database, to, course_id)
    for mirror in to:
        async with database.transaction() as connection:
            course = await mirrors.course_slug(connection, course_id)
            known = await mirrors.written(connection, mirror.name, course_id)
            shown = await mirrors.items(connection, course_id)
        standing = mirror.standing()
        if standing is None or course in standing:
            items = [shown[key] for key in shown if key in known]
            brought = await mirror.on(database).write(course, items, known)
            written = [one for one in brought if isinstance(one, Written)]
            async with database.transaction() as connection:
                await mirrors.put(connection, mirror.name, written, now)
