"""Pages without a usable text layer go to whoever plays `read`, each by itself, as a picture."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from gradient.errors import GradientError, Held, Outage
from gradient.playing import is_service
from gradient.providers.ports import PageReader
from gradient.reading.room import Room
from gradient.store.ledger import Book, no_calls
from gradient.text.document import Document
from gradient.text.seen import SeenLine

SUFFIXES: Final = (".pdf",)
"""Types whose reader can show its pages."""

HOW_TO_SEE: Final = (
    'Pages without a text layer are read from their pictures with pip install "gradient[ocr]" and'
    ' read = "ocr" under [roles].'
)

_log = logging.getLogger(__name__)


def with_advice(document: Document, suffix: str) -> Document:
    """The document, for whose unread pages nobody plays `read`; what is missing says how they are read."""
    unread = any(not page.read and not page.blank for page in document.pages)
    if suffix.lower() not in SUFFIXES or not unread or document.missing is None:
        return document
    return replace(document, missing=f"{document.missing} {HOW_TO_SEE}")


class RoomPageReader:
    """Plays `read` with an engine of this machine, in a room of its own: what hangs there is killed there."""

    def __init__(self, room: Room, name: str, version: str) -> None:
        self._room = room
        self._name = name
        self._version = version

    @property
    def name(self) -> str:
        """The role setting, which names the engine."""
        return self._name

    @property
    def version(self) -> str:
        """The engine with its version."""
        return self._version

    async def see(
        self,
        picture: bytes,
        name: str,
        book: Book = no_calls,  # noqa: ARG002  it calls nobody
    ) -> tuple[SeenLine, ...]:
        """The lines on a picture; see `PageReader.see`."""
        return await self._room.see(picture, name, self._name)


class Seeing:
    """Has the pages of a document that were not read seen by `reader`; `room` shows and reads them."""

    def __init__(self, room: Room, reader: PageReader) -> None:
        self._room = room
        self._reader = reader

    @property
    def version(self) -> str:
        """What changes whenever it may see something else."""
        return self._reader.version

    @property
    def free(self) -> bool:
        """Whether it costs nothing to look again."""
        return not is_service(self._reader.name)

    async def completed(
        self, file: Path, suffix: str, name: str, document: Document, book: Book = no_calls
    ) -> Document:
        """The document with what was seen on its unread pages, itself where nothing was.

        A page that cannot be shown or seen stays unread, as the document says. Raises Outage while nobody
        answers, and Held while no budget is left.
        """
        numbers = [page.number for page in document.pages if not page.read and not page.blank]
        if suffix.lower() not in SUFFIXES or not numbers:
            return document
        seen = await self._seen(file, suffix, name, numbers, book)
        return await self._room.read(file, suffix, name, seen) if seen else document

    async def _seen(
        self, file: Path, suffix: str, name: str, numbers: list[int], book: Book
    ) -> Mapping[int, tuple[SeenLine, ...]]:
        found: dict[int, tuple[SeenLine, ...]] = {}
        for number in numbers:
            try:
                picture = await self._room.picture(file, suffix, name, number)
                lines = await self._reader.see(picture, f"page {number} of {name}", book)
            except (Outage, Held):
                raise
            except GradientError as error:
                _log.warning("%s", error)
                continue
            if lines:
                found[number] = lines
        return found
