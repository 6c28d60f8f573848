"""What another inbox holds, or does not hold, retires nothing of the first one."""

import shutil
from pathlib import Path

import pytest

from gradient.errors import GuardRefused
from gradient.inbox.names import inbox_name
from gradient.inbox.removal import confirm_retire
from gradient.inbox.scan import ScanResult
from tests.inbox.watched import Watched

LIMITS = "A limit is the value that a function nears."
RINGS = "A ring is a group with a second operation."


@pytest.fixture
async def first(watched: Watched) -> Watched:
    """Two small courses of the first inbox that have been read."""
    watched.write("maths/1.md", LIMITS)
    watched.write("maths/2.md", LIMITS + LIMITS)
    watched.write("logic/1.md", "A proof is a list of steps.")
    await watched.settle_and_work()
    return watched


def watch(watched: Watched, name: str) -> Path:
    """Watch another inbox from now on; the one before."""
    before = watched.inbox
    watched.inbox = before.with_name(name)
    watched.inbox.mkdir(exist_ok=True)
    return before


async def scans(watched: Watched, times: int = 4) -> ScanResult:
    for _ in range(times):
        result = await watched.settle()
    return result


async def test_nothing_of_another_inbox_is_retired_however_often_this_one_is_scanned(first: Watched) -> None:
    before, rows = await first.ids(), await first.snapshot()
    inbox = watch(first, "other")
    first.write("algebra/1.md", RINGS)
    result = await scans(first)
    assert await first.ids() == {**before, "algebra/1.md": max(before.values()) + 1}
    assert result.notice == (
        f"3 sources of the courses logic, maths belong to another inbox ({inbox_name(inbox)}), so nothing of"
        " them is retired; if the files are gone for good, say gradient retire --course logic --confirm."
    )
    assert not result.wrong
    watch(first, inbox.name)
    assert "algebra" in ((await scans(first)).notice or "")
    assert await first.value("SELECT count(*) FROM courses WHERE retired_at IS NOT NULL") == 0
    assert (await first.snapshot())["courses"][:2] == rows["courses"]


async def test_a_course_of_both_inboxes_loses_only_what_went_from_this_one(first: Watched) -> None:
    inbox = watch(first, "other")
    first.write("maths/8.md", RINGS)
    first.write("maths/9.md", RINGS + RINGS)
    await scans(first)
    assert len(await first.ids()) == 5
    (first.inbox / "maths/9.md").unlink()
    await scans(first)
    assert set(await first.ids()) == {"logic/1.md", "maths/1.md", "maths/2.md", "maths/8.md"}
    watch(first, inbox.name)
    (inbox / "maths/2.md").unlink()
    await scans(first)
    assert set(await first.ids()) == {"logic/1.md", "maths/1.md", "maths/8.md"}


async def test_nothing_moves_out_of_another_inbox(first: Watched) -> None:
    before = await first.ids()
    watch(first, "other")
    first.write("copies/1.md", LIMITS)
    first.write("copies/2.md", LIMITS + LIMITS)
    await scans(first)
    after = await first.ids()
    assert {path: after[path] for path in before} == before
    assert after["copies/1.md"] not in before.values()
    assert await first.value("SELECT count(*) FROM courses WHERE retired_at IS NULL") == 3


async def test_an_inbox_that_moved_keeps_its_sources_and_loses_what_goes_then(first: Watched) -> None:
    before = await first.ids()
    inbox = first.inbox
    (inbox / "maths/2.md").unlink()
    shutil.move(inbox, inbox.with_name("moved"))
    watch(first, "moved")
    result = await scans(first, 1)
    assert await first.ids() == before
    assert "One source of the course maths belongs to another inbox" in (result.notice or "")
    removed = await confirm_retire(first.database, "maths", clock=first.now)
    assert removed.paths == ("maths/2.md",)
    assert (await scans(first, 1)).notice is None
    (first.inbox / "maths/1.md").unlink()
    await scans(first, 1)
    assert list(await first.ids()) == ["logic/1.md"]


async def test_what_lies_in_another_inbox_is_not_confirmed_as_gone(first: Watched) -> None:
    watch(first, "other")
    first.write("algebra/1.md", RINGS)
    await scans(first)
    for course in ("maths", "algebra"):
        with pytest.raises(GuardRefused, match="has its file"):
            await confirm_retire(first.database, course, clock=first.now)


async def test_a_file_is_read_from_the_inbox_that_it_was_seen_in(watched: Watched) -> None:
    watched.write("maths/1.md", LIMITS)
    await watched.settle()
    watch(watched, "other")
    watched.write("algebra/1.md", RINGS)
    await watched.settle_and_work()
    assert {path: one["state"] for path, one in (await watched.sources()).items()} == {
        "algebra/1.md": "read",
        "maths/1.md": "read",
    }


async def test_a_link_to_the_inbox_is_the_same_inbox(first: Watched) -> None:
    before = await first.snapshot()
    link = first.inbox.with_name("link")
    link.symlink_to(first.inbox)
    first.inbox = link
    assert (await first.scan()).notice is None
    assert await first.snapshot() == before
