"""How much there is of what work will follow from."""

from collections.abc import Sequence
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, rows, value

_queries = load("forecasts")


async def sizes(connection: Connection, revision_ids: Sequence[int]) -> list[dict[str, Any]]:
    """The size in bytes and the suffix of revisions."""
    return await rows(connection, _queries.sizes, ids=list(revision_ids))


async def letters(connection: Connection, chunk_ids: Sequence[int]) -> int:
    """How many letters passages have together."""
    return int(await value(connection, _queries.letters, ids=list(chunk_ids)))


async def topics(connection: Connection, course_id: int) -> int:
    """How many topics a course has."""
    return int(await value(connection, _queries.topics, course=course_id))
