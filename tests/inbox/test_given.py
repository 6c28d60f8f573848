"""Files that are given by hand."""

from pathlib import Path

import pytest

from gradient.errors import AmbiguousName, UsageError
from gradient.files import Changed
from gradient.inbox.given import Ingested, StillChanging, ingest
from gradient.inbox.removal import retire
from tests.inbox.watched import Watched


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two lectures and what is no lecture."""
    folder = tmp_path / "my files"
    (folder / "lectures").mkdir(parents=True)
    (folder / "lectures/02 b.md").write_text("# B\n\nThe second text.")
    (folder / "lectures/01 a.md").write_text("# A\n\nThe first text.")
    (folder / "lectures/.DS_Store").write_text("?")
    return folder


async def given(watched: Watched, *paths: Path, course: str = "c") -> Ingested:
    return await ingest(watched.database, paths, course, clock=watched.now)


async def test_given_files_are_read_where_they_are(watched: Watched, folder: Path) -> None:
    assert (await given(watched, folder)).added == 2
    await watched.work()
    found = await watched.sources()
    assert {path: (one["course"], one["type"], one["state"]) for path, one in found.items()} == {
        str(folder / "lectures/01 a.md"): ("c", "lectures", "read"),
        str(folder / "lectures/02 b.md"): ("c", "lectures", "read"),
    }
    order = await watched.rows("SELECT path FROM sources ORDER BY position")
    assert [Path(one["path"]).name for one in order] == ["01 a.md", "02 b.md"]


async def test_no_scan_retires_them(watched: Watched, folder: Path) -> None:
    watched.write("d/1.md", "Another course.")
    await given(watched, folder)
    for file in (folder / "lectures").iterdir():
        file.unlink()
    await watched.settle()
    before = await watched.snapshot()
    assert (await watched.scan()).notice is None
    assert await watched.snapshot() == before
    assert len(await watched.ids()) == 3


async def test_giving_them_again_writes_nothing(watched: Watched, folder: Path) -> None:
    await given(watched, folder)
    await watched.work()
    before = await watched.snapshot()
    assert (await given(watched, folder)).added == 0
    await watched.work()
    assert await watched.snapshot() == before


async def test_a_given_file_that_changed_is_a_new_revision(watched: Watched, folder: Path) -> None:
    await given(watched, folder)
    before = await watched.ids()
    (folder / "lectures/01 a.md").write_text("# A\n\nThe first text, edited.")
    await given(watched, folder)
    assert await watched.ids() == before
    assert await watched.value("SELECT count(*) FROM revisions") == 3


async def test_a_given_file_that_lies_in_the_inbox_too_is_one_source(watched: Watched, folder: Path) -> None:
    await given(watched, folder)
    before = await watched.ids()
    watched.write("c/lectures/1.md", (folder / "lectures/01 a.md").read_bytes())
    await watched.settle()
    assert (await watched.ids())["c/lectures/1.md"] == before[str(folder / "lectures/01 a.md")]
    assert await watched.value("SELECT count(*) FROM courses") == 1
    (watched.inbox / "c/lectures/1.md").unlink()
    watched.write("d/1.md", "Another course.")
    await watched.settle()
    assert before.items() <= (await watched.ids()).items()


async def test_giving_a_retired_source_again_brings_it_back(watched: Watched, folder: Path) -> None:
    await given(watched, folder)
    before = await watched.ids()
    await retire(watched.database, "01 a.md")
    await given(watched, folder)
    assert await watched.ids() == before


async def test_a_file_given_to_two_courses_is_a_source_of_each_and_read_once(
    watched: Watched, folder: Path
) -> None:
    file = folder / "lectures/01 a.md"
    await given(watched, file)
    await watched.settle_and_work()
    before = await watched.rows("SELECT * FROM sources")
    result = await given(watched, file, course="d")
    assert (result.files, result.added) == (1, 1)
    await watched.settle_and_work()
    assert before == await watched.rows("SELECT * FROM sources WHERE id = %(id)s", id=before[0]["id"])
    assert await watched.rows(
        "SELECT slug, path FROM sources JOIN courses ON courses.id = course_id"
        " WHERE sources.retired_at IS NULL AND courses.retired_at IS NULL ORDER BY slug"
    ) == [{"slug": "c", "path": str(file)}, {"slug": "d", "path": str(file)}]
    assert await watched.value("SELECT count(*) FROM readings") == 1
    assert await watched.value("SELECT count(*) FROM live_chunks") == 2
    file.write_text("# A\n\nThe first text, edited.")
    assert (await given(watched, file, course="d")).added == 0
    assert (await given(watched, file)).added == 0
    assert await watched.value("SELECT count(*) FROM sources") == 2
    assert await watched.value("SELECT count(*) FROM revisions") == 4


async def test_a_file_of_two_courses_is_retired_from_the_one_that_is_named(
    watched: Watched, folder: Path
) -> None:
    file = folder / "lectures/01 a.md"
    for course in ("c", "d"):
        await given(watched, file, course=course)
    with pytest.raises(AmbiguousName, match="is in the courses c, d; say which with --course"):
        await retire(watched.database, "01 a.md")
    await retire(watched.database, str(file), "d")
    there = "SELECT slug FROM sources JOIN courses ON courses.id = course_id WHERE sources.retired_at IS NULL"
    assert await watched.rows(there) == [{"slug": "c"}]
    assert (await given(watched, file, course="d")).added == 1
    assert len(await watched.rows(there)) == 2
    assert await watched.value("SELECT count(*) FROM sources") == 2


async def test_a_file_of_the_inbox_is_also_of_the_courses_it_is_given_to(watched: Watched) -> None:
    file = watched.write("c/1.md", "# A\n\nThe first text.")
    watched.write("c/2.md", "# B\n\nThe second text.")
    await watched.settle()
    for course in ("d", "e"):
        assert (await given(watched, file, course=course)).added == 1
        await watched.settle_and_work()
    assert await watched.rows(
        "SELECT slug, count(*) AS sources FROM sources JOIN courses ON courses.id = course_id"
        " WHERE sources.retired_at IS NULL AND courses.retired_at IS NULL GROUP BY slug ORDER BY slug"
    ) == [{"slug": "c", "sources": 2}, {"slug": "d", "sources": 1}, {"slug": "e", "sources": 1}]
    before = await watched.snapshot()
    await watched.scan()
    assert await watched.snapshot() == before


async def test_wrong_paths_and_courses_are_refused_in_a_sentence(watched: Watched, folder: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        await given(watched, folder / "none.md")
    (folder / "empty").mkdir()
    with pytest.raises(UsageError, match="holds no files"):
        await given(watched, folder / "empty")
    with pytest.raises(UsageError, match="use 'my-course'"):
        await given(watched, folder, course="My Course!")
    assert await watched.value("SELECT count(*) FROM courses") == 0


async def test_names_of_devices_and_files_that_the_system_makes_are_refused(
    watched: Watched, folder: Path
) -> None:
    (folder / "CON.md").write_text("A text.")
    for path in (folder, folder / "CON.md"):
        with pytest.raises(UsageError, match=r"CON\.md has the name of a device"):
            await given(watched, path)
    with pytest.raises(StillChanging, match="copy it if the system makes it"):
        await given(watched, Path("/proc/self/environ"))
    assert await watched.sources() == {}


async def test_a_file_that_does_not_hold_still_is_refused(
    watched: Watched, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "lectures/01 a.md"

    def half(path: Path, stamp: object) -> str:
        raise Changed(path)

    monkeypatch.setattr("gradient.inbox.given.sha256_of", half)
    with pytest.raises(StillChanging, match="try again when it is whole"):
        await given(watched, file)


async def test_a_path_with_steps_back_is_stored_without_them(watched: Watched, folder: Path) -> None:
    straight = folder / "lectures/01 a.md"
    await given(watched, straight)
    assert (await given(watched, folder / "lectures/../lectures/01 a.md")).added == 0
    assert [*await watched.sources()] == [str(straight)]


async def test_a_step_back_behind_a_link_leads_where_the_link_does(watched: Watched, folder: Path) -> None:
    (folder.parent / "link").symlink_to(folder / "lectures")
    (folder / "03 c.md").write_text("# C\n\nThe third text.")
    await given(watched, folder.parent / "link/../03 c.md")
    assert [*await watched.sources()] == [str((folder / "03 c.md").resolve())]
