"""A copy of a known file is one more path of what is known: told once, and nothing more at later starts."""

import shutil

import pytest

from gradient.store import readings
from tests.inbox.watched import Watched

LECTURE = "# Limits\n\nA limit is the value that a function nears as its argument nears a point.\n"


@pytest.mark.parametrize("copy", ["maths/another name.md", "physics/lectures/9.md"])
async def test_a_copy_gives_no_notice_and_no_work_at_later_starts(watched: Watched, copy: str) -> None:
    watched.write("maths/lectures/1.md", LECTURE)
    await watched.settle_and_work()
    (watched.inbox / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(watched.inbox / "maths/lectures/1.md", watched.inbox / copy)
    await watched.settle_and_work()
    assert await watched.value("SELECT count(*) FROM source_paths") == 2
    assert await watched.value("SELECT count(*) FROM readings") == 1
    told, rows = await watched.changes(), await watched.snapshot()
    for _ in range(3):
        watched.wind_on(3600)
        await watched.settle_and_work()
        assert await watched.changes() == told
        assert await watched.snapshot() == rows
    assert await watched.value("SELECT count(*) FROM outcomes WHERE outcome IN ('failed', 'parked')") == 0


async def nothing_known(*_: object) -> None:
    """What is seen by one who asks before another has written the same."""


async def test_what_follows_a_conflict_uses_the_row_in_conflict_and_not_the_newest(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.write("c/1.md", LECTURE)
    await watched.settle_and_work()
    known = await watched.value("SELECT id FROM readings")
    watched.write("c/2.md", "# Series\n\nA series is the sum of the terms of a sequence.\n")
    await watched.settle_and_work()
    assert await watched.value("SELECT max(id) FROM readings") > known
    monkeypatch.setattr(readings, "known", nothing_known)
    watched.write("d/3.md", LECTURE)
    await watched.settle_and_work()
    found = await watched.rows(
        "SELECT sources.path, revisions.reading_id FROM revisions"
        " JOIN sources ON sources.live_revision_id = revisions.id ORDER BY sources.path"
    )
    assert [one["reading_id"] == known for one in found] == [True, False, True]
    texts = await watched.rows("SELECT path, text FROM live_chunks ORDER BY path")
    assert [one["text"] for one in texts if one["path"] == "d/3.md"] == [
        "A limit is the value that a function nears as its argument nears a point."
    ]
