"""Extract: the contents and mentions of each chunk, found once for the same text."""

import asyncio
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gradient.extraction.found import Extraction
from gradient.extraction.offline import ChunkText, extract
from gradient.store import contents
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.text.normalise import text_hash
from gradient.work.failures import Refused
from gradient.work.stage import Finished

TOOL = "offline extraction 1"
NO_PROSE = frozenset({"code", "math", "table"})


class ExtractStage:
    """Extraction by structure and patterns; it costs nothing, so a new version is applied at once."""

    name = "extract"
    batch = 24

    def units(self) -> UnitQuery:
        """The live chunks that carry something to learn."""
        return contents.extract_units(TOOL, free=True)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Extract the chunks, or take what the same text yielded before."""
        by_id = {unit.unit_id: unit for unit in units}
        finished = []
        async with database.transaction() as connection:
            rows = await contents.chunks(connection, list(by_id))
            known = [await contents.known_extraction(connection, _input_hash(row), TOOL) for row in rows]
        for row, found in zip(rows, known, strict=True):
            if found is None:
                found = _to_json(await asyncio.to_thread(extract, _chunk_text(row)))
            finished.append(_finished(by_id[row["id"]], course_id, row, found))
        return finished


def _finished(unit: Unit, course_id: int, row: Mapping[str, Any], found: Mapping[str, Any]) -> Finished:
    quotes = [one for one in found["contents"] if row["text"][one["start"] : one["end"]] == one["quote"]]
    if len(quotes) < len(found["contents"]):
        lost = len(found["contents"]) - len(quotes)
        raise Refused(f"{lost} quotes of {unit.unit_key} are not in the passage; nothing of it is taken.")
    write = partial(_write, course_id, row, found)
    if not quotes:
        return Finished(unit, "skipped", "The passage states nothing that could be tagged.", write)
    return Finished(unit, write=write)


async def _write(
    course_id: int, row: Mapping[str, Any], found: Mapping[str, Any], connection: Connection
) -> None:
    await contents.keep_extraction(connection, _input_hash(row), TOOL, found)
    sentences = [{**one, "sentence_key": text_hash(one["sentence"])} for one in found["contents"]]
    await contents.replace(connection, course_id, row["id"], sentences, found["mentions"])


def _input_hash(row: Mapping[str, Any]) -> str:
    values = [row["text"], row["section_path"], row["language"], *(sorted(_inside(row, "hidden")))]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _chunk_text(row: Mapping[str, Any]) -> ChunkText:
    return ChunkText(
        row["text"],
        tuple(row["section_path"]),
        hidden=tuple(_inside(row, "hidden")),
        emphases=tuple(_inside(row, "emphases")),
        language=row["language"],
    )


def _inside(row: Mapping[str, Any], what: str) -> Iterator[tuple[int, int]]:
    """Ranges of the document that lie in the chunk, as offsets into its text."""
    structure = row["structure"]
    if what == "hidden":
        ranges = [(one["start"], one["end"]) for one in structure["blocks"] if one["kind"] in NO_PROSE]
    else:
        ranges = [(one["start"], one["end"]) for one in structure["emphases"]]
    for start, end in ranges:
        if start < row["end_at"] and end > row["start_at"]:
            yield max(start, row["start_at"]) - row["start_at"], min(end, row["end_at"]) - row["start_at"]


def _to_json(found: Extraction) -> dict[str, Any]:
    return {
        "contents": [
            {"kind": one.kind, "sentence": one.sentence, "start": one.start, "end": one.end, "quote": one.quote}
            for one in found.contents
        ],
        "mentions": [
            {"kind": one.kind, "key": one.key, "surface": one.surface, "expansion": one.expansion,
             "start": one.start, "end": one.end}
            for one in found.mentions
        ],
        "refused": [list(one) for one in found.refused],
    }  # fmt: skip
