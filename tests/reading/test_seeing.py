"""Pages without a usable text layer go to whoever plays the role `read`, and to nobody else's pages."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from gradient.chunking.stage import ChunkStage
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.reading.pdf.reader import PdfReader
from gradient.reading.port import TooLarge
from gradient.reading.room import Room
from gradient.reading.room_errors import ParserTimedOut
from gradient.reading.seeing import HOW_TO_SEE, Seeing
from gradient.reading.stage import ReadStage
from gradient.store.ledger import Book, no_calls
from gradient.text.document import Document
from gradient.text.seen import SeenLine
from gradient.work.runner import Runner
from tests.inbox.watched import watching
from tests.reading.memory import most_memory_in
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved, scanned

MOST_FOR_A_PAGE = 200 * 2**20
"""Bytes; the parser of PDF files takes half of them by itself, and the picture would take 1.2 GB."""
LINES = (
    SeenLine("Backpropagation", 0.1, 0.10, 0.45, 0.14),
    SeenLine("Backpropagation carries the error of the output back through the", 0.1, 0.20, 0.9, 0.215),
    SeenLine("layers of a network.", 0.1, 0.22, 0.35, 0.235),
)


@dataclass
class StandIn:
    """Sees the same on every page, except on those that it cannot see."""

    lines: tuple[SeenLine, ...] = LINES
    blind: tuple[str, ...] = ()
    asked: list[str] = field(default_factory=list)
    name: str = "stand-in"
    version: str = "stand-in/1"

    async def see(self, picture: bytes, name: str, book: Book = no_calls) -> tuple[SeenLine, ...]:
        self.asked.append(name)
        assert picture.startswith(b"\x89PNG")
        if name in self.blind:
            raise ParserTimedOut.file(name, 1)
        return self.lines


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room(workers=1) as room:
        yield room


def with_pictures(path: Path, *numbers: int, pages: int) -> Path:
    """A file of so many pages, those of the given numbers pictures and the others text."""
    file = pdf()
    for number in range(1, pages + 1):
        if number in numbers:
            page = file.new_page()
            page.insert_image(page.rect, pixmap=scanned())
        else:
            Sheet(file).prose(PROSE * 3)
    path.write_bytes(saved(file))
    return path


async def completed(room: Room, file: Path, reader: StandIn) -> Document:
    document = await room.read(file, ".pdf")
    return await Seeing(room, reader).completed(file, ".pdf", file.name, document)


async def test_a_picture_among_pages_of_text_is_read_in_its_place(room: Room, tmp_path: Path) -> None:
    file, reader = with_pictures(tmp_path / "a.pdf", 2, pages=3), StandIn()
    document = await completed(room, file, reader)
    assert reader.asked == ["page 2 of a.pdf"]
    assert (document.share_read, document.missing) == (1.0, None)
    page = document.pages[1]
    assert document.text[page.start : page.end].split("\n\n")[:2] == [
        "Backpropagation",
        "Backpropagation carries the error of the output back through the layers of a network.",
    ]
    assert "Backpropagation" in [heading.title for heading in document.headings]
    assert document.notes == ("Page 2 was read from its picture.",)


async def test_a_page_that_cannot_be_seen_stays_unread_and_the_others_do_not(
    room: Room, tmp_path: Path
) -> None:
    file = with_pictures(tmp_path / "a.pdf", 2, 3, pages=3)
    document = await completed(room, file, StandIn(blind=("page 2 of a.pdf",)))
    assert [page.read for page in document.pages] == [True, False, True]
    assert document.missing is not None
    assert document.missing.startswith("Page 2 has no usable text layer")


async def test_where_somebody_looked_nobody_is_told_to_have_it_looked_at(room: Room, tmp_path: Path) -> None:
    file = with_pictures(tmp_path / "a.pdf", 1, pages=1)
    document = await completed(room, file, StandIn(lines=()))
    assert document.missing is not None
    assert HOW_TO_SEE not in document.missing


async def test_a_picture_without_words_stays_unread(room: Room, tmp_path: Path) -> None:
    file = with_pictures(tmp_path / "a.pdf", 1, pages=1)
    document = await completed(room, file, StandIn(lines=()))
    assert (document.text, document.share_read) == ("", 0)


async def test_nobody_is_asked_about_pages_with_text(room: Room, tmp_path: Path) -> None:
    reader = StandIn()
    await completed(room, with_pictures(tmp_path / "a.pdf", pages=2), reader)
    assert reader.asked == []


async def test_a_huge_picture_is_refused_soon_and_takes_no_memory(room: Room, tmp_path: Path) -> None:
    file = tmp_path / "huge.pdf"
    file.write_bytes(of_one_picture(100_000, 100_000))
    async with asyncio.timeout(10):
        document = await room.read(file, ".pdf")
        assert [page.read for page in document.pages] == [False]
        with pytest.raises(TooLarge, match="the picture on page 1 is over the limit"):
            await room.picture(file, ".pdf", "huge.pdf", 1)
    assert most_memory_in(room) < MOST_FOR_A_PAGE


async def test_a_page_of_huge_size_is_shown_in_few_dots(room: Room, tmp_path: Path) -> None:
    file = pdf()
    page = file.new_page(width=14_000, height=14_000)
    page.insert_text((100, 100), "A plan of the town", fontsize=80)
    path = tmp_path / "plan.pdf"
    path.write_bytes(saved(file))
    shown = pymupdf.Pixmap(await room.picture(path, ".pdf", "plan.pdf", 1))
    assert max(shown.width, shown.height) <= 2801


def of_one_picture(width: int, height: int) -> bytes:
    """A file whose one page shows a black picture of so many dots, in few bytes."""
    file: Any = pdf()
    page = file.new_page()
    page.insert_image(page.rect, pixmap=scanned())
    (xref, *_), *_ = page.get_images()
    packer = zlib.compressobj(1)
    rows = bytes(width // 8 * 1000)
    stream = b"".join([*(packer.compress(rows) for _ in range(height // 1000)), packer.flush()])
    file.update_stream(xref, stream, compress=False)
    for key, value in (
        ("Filter", "/FlateDecode"),
        ("Width", width),
        ("Height", height),
        ("BitsPerComponent", 1),
        ("DecodeParms", "null"),
    ):
        file.xref_set_key(xref, key, str(value))
    return saved(file)


def test_a_font_whose_letters_have_no_meaning_is_no_text_layer() -> None:
    file: Any = pdf()
    page = file.new_page()
    writer = pymupdf.TextWriter(page.rect)
    writer.append((50, 100), "The perceptron adds the weighted inputs", font=pymupdf.Font("cjk"))
    writer.write_text(page)
    Sheet(file).prose(PROSE * 2)
    for xref in range(1, file.xref_length()):
        if file.xref_get_key(xref, "ToUnicode")[0] != "null":
            file.xref_set_key(xref, "ToUnicode", "null")
    document = PdfReader().read(saved(file), "test.pdf")
    assert [page.read for page in document.pages] == [False, True]
    assert document.text.startswith("The perceptron adds the weighted inputs and compares")


async def test_setting_a_reader_reads_scans_again_and_nothing_else(
    database_url: str, tmp_path: Path, room: Room
) -> None:
    async with watching(database_url, tmp_path) as watched:
        with_pictures(watched.write("c/scan.pdf", ""), 1, pages=1)
        watched.write("c/notes.md", "# Limits\n\nA limit is the value that a function nears.\n")
        await watched.settle_and_work()
        unread = (await watched.sources())["c/scan.pdf"]
        assert unread["state"] == "unread"
        assert unread["reason"].endswith(HOW_TO_SEE)
        before = await watched.rows("SELECT id FROM readings WHERE suffix = '.md'")
        stages = [
            ReadStage(room, Seeing(room, StandIn())),
            ChunkStage(OfflineEmbedder(), watched.now),
        ]
        watched.runner = Runner(watched.database, stages, clock=watched.now)
        await watched.work()
        found = (await watched.sources())["c/scan.pdf"]
        assert (found["state"], found["coverage"]["media_read"]) == ("read", 1)
        assert await watched.rows("SELECT id FROM readings WHERE suffix = '.md'") == before
