"""Chunks, and where they stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, rows

NOTHING_FOUND = "no fact or question was found in it"
"""Why a passage is left out that no rule drops."""

_queries = load("chunks")


@dataclass(frozen=True)
class ToCut:
    """The reading of a live revision; `first` tells that its source was never cut before."""

    revision_id: int
    source_id: int
    course_id: int
    path: str
    type: str
    text: str
    structure: Mapping[str, Any]
    first: bool


@dataclass(frozen=True)
class Cut:
    """A passage and its place, as chunks and placements store it.

    `language` is told only where its file mixes languages.
    """

    text: str
    text_hash: str
    ordinal: int
    furniture: str | None
    position: int
    start_at: int
    end_at: int
    section_path: list[str]
    page_from: int | None
    page_to: int | None
    overlap: int
    language: str | None = None


def units(tool: str) -> UnitQuery:
    """The units of chunk."""
    return UnitQuery("chunk", _queries.units, tool, free=True)


async def to_cut(connection: Connection, revision_ids: Sequence[int]) -> list[ToCut]:
    """The readings of live revisions."""
    return [ToCut(**found) for found in await rows(connection, _queries.to_cut, ids=list(revision_ids))]


async def replace(connection: Connection, source_id: int, revision_id: int, cuts: Sequence[Cut]) -> None:
    """Store the passages of a revision; a chunk that its source had before keeps its row."""
    values = [{**vars(cut), "source": source_id, "revision": revision_id} for cut in cuts]
    await execute_many(connection, _queries.keep, values)
    await execute(connection, _queries.clear_placements, revision=revision_id)
    await execute_many(connection, _queries.place, values)


async def renamed_from(
    connection: Connection, source_id: int, cuts: Sequence[Cut], share: float
) -> dict[str, Any] | None:
    """The source (id, path) that a new one is under another name: one of its course whose file went.

    It shares at least `share` of the passages that carry something to learn, counted against the longer
    of the two; the one that shares most, then the first by path. None if there is none.
    """
    learnt = [cut for cut in cuts if cut.furniture is None]
    return await row(
        connection,
        _queries.renamed_from,
        source=source_id,
        hashes=[cut.text_hash for cut in learnt],
        ordinals=[cut.ordinal for cut in learnt],
        share=share,
    )


async def take_over(connection: Connection, new_id: int, old_id: int) -> None:
    """Make a new source the continuation of an old one, which gets its files, place and revisions."""
    steps = (_queries.take_files, _queries.take_revisions, _queries.take_place, _queries.drop_source)
    for statement in steps:
        await execute(connection, statement, new=new_id, old=old_id)


async def left_out(connection: Connection, course_id: int | None) -> list[dict[str, Any]]:
    """The passages of a course, or of all, that nothing is learnt from, as `gradient sources` shows them.

    The reason is the rule that dropped a passage, or NOTHING_FOUND.
    """
    return await rows(connection, _queries.left_out, course=course_id, nothing_found=NOTHING_FOUND)
