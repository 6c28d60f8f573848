"""Extract: the contents and mentions of each chunk, found once for the same text."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gradient.extraction.extractor import Extractor, OfflineExtractor
from gradient.extraction.found import Extraction
from gradient.extraction.offline import ChunkText
from gradient.providers.errands import errand
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.store import contents
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.text.normalise import text_hash
from gradient.work.failures import Refused
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, Write, nothing

ROLE = "extract"
KINDS = {"hidden": frozenset({"code", "math", "table", "caption"}), "tables": frozenset({"table"})}
"""The kinds of blocks that are no prose, and those that are tables."""


class ExtractStage:
    """Has the chunks extracted; what costs nothing is done anew at once when rules change.

    Another model or prompt makes chunks stale and buys nothing.
    """

    name = "extract"
    part = Part.FINDING

    def __init__(self, extractor: Extractor | None = None, clock: Clock = utc_now) -> None:
        self._extractor = extractor or OfflineExtractor()
        self._clock = clock
        self.batch = self._extractor.at_once

    def units(self) -> UnitQuery:
        """The live chunks that carry something to learn."""
        return contents.extract_units(self._extractor.tool, free=self._extractor.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Extract the chunks, or take what the same text yielded before."""
        by_id = {unit.unit_id: unit for unit in units}
        async with database.transaction() as connection:
            rows = await contents.chunks(connection, list(by_id))
            hashes = {row["id"]: _input_hash(row) for row in rows}
            known = await contents.known_extractions(connection, list(hashes.values()), self._extractor.tool)
        texts = {hashes[row["id"]]: _chunk_text(row) for row in rows if hashes[row["id"]] not in known}
        answers = await self._extractor.extract(
            list(texts.values()), await self._errand(database, course_id) if texts else NO_ERRAND
        )
        said = dict(zip(texts, answers, strict=True))
        new = {one: _to_json(found) for one, found in said.items() if isinstance(found, Extraction)}
        unanswered = {one: found for one, found in said.items() if isinstance(found, Unanswered)}
        yields = known | new
        found = {chunk: yields[one] for chunk, one in hashes.items() if one not in unanswered}
        write = partial(_write, self._extractor.tool, course_id, new, found)
        return [
            Finished.without(by_id[row["id"]], unanswered[hashes[row["id"]]], write if at == 0 else nothing)
            if hashes[row["id"]] in unanswered
            else _finished(by_id[row["id"]], row["text"], found[row["id"]], write if at == 0 else nothing)
            for at, row in enumerate(rows)
        ]

    async def _errand(self, database: Database, course_id: int) -> Errand:
        """Where calls are booked and the secret of fences; free methods need neither."""
        if self._extractor.free:
            return NO_ERRAND
        return await errand(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)


def _finished(unit: Unit, text: str, found: Mapping[str, Any], write: Write) -> Finished:
    quotes = [one for one in found["contents"] if text[one["start"] : one["end"]] == one["quote"]]
    if len(quotes) < len(found["contents"]):
        lost = len(found["contents"]) - len(quotes)
        raise Refused(f"{lost} quotes of {unit.unit_key} are not in the passage; nothing of it is taken.")
    if not quotes:
        return Finished(
            unit, "skipped", "The passage states nothing that could be tagged.", write, _seen(found)
        )
    return Finished(unit, write=write, seen=_seen(found))


def _seen(found: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The names that were not taken, each with the reason."""
    return {"names_refused": found["refused"]} if found["refused"] else None


async def _write(
    tool: str,
    course_id: int,
    new: Mapping[str, Any],
    found: Mapping[int, Mapping[str, Any]],
    connection: Connection,
) -> None:
    """Keep what is new by the hash of its input, and what was found by the id of its chunk."""
    await contents.keep_extractions(connection, tool, new)
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
