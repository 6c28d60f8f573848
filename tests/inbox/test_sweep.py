"""Nothing is retired because it was not seen once."""

import os
import shutil
from pathlib import Path

import pytest

from gradient.errors import GuardRefused, InboxMissing
from gradient.inbox.removal import confirm_retire, forget_source, retire
from gradient.inbox.walk import Walked, walk
from tests.inbox.watched import Watched


async def course_of(watched: Watched, count: int) -> None:
    """A course of so many lectures, and another one that is left alone."""
    for number in range(count):
        watched.write(f"c/{number:02}.md", f"What lecture {number} says.")
    watched.write("d/1.md", "Another course.")
    await watched.settle()


def delete(watched: Watched, count: int) -> None:
    for number in range(count):
        (watched.inbox / f"c/{number:02}.md").unlink()


async def there(watched: Watched) -> int:
    return int(
        await watched.value(
            "SELECT count(*) FROM sources JOIN courses ON courses.id = course_id"
            " WHERE slug = 'c' AND sources.retired_at IS NULL"
        )
    )


@pytest.mark.parametrize(
    ("total", "gone", "left"), [(5, 5, 0), (30, 6, 24), (30, 7, 30), (34, 7, 34), (6, 6, 6), (10, 1, 9)]
)
async def test_more_than_five_and_more_than_a_fifth_are_not_retired_at_once(
    watched: Watched, total: int, gone: int, left: int
) -> None:
    await course_of(watched, total)
    delete(watched, gone)
    result = await watched.scan()
    assert await there(watched) == left
    refused = f"{gone} of {total} sources of the course c have no file any more"
    assert (refused in (result.notice or "")) is (left == total)


async def test_a_refused_sweep_goes_on_when_a_person_confirms_it(watched: Watched) -> None:
    await course_of(watched, 10)
    delete(watched, 7)
    for _ in range(2):
        result = await watched.scan()
        assert "gradient retire --course c --confirm" in (result.notice or "")
    assert await there(watched) == 10
    removed = await confirm_retire(watched.database, "c", clock=watched.now)
    assert len(removed.paths) == 7
    assert await there(watched) == 3
    assert (await watched.scan()).notice is None
    assert await there(watched) == 3
    with pytest.raises(GuardRefused, match="has its file"):
        await confirm_retire(watched.database, "c", clock=watched.now)


