"""Chunk: cuts the live revision of each source into passages, and notices renamed sources by them."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from gradient.chunking.passage import Passage
from gradient.chunking.structure import cut
from gradient.chunking.transcript import cut_spoken, spoken_runs
from gradient.providers.ports import Embedder
from gradient.store import changes, chunks, sources
from gradient.store.chunks import Cut, ToCut
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.text.document import Block, Document, Heading, Page, Span, Tongue
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part

TOOL: Final = "structure 4, similarity 2"
OUTLINES: Final = "topics"
RENAMED_SHARE = 0.6
"""A new source that shares this part of its passages with one that went is that one, renamed and edited."""


class ChunkStage:
    """Cutting costs nothing, so a new version of the cutter is applied at once.

    `embedder` gives the sentences of transcripts their vectors; it must cost nothing either.
    """

    name = "chunk"
    part = Part.FINDING
    batch = 1

    def __init__(self, embedder: Embedder, clock: Clock = utc_now) -> None:
        self._embedder = embedder
        self._clock = clock
        self._tool = f"{TOOL} by {embedder.model} {embedder.version}"

    def units(self) -> UnitQuery:
        """The live revision of each source that is there."""
        return chunks.units(self._tool)

    async def work(
        self,
        database: Database,
        course_id: int,  # noqa: ARG002  the revisions say it
        units: Sequence[Unit],
    ) -> list[Finished]:
        """Cut the readings of the units."""
        by_id = {unit.unit_id: unit for unit in units}
        async with database.transaction() as connection:
            readings = await chunks.to_cut(connection, list(by_id))
        return [await self._finish(by_id[reading.revision_id], reading) for reading in readings]

    async def _finish(self, unit: Unit, reading: ToCut) -> Finished:
        passages: list[Passage] = []
        if reading.type != OUTLINES:
            passages = await self._passages(document_of(reading.text, reading.structure))
        write = partial(_write, reading, [_cut(*one) for one in enumerate(passages)], self._clock())
        if passages:
            return Finished(unit, write=write)
        why = "is an outline, which yields no passages" if reading.type == OUTLINES else "has no text to cut"
        return Finished(unit, "skipped", f"{reading.path} {why}.", write)

    async def _passages(self, document: Document) -> list[Passage]:
        if document.layout != "transcript":
            return await asyncio.to_thread(cut, document)
        spoken = await asyncio.to_thread(spoken_runs, document)
        vectors = await self._embedder.embed([atom.text for one in spoken for atom in one.atoms])
        return await asyncio.to_thread(cut_spoken, document, spoken, vectors)


def document_of(text: str, structure: Mapping[str, Any]) -> Document:
    """The document that a reading stores."""
    return Document(
        text=text,
        headings=tuple(Heading(**one) for one in structure.get("headings", ())),
        blocks=tuple(Block(**one) for one in structure.get("blocks", ())),
        pages=tuple(Page(**one) for one in structure.get("pages", ())),
        emphases=tuple(Span(**one) for one in structure.get("emphases", ())),
        title=structure.get("title"),
        layout=structure.get("layout", "flow"),
        languages=tuple(Tongue(**one) for one in structure.get("languages", ())),
    )


def _cut(position: int, passage: Passage) -> Cut:
    return Cut(
        text=passage.text,
        text_hash=passage.text_hash,
        ordinal=passage.ordinal,
        furniture=passage.furniture,
        position=position,
        start_at=passage.start,
        end_at=passage.end,
        section_path=list(passage.section_path),
        page_from=passage.page_from,
        page_to=passage.page_to,
        overlap=passage.overlap_with_previous,
        language=passage.language,
    )


async def _write(reading: ToCut, cuts: Sequence[Cut], now: datetime, connection: Connection) -> None:
    source_id = reading.source_id
    if reading.first and cuts:
        await sources.lock(connection)
        former = await chunks.renamed_from(connection, source_id, cuts, RENAMED_SHARE)
        if former is not None:
            await chunks.take_over(connection, source_id, former["id"])
            source_id = former["id"]
            what = f"{reading.path} is {former['path']}, renamed and edited."
            await changes.note(connection, reading.course_id, "source", what, reading.path, now)
    await chunks.replace(connection, source_id, reading.revision_id, cuts)
