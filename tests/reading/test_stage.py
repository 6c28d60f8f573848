"""Reading on the database: what becomes of each file, and which revision is live."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gradient.reading.document import Block, Document, Heading
from gradient.reading.registry import READERS, load
from gradient.reading.room import Room
from gradient.reading.room_errors import ParserCrashed
from gradient.reading.stage import OUTLINE_TOOL, tool
from gradient.store import readings
from gradient.store.readings import Reading
from tests.inbox.watched import Watched, watching

LECTURE = "# Limits\n\nA limit is the value that a function nears.\n"


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(database_url, tmp_path) as watched:
        yield watched


async def state(watched: Watched, path: str) -> tuple[str, float]:
    found = (await watched.sources())[path]
    return found["state"], round(found["share_read"], 2)


async def live_text(watched: Watched) -> str:
    return str(
        await watched.value(
            "SELECT readings.text FROM sources JOIN revisions ON revisions.id = live_revision_id"
            " JOIN readings ON readings.id = reading_id"
        )
    )


async def test_every_kind_of_bad_file_gets_its_state_and_a_sentence(watched: Watched, corpus: Path) -> None:
    hard = corpus / "hard-files"
    expected = {
        "encrypted_password.pdf": ("parked", "password"),
        "truncated_184_bytes.pdf": ("parked", "damaged"),
        "fuzzed_zero_pages.pdf": ("parked", ""),
        "empty.txt": ("skipped", "empty"),
        "whitespace-only.txt": ("skipped", "nothing to read"),
        "edge_cases.xlsx": ("read", None),
        "linn_scan.pdf": ("unread", ""),
        "umlauts-non-utf8.md": ("read", None),
    }
    for name in expected:
        watched.write(f"c/{name}", (hard / name).read_bytes())
    await watched.settle_and_work()
    found = await watched.sources()
    assert {path.removeprefix("c/"): one["state"] for path, one in found.items()} == {
        name: kind for name, (kind, _) in expected.items()
    }
    for name, (kind, said) in expected.items():
        reason = found[f"c/{name}"]["reason"]
        assert reason is None if said is None else said in reason, (name, kind)


async def test_equal_bytes_are_read_once(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    reading = Room.read

    async def count(room: Room, source: Path, suffix: str, name: str) -> Document:
        read.append(source)
        return await reading(room, source, suffix, name)

    monkeypatch.setattr(Room, "read", count)
    for course in ("c", "d", "e"):
        watched.write(f"{course}/a.md", LECTURE)
    await watched.settle_and_work()
    assert len(read) == 1
    assert await watched.value("SELECT count(*) FROM revisions WHERE reading_id IS NOT NULL") == 3


async def test_a_broken_new_version_leaves_the_good_one_live(watched: Watched, corpus: Path) -> None:
    whole = (corpus / "cs229-machine-learning/03_cheatsheet-supervised-learning.pdf").read_bytes()
    watched.write("c/a.pdf", whole)
    await watched.settle_and_work()
    text, chunks = await live_text(watched), await watched.rows("SELECT id FROM live_chunks ORDER BY id")
    watched.write("c/a.pdf", whole[: len(whole) * 6 // 10])
    await watched.settle_and_work()
    kind, share = await state(watched, "c/a.pdf")
    assert kind in {"failed", "parked"}
    assert share == 1
    assert await live_text(watched) == text
    assert await watched.rows("SELECT id FROM live_chunks ORDER BY id") == chunks


@pytest.mark.parametrize("content", [b"", b"  \n\n ", b"\0\x01\x02\x03" * 300])
async def test_neither_an_empty_nor_a_damaged_version_replaces_text(watched: Watched, content: bytes) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.settle_and_work()
    watched.write("c/a.md", content)
    await watched.settle_and_work()
    assert (await state(watched, "c/a.md"))[0] in {"skipped", "parked"}
    assert await live_text(watched) == LECTURE


async def test_a_version_without_text_never_replaces_one_that_has_some(
    watched: Watched, corpus: Path
) -> None:
    scan = (corpus / "hard-files/linn_scan.pdf").read_bytes()
    watched.write("c/a.pdf", scan)
    await watched.settle_and_work()
    assert await state(watched, "c/a.pdf") == ("unread", 0)
    first = await watched.value("SELECT live_revision_id FROM sources")
    assert first is not None
    watched.write("c/a.pdf", (corpus / "hard-files/ligatures.pdf").read_bytes())
    await watched.settle_and_work()
    second = await watched.value("SELECT live_revision_id FROM sources")
    assert second != first
    watched.write("c/a.pdf", (corpus / "hard-files/skew_scan.pdf").read_bytes())
    await watched.settle_and_work()
    assert (await state(watched, "c/a.pdf"))[0] == "unread"
    assert await watched.value("SELECT live_revision_id FROM sources") == second


async def test_a_file_that_went_between_scan_and_read_fails_with_a_sentence(watched: Watched) -> None:
    file = watched.write("c/a.md", LECTURE)
    await watched.settle()
    file.unlink()
    await watched.work()
    assert await watched.rows("SELECT outcome, reason FROM outcomes") == [
        {"outcome": "failed", "reason": "c/a.md is gone; the next scan of the inbox takes it up."}
    ]


async def test_a_file_that_changed_between_scan_and_read_is_not_taken_for_what_it_was(
    watched: Watched,
) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.settle()
    watched.write("c/a.md", LECTURE + "More of it.\n")
    await watched.work()
    assert await watched.value("SELECT count(*) FROM readings") == 0
    assert "changed before it could be read" in await watched.value("SELECT reason FROM outcomes")
    await watched.settle_and_work()
    assert (await live_text(watched)).endswith("More of it.\n")


async def test_a_file_that_changes_while_it_is_parsed_is_not_taken(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Room.read

    async def write_meanwhile(room: Room, source: Path, suffix: str, name: str) -> Document:
        await asyncio.to_thread(source.write_text, "Something else.")
        return await reading(room, source, suffix, name)

    watched.write("c/a.md", LECTURE)
    await watched.settle()
    monkeypatch.setattr(Room, "read", write_meanwhile)
    await watched.work()
    assert await watched.value("SELECT count(*) FROM readings") == 0
    assert await watched.value("SELECT outcome FROM outcomes") == "failed"


async def test_the_bytes_may_lie_at_another_path_of_the_source(watched: Watched) -> None:
    file = watched.write("c/a.md", LECTURE)
    shutil.copy(file, watched.inbox / "c/b.md")
    await watched.settle()
    file.unlink()
    await watched.work()
    assert await live_text(watched) == LECTURE


async def test_a_file_that_cannot_be_opened_says_so_and_is_read_once_it_can(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = os.open

    def refuse(path: str | Path, *arguments: int) -> int:
        if str(path).endswith("a.md"):
            raise PermissionError(13, "Permission denied", str(path))
        return opening(path, *arguments)

    watched.write("c/a.md", LECTURE)
    watched.write("c/b.md", "A neighbour.")
    monkeypatch.setattr("gradient.files.os.open", refuse)
    await watched.settle_and_work()
    found = await watched.sources()
    assert (found["c/a.md"]["state"], found["c/b.md"]["state"]) == ("failed", "read")
    assert found["c/a.md"]["reason"] == "c/a.md cannot be opened (Permission denied); change its permissions."
    before = await watched.snapshot()
    await watched.scan()
    assert await watched.snapshot() == before
    monkeypatch.undo()
    await watched.scan()
    await watched.work()
    assert (await state(watched, "c/a.md")) == ("read", 1)


async def test_a_parser_that_dies_gets_one_more_chance(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(room: Room, source: Path, suffix: str, name: str) -> Document:
        raise ParserCrashed.file(name, "by SIGSEGV")

    monkeypatch.setattr(Room, "read", die)
    watched.write("c/a.md", LECTURE)
    await watched.settle_and_work()
    assert (await state(watched, "c/a.md"))[0] == "failed"
    watched.wind_on(60)
    await watched.work()
    found = (await watched.sources())["c/a.md"]
    assert found["state"] == "parked"
    assert found["reason"].startswith("The parser of c/a.md crashed by SIGSEGV")


async def test_what_the_database_cannot_hold_is_left_out_in_place(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def odd(room: Room, source: Path, suffix: str, name: str) -> Document:
        text = "Li\0mits\n\nA \ud800 text."
        return Document(text, (Heading(1, "Li\0mits", 0, 7),), (Block("paragraph", 9, 18),), title="\0")

    monkeypatch.setattr(Room, "read", odd)
    watched.write("c/a.md", LECTURE)
    await watched.settle_and_work()
    assert await watched.rows("SELECT text, section_path FROM live_chunks") == [
        {"text": "A \ufffd text.", "section_path": ["Li mits"]}
    ]


async def test_whoever_comes_second_gets_the_reading_that_is_there(watched: Watched) -> None:
    def reading(sha256: str) -> Reading:
        return Reading(sha256, ".md", "tool/1", "A text.", "hash", {}, None, None, 1.0, None)

    async with watched.database.transaction() as connection:
        first = await readings.keep(connection, reading("one"))
        newest = await readings.keep(connection, reading("two"))
        again = await readings.keep(connection, reading("one"))
    assert again == first != newest


def test_the_tool_names_every_reader() -> None:
    assert set(tool().split(", ")) == {OUTLINE_TOOL, *(load(target).tool for target in READERS.values())}