async def test_what_cannot_be_looked_at_is_not_confirmed_as_gone(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    await course_of(watched, 2)
    delete(watched, 1)
    stat = Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name == "01.md":
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    removed = await confirm_retire(watched.database, "c", clock=watched.now)
    assert removed.paths == ("c/00.md",)


async def test_a_refused_sweep_does_not_hide_moves_and_changes(watched: Watched) -> None:
    await course_of(watched, 10)
    before = await watched.ids()
    delete(watched, 7)
    (watched.inbox / "c/08.md").rename(watched.inbox / "c/eight.md")
    await watched.scan()
    assert (await watched.ids())["c/eight.md"] == before["c/08.md"]
    assert await there(watched) == 10


async def test_a_missing_inbox_retires_nothing_nor_does_the_scan_after_it(watched: Watched) -> None:
    await course_of(watched, 3)
    away = watched.inbox.with_name("away")
    watched.inbox.rename(away)
    with pytest.raises(InboxMissing):
        await watched.scan()
    watched.inbox.mkdir()
    shutil.move(away / "d", watched.inbox / "d")
    assert "missing or empty just now" in ((await watched.scan()).notice or "")
    assert await there(watched) == 3
    shutil.move(away / "c", watched.inbox / "c")
    before = await watched.snapshot()
    assert (await watched.scan()).notice is None
    assert await watched.snapshot() == before


async def test_an_empty_inbox_retires_nothing(watched: Watched) -> None:
    await course_of(watched, 3)
    for folder in ("c", "d"):
        shutil.rmtree(watched.inbox / folder)
    for _ in range(2):
        notice = (await watched.scan()).notice
        assert notice is not None
        assert "the inbox is empty" in notice
    assert await there(watched) == 3
    assert len(await watched.ids()) == 4


async def test_what_comes_back_after_an_empty_inbox_is_compared_once_more(watched: Watched) -> None:
    await course_of(watched, 3)
    away = watched.inbox.with_name("away")
    watched.inbox.rename(away)
    watched.inbox.mkdir()
    await watched.scan()
    shutil.move(away / "d", watched.inbox / "d")
    notice = (await watched.scan()).notice
    assert notice is not None
    assert "was missing or empty just now" in notice
    assert await there(watched) == 3
    assert (await watched.scan()).notice is None
    assert await there(watched) == 0


async def test_a_first_scan_of_an_empty_inbox_says_nothing(watched: Watched) -> None:
    assert (await watched.scan()).notice is None


async def test_only_a_complete_scan_retires(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    await course_of(watched, 3)
    delete(watched, 1)

    def interrupted(inbox: object) -> Walked:
        walked = walk(watched.inbox)
        walked.complete = False
        return walked

    with monkeypatch.context() as patched:
        patched.setattr("gradient.inbox.observed.walk", interrupted)
        result = await watched.scan()
        assert not result.complete
        assert await there(watched) == 3
    await watched.scan()
    assert await there(watched) == 2


async def test_a_folder_that_cannot_be_listed_retires_nothing(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    await course_of(watched, 3)
    scandir = os.scandir

    def refuse(folder: Path) -> object:
        if str(folder).endswith("/c"):
            raise PermissionError(13, "Permission denied", str(folder))
        return scandir(folder)

    monkeypatch.setattr("gradient.inbox.walk.os.scandir", refuse)
    result = await watched.scan()
    assert result.notice == (
        "c cannot be looked into (Permission denied), so nothing is retired; change its permissions."
    )
    assert not result.complete
    assert await there(watched) == 3


async def test_what_went_waits_while_something_new_settles(watched: Watched) -> None:
    await course_of(watched, 3)
    before = await watched.ids()
    (watched.inbox / "c/00.md").unlink()
    watched.write("c/zero.md", "What lecture 0 says.")
    await watched.scan()
    assert await there(watched) == 3
    watched.wind_on(5)
    await watched.scan()
    assert (await watched.ids())["c/zero.md"] == before["c/00.md"]


async def removed_by_a_person(watched: Watched) -> dict[str, int]:
    """The course loses its first lecture for good and retires its second; the ids of what is left."""
    await forget_source(watched.database, "c/00.md", clock=watched.now)
    await retire(watched.database, "c/01.md", clock=watched.now)
    return await watched.ids()


async def everyone(watched: Watched) -> int:
    return int(await watched.value("SELECT count(*) FROM sources"))


async def test_what_a_person_removed_stays_so_after_an_empty_inbox(watched: Watched) -> None:
    await course_of(watched, 4)
    before, sources = await removed_by_a_person(watched), await everyone(watched)
    away = watched.inbox.with_name("away")
    watched.inbox.rename(away)
    watched.inbox.mkdir()
    await watched.scan()
    watched.inbox.rmdir()
    away.rename(watched.inbox)
    for _ in range(2):
        await watched.settle()
        assert await watched.ids() == before
    assert await everyone(watched) == sources


async def test_what_a_person_removed_stays_so_while_its_course_is_away(watched: Watched) -> None:
    await course_of(watched, 4)
    before, sources = await removed_by_a_person(watched), await everyone(watched)
    for folder in ("c", "d"):
        away = watched.inbox.with_name(folder)
        shutil.move(watched.inbox / folder, away)
        for _ in range(2):
            await watched.scan()
        shutil.move(away, watched.inbox / folder)
        await watched.settle()
        assert await watched.ids() == before
    assert await everyone(watched) == sources


async def test_what_a_person_removed_stays_so_while_the_guard_keeps_its_course(watched: Watched) -> None:
    await course_of(watched, 12)
    before, sources = await removed_by_a_person(watched), await everyone(watched)
    contents = {file: file.read_bytes() for file in sorted((watched.inbox / "c").iterdir())[:9]}
    delete(watched, 9)
    assert "of the course c have no file any more" in ((await watched.scan()).notice or "")
    for file, content in contents.items():
        file.write_bytes(content)
    await watched.settle()
    assert await watched.ids() == before
    assert await everyone(watched) == sources
