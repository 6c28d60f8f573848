"""Contents, the places they stand on, and the mentions of possible topics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows, value

KEPT_SHARE = 0.8
"""A sentence whose quote covers this share of an earlier content's quote keeps that content."""

_queries = load("contents")


@dataclass(frozen=True)
class Found:
    """What a chunk yields.

    A content has kind, sentence, sentence_key, start, end and quote; a mention kind, key, surface,
    expansion, start and end.
    """

    contents: Sequence[Mapping[str, Any]]
    mentions: Sequence[Mapping[str, Any]]


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


async def known_extractions(connection: Connection, input_hashes: Sequence[str], tool: str) -> dict[str, Any]:
    """What was found in the same inputs before, by their hash."""
    known = await rows(connection, _queries.known_extractions, input_hashes=list(input_hashes), tool=tool)
    return {one["input_hash"]: one["found"] for one in known}


async def keep_extractions(connection: Connection, tool: str, found: Mapping[str, Any]) -> None:
    """Keep what was found, by the hash of its input."""
    await execute(
        connection,
        _queries.keep_extractions,
        tool=tool,
        input_hashes=list(found),
        found=[Jsonb(one) for one in found.values()],
    )


async def replace(connection: Connection, course_id: int, yields: Mapping[int, Found]) -> None:
    """Put the contents and mentions of chunks, by the id of the chunk, in the place of those that they had.

    Earlier contents keep their ids where the quotes cover each other.
    """
    chunks = list(yields)
    await _replace_contents(connection, course_id, {chunk: yields[chunk].contents for chunk in chunks})
    mentions = [(chunk, one) for chunk in chunks for one in yields[chunk].mentions]
    await execute(connection, _queries.clear_mentions, chunks=chunks)
    await execute(
        connection,
        _queries.put_mentions,
        in_chunks=[chunk for chunk, _ in mentions],
        **{
            f"{column}s": [one[column] for _, one in mentions]
            for column in ("kind", "key", "surface", "expansion", "start", "end")
        },
    )


async def refresh_life(connection: Connection, course_id: int, now: datetime) -> None:
    """Retire the contents of a course that nothing supports any more; bring back those that are supported."""
    await execute(connection, _queries.retire_unsupported, course=course_id, now=now)
    await execute(connection, _queries.restore_supported, course=course_id)


async def _replace_contents(
    connection: Connection, course_id: int, found: Mapping[int, Sequence[Mapping[str, Any]]]
) -> None:
    ids = await _ids(connection, course_id, found)
    supports = {
        (ids[one["kind"], one["sentence_key"]], chunk, one["start"]): one
        for chunk, ones in found.items()
        for one in ones
    }
    places = {
        "of_contents": [content for content, _, _ in supports],
        "in_chunks": [chunk for _, chunk, _ in supports],
        "starts": [start for _, _, start in supports],
    }
    await execute(connection, _queries.clear_supports, chunks=list(found), **places)
    await execute(
        connection,
        _queries.put_supports,
        **places,
        ends=[one["end"] for one in supports.values()],
        quotes=[one["quote"] for one in supports.values()],
    )


async def _ids(
    connection: Connection, course_id: int, found: Mapping[int, Sequence[Mapping[str, Any]]]
) -> dict[tuple[str, str], int]:
    """The ids of the contents of sentences, by kind and key; those that are new are made."""
    standing = await rows(connection, _queries.standing_supports, chunks=list(found), course=course_id)
    for chunk, ones in found.items():
        await _reword(connection, ones, [one for one in standing if one["chunk_id"] == chunk])
    wanted: dict[tuple[str, str], str] = {}
    for one in (one for ones in found.values() for one in ones):
        wanted.setdefault((one["kind"], one["sentence_key"]), one["sentence"])
    known = await rows(
        connection,
        _queries.ensure,
        course=course_id,
        kinds=[kind for kind, _ in wanted],
        sentence_keys=[key for _, key in wanted],
        sentences=list(wanted.values()),
    )
    return {(one["kind"], one["sentence_key"]): one["id"] for one in known}


async def _reword(
    connection: Connection, found: Sequence[Mapping[str, Any]], standing: Sequence[Mapping[str, Any]]
) -> None:
    """Give the contents of a chunk that go the new sentences that cover them."""
    keys = {one["sentence_key"] for one in found}
    going = [one for one in standing if one["alone"] and one["sentence_key"] not in keys]
    for one in found:
        for earlier in going:
            if _covers(one, earlier) and await value(
                connection,
                _queries.reword,
                id=earlier["content_id"],
                sentence=one["sentence"],
                sentence_key=one["sentence_key"],
            ):
                break


def _covers(found: Mapping[str, Any], earlier: Mapping[str, Any]) -> bool:
    if found["kind"] != earlier["kind"]:
        return False
    shared = min(found["end"], earlier["end_at"]) - max(found["start"], earlier["start_at"])
    return bool(shared >= KEPT_SHARE * (earlier["end_at"] - earlier["start_at"]))
