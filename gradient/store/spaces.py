"""Whose vectors a course is searched by: after a change the old ones, until the new ones are complete."""

from gradient.store import vector_indexes
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, rows
from gradient.store.vectors import VectorSpace

_queries = load("spaces")


async def serving(connection: Connection, course_id: int, wanted: VectorSpace) -> VectorSpace:
    """Whose vectors a course is searched by today; those that are wanted if it has none yet."""
    found = await row(connection, _queries.serving, course=course_id)
    return wanted if found is None else VectorSpace(**found)


async def begin(connection: Connection, course_id: int, space: VectorSpace) -> None:
    """Note that a course is searched by these vectors, unless it is searched by others."""
    await execute(connection, _queries.begin, course=course_id, **vars(space))


async def switch(connection: Connection, course_id: int, space: VectorSpace) -> None:
    """Let a course be searched by these vectors, which are complete; the others go with their indexes."""
    await execute(connection, _queries.switch, course=course_id, **vars(space))
    await execute(connection, _queries.remove_others, course=course_id, **vars(space))
    await vector_indexes.drop_unused(connection)


async def changes(connection: Connection, space: VectorSpace, course_id: int | None = None) -> list[str]:
    """A sentence on each course (or one) that is still searched by other vectors than these."""
    given = {**vars(space), "tool": space.key, "course": course_id}
    return [
        f"{one['slug']}: its texts are embedded anew by {space.key}, {one['embedded']} of {one['texts']} are"
        f" done; until all are it is searched by the vectors of"
        f" {one['model']}@{one['version']}."
        for one in await rows(connection, _queries.changing, **given)
    ]
