"""A file counts when size, time and inode stood still, unless the scan already knows them."""

import hashlib
from pathlib import Path

import pytest

from gradient.inbox import observed as observing
from tests.inbox.watched import Watched

LECTURE = "# Limits\n\nA limit is the value that a function nears.\n"


async def test_a_new_file_has_to_stand_still(watched: Watched) -> None:
    watched.write("c/a.md", LECTURE)
    first = await watched.scan()
    assert (first.settling, first.settles_in, first.courses) == ({"c/a.md"}, 5.0, set())
    watched.wind_on(3)
    assert (await watched.scan()).settles_in == 2.0
    assert await watched.sources() == {}
    watched.wind_on(2)
    last = await watched.scan()
    assert (last.settling, last.settles_in, len(last.courses)) == (set(), None, 1)
    assert list(await watched.sources()) == ["c/a.md"]


async def test_a_file_that_is_filled_slowly_is_taken_once_and_whole(watched: Watched, corpus: Path) -> None:
    whole = (corpus / "gis-gst101/GIS Application Paper Assignment EXAMPLE.pdf").read_bytes()
    for part in (b"", whole[: len(whole) // 2], whole):
        watched.write("c/a.pdf", part)
        await watched.scan()
        watched.wind_on(3)
        await watched.scan()
    watched.wind_on(2)
    await watched.scan()
    await watched.work()
    assert [one["sha256"] for one in await watched.rows("SELECT sha256 FROM revisions")] == [
        hashlib.sha256(whole).hexdigest()
    ]
    assert await watched.value("SELECT count(*) FROM outcome_log WHERE outcome <> 'done'") == 0


async def test_a_changed_file_has_to_stand_still_too_and_stays_what_it_was_meanwhile(
    watched: Watched,
) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.settle()
    before = await watched.snapshot()
    watched.write("c/a.md", LECTURE + "More of it.\n")
    assert (await watched.scan()).settling == {"c/a.md"}
    del before["arrivals"]
    assert before.items() <= (await watched.snapshot()).items()
    watched.wind_on(5)
    await watched.scan()
    assert await watched.value("SELECT count(*) FROM revisions") == 2


async def test_the_wait_goes_on_across_a_restart_and_a_clock_put_back(watched: Watched) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.scan()
    watched.wind_on(-3600)
    assert (await watched.scan()).settles_in == 5.0
    watched.wind_on(5)
    assert (await watched.scan()).settles_in is None


async def test_known_files_are_not_opened_again(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.settle()
    opened: list[Path] = []
    hashing = observing.sha256_of
    monkeypatch.setattr(
        observing, "sha256_of", lambda file, stamp: [opened.append(file), hashing(file, stamp)][1]
    )
    await watched.scan()
    assert opened == []
    watched.touch("c/a.md")
    await watched.settle()
    assert [file.name for file in opened] == ["a.md"]


async def test_a_touched_file_is_the_same_revision(watched: Watched) -> None:
    watched.write("c/a.md", LECTURE)
    await watched.settle_and_work()
    for _ in range(5):
        watched.touch("c/a.md")
        await watched.settle_and_work()
    assert await watched.value("SELECT count(*) FROM revisions") == 1
    assert await watched.value("SELECT count(*) FROM outcome_log WHERE stage = 'read'") == 1
    assert len(await watched.changes()) == 2


async def test_a_file_that_changes_while_it_is_hashed_waits(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = watched.write("c/a.md", LECTURE)
    await watched.scan()
    watched.wind_on(5)
    hashing = observing.sha256_of

    def write_meanwhile(path: Path, stamp: observing.Stamp) -> str:
        file.write_text(LECTURE + LECTURE)
        return hashing(path, stamp)

    monkeypatch.setattr(observing, "sha256_of", write_meanwhile)
    assert (await watched.scan()).settling == {"c/a.md"}
    assert await watched.sources() == {}
    monkeypatch.undo()
    await watched.settle()
    assert list(await watched.sources()) == ["c/a.md"]


async def test_scans_that_come_all_the_time_take_a_file_up_once(watched: Watched) -> None:
    watched.write("c/a.md", LECTURE)
    for _ in range(5):
        watched.touch("c/a.md")
        watched.wind_on(1)
        await watched.scan()
    assert await watched.sources() == {}
    for _ in range(8):
        watched.wind_on(1)
        await watched.scan()
    assert await watched.changes() == ["The course c was added.", "c/a.md was added."]
    assert len(watched.reminded) == 1
