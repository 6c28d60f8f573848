"""Reads what the paths of recall need on several connections at once."""

import asyncio
import math
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

from gradient.recall.reading import Asked, Read, by_content, by_index, votes, without_votes
from gradient.store.sessions import Database

PARTS = 2
"""So many searches by an index go on at a time, each for its part of the contents."""


async def read_at_once(database: Database, asked: Asked) -> Read:
    """What `read` reads; neighbours are sought on connections of their own while the rest is read."""

    async def rest() -> Read:
        async with database.transaction() as connection:
            return await without_votes(connection, asked)

    async def voting(content_ids: Sequence[int]) -> Read:
        part = replace(asked, content_ids=content_ids)
        async with database.transaction() as connection:
            return Read(part, (), {}, votes=by_content(await votes(connection, part)))

    if not asked.with_votes:
        return await rest()
    parts = await _parts(database, asked)
    found, *near = await _all_of([rest(), *(voting(part) for part in parts)])
    return replace(found, votes={content_id: one for part in near for content_id, one in part.votes.items()})


async def _all_of(pieces: Sequence[Coroutine[Any, Any, Read]]) -> list[Read]:
    """What each comes to; an error is raised once all have ended: one broken off leaves a cursor open."""
    ended = await asyncio.gather(*pieces, return_exceptions=True)
    for one in ended:
        if isinstance(one, BaseException):
            raise one
    return [one for one in ended if isinstance(one, Read)]


async def _parts(database: Database, asked: Asked) -> list[Sequence[int]]:
    """The contents in parts that are searched for at once: exact search reads the same for each of them."""
    async with database.transaction() as connection:
        parts = PARTS if await by_index(connection, asked) else 1
    size = max(1, math.ceil(len(asked.content_ids) / parts))
    return [asked.content_ids[at : at + size] for at in range(0, len(asked.content_ids), size)]
