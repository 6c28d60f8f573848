"""Read: turns the bytes of each source into text, once for the same bytes wherever they lie."""

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from gradient import files
from gradient.errors import GradientError, Held, Outage, Unplayable
from gradient.files import Changed, Stamp
from gradient.reading.cleaning import cleaned
from gradient.reading.encoding import decoded
from gradient.reading.port import NothingToRead, TooLarge, Unreadable
from gradient.reading.registry import TOOLS, tool_for
from gradient.reading.room import Room
from gradient.reading.room_errors import ParserDied, ParserFailed
from gradient.reading.seeing import SUFFIXES, Seeing, with_advice
from gradient.store import ledger, readings
from gradient.store.ledger import Book
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.readings import Reading, ToRead
from gradient.store.sessions import Connection, Database
from gradient.text.document import Document
from gradient.work.failures import Parked, Skipped
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part

OUTLINE_TOOL = "outline text/3"
OUTLINES: Final = "topics"
OUTLINE_SUFFIXES = (".md", ".yaml", ".yml", ".opml", ".csv", ".json")
OUTLINE_BYTES = 20_000_000


class FileWentOn(GradientError):
    """The file is not there as the scan saw it; the next scan sees what became of it."""


@cache
def tool() -> str:
    """Every reader with its version."""
    return ", ".join(sorted({OUTLINE_TOOL, *TOOLS.values()}))


