"""Contents, the places they stand on, and the mentions of possible topics."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, rows, value

KEPT_SHARE = 0.8
"""A sentence whose quote covers this share of an earlier content's quote keeps that content."""

_queries = load("contents")


def extract_units(tool: str, *, free: bool) -> UnitQuery:
    """The units of extract."""
    return UnitQuery("extract", _queries.extract_units, tool, free)


async def chunks(connection: Connection, ids: Sequence[int]) -> list[dict[str, Any]]:
    """What extraction reads of chunks, each with the `structure` of its document."""
    found = await rows(connection, _queries.chunks, ids=list(ids))
    readings = {one["reading_id"] for one in found}
    structures = {
        one["id"]: one["structure"] for one in await rows(connection, _queries.structures, ids=list(readings))
    }
    return [{**one, "structure": structures[one["reading_id"]]} for one in found]


async def known_extraction(connection: Connection, input_hash: str, tool: str) -> Any:
    """What was found in the same input before, or None."""
    return await value(connection, _queries.known_extraction, input_hash=input_hash, tool=tool)


async def keep_extraction(connection: Connection, input_hash: str, tool: str, found: Any) -> None:
    """Keep what was found."""
    await execute(connection, _queries.keep_extraction, input_hash=input_hash, tool=tool, found=Jsonb(found))


async def replace(
    connection: Connection,
    course_id: int,
    chunk_id: int,
    contents: Iterable[Mapping[str, Any]],
    mentions: Iterable[Mapping[str, Any]],
) -> None:
    """Put the contents and mentions of a chunk in the place of those that it had.

    A content has kind, sentence, sentence_key, start, end and quote; a mention kind, key, surface,
    expansion, start and end. Earlier contents keep their ids where the quotes cover each other.
    """
    standing = await rows(connection, _queries.standing_supports, chunk=chunk_id, course=course_id)
    found = [dict(one) for one in contents]
    keys = {one["sentence_key"] for one in found}
    standing = [one for one in standing if one["sentence_key"] not in keys]
    for one in found:
        one["content"] = await _content_of(connection, course_id, one, standing)
    await execute(
        connection,
        _queries.clear_supports,
        chunk=chunk_id,
        contents=[one["content"] for one in found],
        starts=[one["start"] for one in found],
    )
    await execute_many(connection, _queries.put_support, [{**one, "chunk": chunk_id} for one in found])
    await execute(connection, _queries.clear_mentions, chunk=chunk_id)
    await execute_many(connection, _queries.put_mention, [{**one, "chunk": chunk_id} for one in mentions])


async def refresh_life(connection: Connection, course_id: int, now: datetime) -> None:
    """Retire the contents of a course that nothing supports any more, and bring back those that something does."""
    await execute(connection, _queries.retire_unsupported, course=course_id, now=now)
    await execute(connection, _queries.restore_supported, course=course_id)


async def _content_of(
    connection: Connection,
    course_id: int,
    found: Mapping[str, Any],
    standing: Sequence[Mapping[str, Any]],
) -> int:
    same = {"course": course_id, "sentence": found["sentence"], "sentence_key": found["sentence_key"]}
    for earlier in standing:
        if earlier["alone"] and _covers(found, earlier):
            reworded = await row(connection, _queries.reword, **same, id=earlier["content_id"])
            if reworded is not None:
                return int(reworded["id"])
    return int(await value(connection, _queries.ensure, **same, kind=found["kind"]))


def _covers(found: Mapping[str, Any], earlier: Mapping[str, Any]) -> bool:
    if found["kind"] != earlier["kind"]:
        return False
    shared = min(found["end"], earlier["end_at"]) - max(found["start"], earlier["start_at"])
    return bool(shared >= KEPT_SHARE * (earlier["end_at"] - earlier["start_at"]))
