"""Which files of an inbox are sources, and what is said of the others."""

import os
import socket
from pathlib import Path

import pytest

from gradient.errors import InboxMissing
from tests.inbox.watched import Watched


async def test_a_rename_is_an_arrival_and_companions_leave_no_trace(watched: Watched) -> None:
    part = watched.write("c/a.pdf.part", "%PDF-1.4 some of it")
    companions = (
        "._a.pdf",
        ".DS_Store",
        "~$b.docx",
        ".~lock.b.docx#",
        "Thumbs.db",
        "__MACOSX/a.md",
        "@eaDir/a.md",
    )
    for name in companions:
        watched.write(f"c/{name}", "not a document")
    await watched.settle()
    assert await watched.sources() == {}
    part.rename(part.with_name("a.pdf"))
    result = await watched.settle()
    assert list(await watched.sources()) == ["c/a.pdf"]
    assert (result.files, result.notice) == (1, None)
    everything = str(await watched.snapshot())
    assert not [name for name in companions if name in everything]


async def test_files_outside_any_course_get_one_notice(watched: Watched) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf"):
        watched.write(name, name)
    result = await watched.settle()
    assert result.notice == (
        "4 files lie outside any course folder (a.pdf, b.pdf, c.pdf, …);"
        " move them into one such as inbox/my-course/."
    )
    assert await watched.value("SELECT notice FROM scans ORDER BY id DESC LIMIT 1") == result.notice
    assert await watched.sources() == {}


async def test_every_other_file_is_a_source_whatever_its_type(watched: Watched) -> None:
    watched.write("c/lectures/deep/down/a.xyz", "?")
    watched.write("c/exams/2020.md", "?")
    watched.write("c/b.md", "A text.")
    await watched.settle_and_work()
    found = await watched.sources()
    assert {path: (one["type"], one["state"]) for path, one in found.items()} == {
        "c/lectures/deep/down/a.xyz": ("lectures", "skipped"),
        "c/exams/2020.md": ("exams", "read"),
        "c/b.md": ("other", "read"),
    }
    assert "type" in found["c/lectures/deep/down/a.xyz"]["reason"]


async def test_an_empty_file_is_a_source_that_is_skipped(watched: Watched) -> None:
    watched.write("c/empty.md", b"")
    await watched.settle_and_work()
    found = (await watched.sources())["c/empty.md"]
    assert found["state"] == "skipped"
    assert "empty" in found["reason"]


@pytest.mark.parametrize(
    "name", [b"caf\xe9.md", "cafe\u0301 #%'\".md".encode(), b"new\nline.md", b"\\xff.md"]
)
async def test_odd_names_are_stored_and_open_again(watched: Watched, name: bytes) -> None:
    watched.write(f"c/{os.fsdecode(name)}", "A text with some words.")
    await watched.settle_and_work()
    (found,) = (await watched.sources()).values()
    assert found["state"] == "read"


async def test_names_are_compared_in_nfc_and_open_as_they_are(watched: Watched) -> None:
    composed, decomposed = "c/caf\u00e9.md", "c/cafe\u0301.md"
    file = watched.write(decomposed, "A text with some words.")
    await watched.settle_and_work()
    before = await watched.ids()
    file.rename(watched.inbox / composed)
    await watched.settle_and_work()
    assert list((await watched.ids()).values()) == list(before.values())
    assert list(await watched.ids()) == [composed]


async def test_two_names_with_one_nfc_are_two_sources(watched: Watched) -> None:
    watched.write("c/caf\u00e9.md", "One text.")
    watched.write("c/cafe\u0301.md", "Another text.")
    await watched.settle_and_work()
    assert len(await watched.ids()) == 2
    before = await watched.snapshot()
    await watched.scan()
    assert await watched.snapshot() == before


async def test_links_are_followed_inside_the_inbox_only(watched: Watched, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("A secret.")
    watched.write("c/a.md", "A text.")
    (watched.inbox / "c/away").symlink_to(outside)
    (watched.inbox / "c/away.md").symlink_to(outside / "secret.md")
    (watched.inbox / "c/round").symlink_to(watched.inbox / "c")
    (watched.inbox / "c/b.md").symlink_to(watched.inbox / "c/a.md")
    (watched.inbox / "c/nowhere.md").symlink_to(watched.inbox / "c/none.md")
    result = await watched.settle()
    paths = [one["path"] for one in await watched.rows("SELECT path FROM source_paths ORDER BY path")]
    assert paths == ["c/a.md", "c/b.md"]
    assert result.complete
    assert result.notice is not None
    assert [line.split(" ")[0] for line in result.notice.splitlines()] == ["c/away", "c/away.md"]


async def test_special_files_are_no_sources(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = watched.inbox / "c"
    folder.mkdir()
    os.mkfifo(folder / "pipe.md")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind("socket.md")
        result = await watched.settle()
    assert (result.files, await watched.sources()) == (0, {})
    assert result.notice is not None
    assert [line.split(" ")[0] for line in result.notice.splitlines()] == ["c/pipe.md", "c/socket.md"]


async def test_names_of_devices_are_said_and_not_read(watched: Watched) -> None:
    watched.write("c/nul.txt", "A text.")
    watched.write("con/a.md", "A text.")
    result = await watched.settle()
    assert (result.files, await watched.sources()) == (0, {})
    assert result.notice is not None
    assert [line.split(" ")[0] for line in result.notice.splitlines()] == ["c/nul.txt", "con"]


async def test_a_missing_inbox_is_said_and_recorded(watched: Watched) -> None:
    watched.inbox.rmdir()
    with pytest.raises(InboxMissing, match="does not exist; create it"):
        await watched.scan()
    assert "does not exist" in await watched.value("SELECT notice FROM scans WHERE NOT complete")


async def test_a_scan_over_an_unchanged_inbox_writes_its_own_record_alone(watched: Watched) -> None:
    watched.write("c/course.toml", 'name = "Calculus"\n')
    watched.write("c/lectures/1.md", "# One\n\nA text.\n")
    watched.write("c/topics/outline.md", "- One\n")
    watched.write("d/x.xyz", "?")
    watched.write("stray.md", "?")
    await watched.settle_and_work()
    before, scans = await watched.snapshot(), await watched.value("SELECT count(*) FROM scans")
    watched.reminded.clear()
    for _ in range(3):
        watched.wind_on(60)
        result = await watched.scan()
        await watched.work()
    assert await watched.snapshot() == before
    assert (result.courses, result.settles_in, watched.reminded) == (set(), None, [])
    assert await watched.value("SELECT count(*) FROM scans") == scans + 3
    assert await watched.value("SELECT bool_and(complete) FROM scans")


async def test_an_inbox_that_is_a_file_is_told_as_one(watched: Watched) -> None:
    watched.inbox.rmdir()
    watched.inbox.write_text("")
    with pytest.raises(InboxMissing, match="is a file; move it away"):
        await watched.scan()