class ReadStage:
    """The files are parsed in `room`; pages without text go to `seeing`, where there is one.

    A new version of a reader is applied at once, unless someone is paid for looking at pages.
    """

    name = "read"
    part = Part.FINDING
    batch = 1

    def __init__(self, room: Room, seeing: Seeing | None = None, clock: Clock = utc_now) -> None:
        self._room = room
        self._seeing = seeing
        self._clock = clock

    def units(self) -> UnitQuery:
        """The bytes that lie there of each source."""
        if self._seeing is None:
            return readings.units(tool(), free=True)
        return readings.units(f"{tool()}, {self._seeing.version}", free=self._seeing.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Read the units, or take what was made of the same bytes before."""
        by_id = {unit.unit_id: unit for unit in units}
        async with database.transaction() as connection:
            wanted = await readings.to_read(connection, list(by_id))
        book = ledger.booked(database, self._clock, role="read", course_id=course_id, stage=self.name)
        return [await self._finish(database, by_id[one.revision_id], one, book) for one in wanted]

    async def _finish(self, database: Database, unit: Unit, wanted: ToRead, book: Book) -> Finished:
        async with database.transaction() as connection:
            known = await readings.known(connection, wanted.sha256, wanted.suffix, self._tool(wanted))
        if known is not None:
            return Finished(unit, write=partial(_attach, wanted.revision_id, known))
        try:
            document = await self._document(wanted, book)
        except (Unreadable, ParserFailed) as error:
            raise Parked(str(error)) from error
        except NothingToRead as error:
            raise Skipped(str(error)) from error
        except (Held, Unplayable) as error:
            # Files that need nobody to look at them are read meanwhile.
            raise Outage(str(error)) from error
        except ParserDied as error:
            if unit.attempts:
                raise Parked(str(error)) from error
            raise
        reading = _reading(wanted, self._tool(wanted), document)
        return Finished(unit, write=partial(_keep, wanted.revision_id, reading))

    async def _document(self, wanted: ToRead, book: Book) -> Document:
        """What is in the bytes of the revision; they are made sure of before and after."""
        file, stamp = await asyncio.to_thread(_find, wanted)
        if wanted.type == OUTLINES:
            document = await asyncio.to_thread(_outline, file, wanted)
        else:
            document = await self._room.read(file, wanted.suffix, wanted.path)
            if self._seeing is None:
                document = with_advice(document, wanted.suffix)
            else:
                name = wanted.path
                document = await self._seeing.completed(file, wanted.suffix, name, document, book)
        if not await asyncio.to_thread(_stood_still, file, stamp, wanted.sha256):
            raise FileWentOn(_changed(wanted))
        return document

    def _tool(self, wanted: ToRead) -> str:
        if wanted.type == OUTLINES:
            return OUTLINE_TOOL
        own = tool_for(wanted.suffix) or "none"
        if self._seeing is None or wanted.suffix not in SUFFIXES:
            return own
        return f"{own}, {self._seeing.version}"


def _find(wanted: ToRead) -> tuple[Path, Stamp]:
    """The first file that holds the bytes of the revision."""
    trouble = f"{wanted.path} is gone; {_what_next(wanted)}"
    for inbox, path in wanted.files:
        file = Path(files.opens(inbox or ""), files.opens(path))
        try:
            stamp = Stamp.of(file.stat())
            if files.sha256_of(file, stamp) == wanted.sha256:
                return file, stamp
            trouble = _changed(wanted)
        except (FileNotFoundError, NotADirectoryError, Changed):
            continue
        except OSError as error:
            trouble = f"{wanted.path} cannot be opened ({error.strerror}); change its permissions."
    raise FileWentOn(trouble)


def _stood_still(file: Path, stamp: Stamp, sha256: str) -> bool:
    """Whether a file holds the bytes that it held; a new time alone is no change."""
    try:
        now = Stamp.of(file.stat())
        return now == stamp or files.sha256_of(file, now) == sha256
    except (FileNotFoundError, NotADirectoryError, Changed):
        return False


def _outline(file: Path, wanted: ToRead) -> Document:
    """The text of an outline, whose structure is the business of a later stage."""
    if wanted.suffix not in OUTLINE_SUFFIXES:
        known = ", ".join(OUTLINE_SUFFIXES)
        raise NothingToRead(f"{wanted.path} is no outline that can be imported; use one of {known}.")
    if file.stat().st_size > OUTLINE_BYTES:
        raise TooLarge.file(wanted.path, "the outline", f"{OUTLINE_BYTES // 1_000_000} MB")
    text, encoding, notes = decoded(file.read_bytes(), wanted.path)
    return Document(text, encoding=encoding, notes=notes)


def _reading(wanted: ToRead, tool: str, document: Document) -> Reading:
    document = cleaned(document)
    structure = {} if wanted.type == OUTLINES else structure_of(document)
    hashed = json.dumps([document.text, structure], sort_keys=True)
    return Reading(
        sha256=wanted.sha256,
        suffix=wanted.suffix,
        tool=tool,
        text=document.text,
        text_hash=hashlib.sha256(hashed.encode()).hexdigest(),
        structure=structure,
        language=document.language,
        encoding=document.encoding,
        share_read=document.share_read,
        missing=document.missing,
    )


def structure_of(document: Document) -> dict[str, Any]:
    """What a reading stores beside the text: headings, blocks, pages, emphases, title and layout."""
    return {
        "headings": [asdict(one) for one in document.headings],
        "blocks": [asdict(one) for one in document.blocks],
        "pages": [asdict(one) for one in document.pages],
        "emphases": [asdict(one) for one in document.emphases],
        "title": document.title,
        "layout": document.layout,
        "languages": [asdict(one) for one in document.languages],
        "notes": list(document.notes),
    }


def _changed(wanted: ToRead) -> str:
    return f"{wanted.path} changed before it could be read; {_what_next(wanted)}"


def _what_next(wanted: ToRead) -> str:
    if all(inbox is None for inbox, _ in wanted.files):
        return "give it to gradient ingest again."
    return "the next scan of the inbox takes it up."


async def _attach(revision_id: int, reading_id: int, connection: Connection) -> None:
    await readings.attach(connection, revision_id, reading_id)


async def _keep(revision_id: int, reading: Reading, connection: Connection) -> None:
    await readings.attach(connection, revision_id, await readings.keep(connection, reading))
