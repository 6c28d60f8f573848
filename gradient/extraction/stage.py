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
from gradient.work.stage import Finished, Part, Write, nothing

TOOL = "offline extraction 9"
KINDS = {"hidden": frozenset({"code", "math", "table", "caption"}), "tables": frozenset({"table"})}
"""The kinds of blocks that are no prose, and those that are tables."""


class ExtractStage:
    """Extraction by structure and patterns; it costs nothing, so a new version is applied at once."""

    name = "extract"
    part = Part.FINDING
    batch = 24

    def units(self) -> UnitQuery:
        """The live chunks that carry something to learn."""
        return contents.extract_units(TOOL, free=True)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Extract the chunks, or take what the same text yielded before."""
        by_id = {unit.unit_id: unit for unit in units}
        async with database.transaction() as connection:
            rows = await contents.chunks(connection, list(by_id))
            hashes = [_input_hash(row) for row in rows]
            known = await contents.known_extractions(connection, hashes, TOOL)
        new: dict[str, Any] = {}
        for row, input_hash in zip(rows, hashes, strict=True):
            if input_hash not in known and input_hash not in new:
                new[input_hash] = _to_json(await asyncio.to_thread(extract, _chunk_text(row)))
        found = {row["id"]: (known | new)[input_hash] for row, input_hash in zip(rows, hashes, strict=True)}
        write = partial(_write, course_id, new, found)
        return [
            _finished(by_id[row["id"]], row["text"], found[row["id"]], write if at == 0 else nothing)
            for at, row in enumerate(rows)
        ]


def _finished(unit: Unit, text: str, found: Mapping[str, Any], write: Write) -> Finished:
    quotes = [one for one in found["contents"] if text[one["start"] : one["end"]] == one["quote"]]
    if len(quotes) < len(found["contents"]):
        lost = len(found["contents"]) - len(quotes)
        raise Refused(f"{lost} quotes of {unit.unit_key} are not in the passage; nothing of it is taken.")
    if not quotes:
        return Finished(unit, "skipped", "The passage states nothing that could be tagged.", write)
    return Finished(unit, write=write)


async def _write(
    course_id: int,
    new: Mapping[str, Any],
    found: Mapping[int, Mapping[str, Any]],
    connection: Connection,
) -> None:
    """Keep what is new by the hash of its input, and what was found by the id of its chunk."""
    await contents.keep_extractions(connection, TOOL, new)
    await contents.replace(connection, course_id, {chunk: _with_keys(one) for chunk, one in found.items()})


def _with_keys(found: Mapping[str, Any]) -> contents.Found:
    sentences = [{**one, "sentence_key": text_hash(one["sentence"])} for one in found["contents"]]
    return contents.Found(sentences, found["mentions"])


def _input_hash(row: Mapping[str, Any]) -> str:
    values = [row["text"], row["section_path"], row["language"], *(sorted(_inside(row, "hidden")))]
    if tables := sorted(_inside(row, "tables")):
        values.append(["tables", *tables])
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _chunk_text(row: Mapping[str, Any]) -> ChunkText:
    return ChunkText(
        row["text"],
        tuple(row["section_path"]),
        hidden=tuple(_inside(row, "hidden")),
        tables=tuple(_inside(row, "tables")),
        emphases=tuple(_inside(row, "emphases")),
        language=row["language"],
    )


def _inside(row: Mapping[str, Any], what: str) -> Iterator[tuple[int, int]]:
    """Ranges of the document that lie in the chunk, as offsets into its text."""
    structure = row["structure"]
    if what in KINDS:
        ranges = [(one["start"], one["end"]) for one in structure["blocks"] if one["kind"] in KINDS[what]]
    else:
        ranges = [(one["start"], one["end"]) for one in structure["emphases"]]
    for start, end in ranges:
        if start < row["end_at"] and end > row["start_at"]:
            yield max(start, row["start_at"]) - row["start_at"], min(end, row["end_at"]) - row["start_at"]


def _to_json(found: Extraction) -> dict[str, Any]:
    return {
        "contents": [
            {"kind": one.kind, "sentence": one.sentence, "start": one.start, "end": one.end,
             "quote": one.quote}
            for one in found.contents
        ],
        "mentions": [
            {"kind": one.kind, "key": one.key, "surface": one.surface, "expansion": one.expansion,
             "start": one.start, "end": one.end}
            for one in found.mentions
        ],
        "refused": [list(one) for one in found.refused],
    }  # fmt: skip
