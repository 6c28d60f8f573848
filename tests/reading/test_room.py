"""Hostile files stay in their room: whatever a parser does, the next file is read and no child is left."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from gradient.reading.port import Damaged, NothingToRead, TooLarge, UnknownType
from gradient.reading.room import Room
from gradient.reading.room_errors import NotOpened, ParserCrashed, ParserFailed, ParserTimedOut

HOSTILE = Path(__file__).with_name("hostile_readers.py")


def children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children(recursive=True) if _parses(child)]


def _parses(process: psutil.Process) -> bool:
    """One that has just ended has no command line any more."""
    try:
        return "gradient.reading.child" in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.ZombieProcess, psutil.NoSuchProcess):
        return False


async def reads_on(room: Room) -> bool:
    document = await room.read(b"# Gradient\n\nIt goes on.", ".md")
    return document.headings[0].title == "Gradient"


async def test_a_file_is_read_from_its_path_and_from_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "lecture 1.md"
    file.write_text("# Title\n\nText.")
    async with Room(workers=1) as room:
        assert await room.read(file, ".md") == await room.read(file.read_bytes(), ".md")


async def test_a_crash_is_told_and_harms_no_neighbour() -> None:
    async with Room(workers=1, readers=HOSTILE) as room:
        with pytest.raises(ParserCrashed, match=r"slides\.pdf crashed by SIGSEGV"):
            await room.read(b"", ".crashing", "slides.pdf")
        assert await reads_on(room)
    assert not children()


async def test_an_end_is_told_by_the_code_that_the_process_ends_with() -> None:
    async with Room(workers=1, readers=HOSTILE) as room:
        with pytest.raises(ParserCrashed, match="with exit code 7"):
            await room.read(b"", ".leaving", "slides.pdf")
        assert await reads_on(room)


async def test_a_hang_in_c_is_ended_from_outside() -> None:
    async with Room(workers=1, seconds=2, readers=HOSTILE) as room:
        with pytest.raises(ParserTimedOut, match="stopped after 2 s"):
            await room.read(b"", ".hanging", "loop.pdf")
        assert not children()
        async with asyncio.timeout(25):
            assert await reads_on(room)


@pytest.mark.parametrize("suffix", [".greedy", ".crammed", ".verbose", ".starved"])
async def test_too_much_memory_is_refused_inside_the_child(suffix: str) -> None:
    async with Room(workers=1, memory_bytes=800 * 1024 * 1024, characters=10**9, readers=HOSTILE) as room:
        with pytest.raises(TooLarge, match="memory"):
            await room.read(b"", suffix, "bomb.docx")
        assert await reads_on(room)


async def test_a_text_over_the_limit_is_refused() -> None:
    async with Room(workers=1, characters=1000, readers=HOSTILE) as room:
        with pytest.raises(TooLarge, match="1,000 characters"):
            await room.read(b"", ".wordy", "log.txt")


async def test_a_file_over_the_limit_starts_no_child() -> None:
    async with Room(workers=1, file_bytes=10) as room:
        with pytest.raises(TooLarge):
            await room.read(b"x" * 11, ".txt")
        assert not children()


async def test_a_fault_of_a_parser_is_told_with_its_place() -> None:
    async with Room(workers=1, readers=HOSTILE) as room:
        with pytest.raises(
            ParserFailed, match=r"ZeroDivisionError: no denominator \(hostile_readers\.py:\d+\)"
        ):
            await room.read(b"", ".faulty", "a.pdf")


async def test_what_a_library_prints_does_not_spoil_answers_and_secrets_stay_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", "not for children")
    async with Room(workers=1, readers=HOSTILE) as room:
        document = await room.read(b"body", ".noisy")
    assert "b'body'" in document.text
    assert "SERVICE_API_KEY" not in document.text


async def test_a_child_is_replaced_after_so_many_files() -> None:
    async with Room(workers=1, recycle=2, readers=HOSTILE) as room:
        pids = [(await room.read(b"", ".noisy")).text.split()[0] for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


async def test_refusals_of_readers_come_through_with_their_sentence() -> None:
    async with Room(workers=1) as room:
        with pytest.raises(Damaged, match=r"week 3\.pdf is damaged: it is not a PDF file; "):
            await room.read(b"no pdf", ".pdf", "week 3.pdf")
        with pytest.raises(NothingToRead, match=r"notes\.txt is empty"):
            await room.read(b"", ".txt", "notes.txt")
        with pytest.raises(UnknownType, match=r"movie\.mkv is of a type that is not read"):
            await room.read(b"", ".mkv", "movie.mkv")


async def test_a_missing_file_is_told(tmp_path: Path) -> None:
    async with Room(workers=1) as room:
        with pytest.raises(NotOpened, match=r"gone\.md cannot be opened \(No such file or directory\)"):
            await room.read(tmp_path / "gone.md", ".md")


async def test_no_more_children_than_workers() -> None:
    async with Room(workers=2, readers=HOSTILE) as room:
        texts = await asyncio.gather(*(room.read(b"", ".noisy") for _ in range(8)))
        assert len({document.text.split()[0] for document in texts}) <= 2
        assert len(children()) <= 2
    assert not children()


async def test_a_cancelled_read_leaves_no_child_and_a_usable_room() -> None:
    async with Room(workers=1, readers=HOSTILE) as room:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2):
                await room.read(b"", ".hanging")
        assert not children()
        assert await reads_on(room)


def test_children_die_with_a_killed_parent(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    parent = (
        "import asyncio, os, sys; from pathlib import Path; from gradient.reading.room import Room\n"
        "room = Room(workers=1, readers=Path(sys.argv[1]))\n"
        "asyncio.run(room.read(os.fsencode(sys.argv[2]), '.orphaned'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", parent, str(HOSTILE), str(note)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(int(note.read_text())).wait(timeout=10)
