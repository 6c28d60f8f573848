"""A source keeps its identity, and all that was read and decided, whatever its path today."""

import shutil

import pytest

from tests.inbox.watched import Watched

PASSAGES = [
    "A limit is the value that a function nears as its argument nears a point.",
    "A derivative is the limit of the difference quotient of a function.",
    "An integral is the limit of sums over ever finer partitions of an interval.",
    "The mean value theorem finds a point whose tangent is parallel to the chord.",
    "A series converges when its partial sums have a limit.",
]


def lecture(*passages: str) -> str:
    """A text with a section for each passage."""
    return "\n\n".join(f"# Section {number}\n\n{text}" for number, text in enumerate(passages))


@pytest.fixture
async def read(watched: Watched) -> Watched:
    """An inbox with one lecture that has been read."""
    watched.write("maths/lectures/1.md", lecture(*PASSAGES))
    await watched.settle_and_work()
    return watched


async def stands(watched: Watched, path: str) -> int:
    """The id of the source at a path, which must be the one and only source."""
    assert list(await watched.ids()) == [path]
    return (await watched.ids())[path]


async def readings(watched: Watched) -> list[object]:
    return await watched.rows("SELECT readings.id, chunks.id AS chunk FROM readings, chunks ORDER BY 1, 2")


@pytest.mark.parametrize(
    "new", ["maths/lectures/one.md", "maths/Lectures/1.md", "maths/lectures/1.MD", "maths/readings/a/1.md"]
)
async def test_a_renamed_file_is_the_same_source(read: Watched, new: str) -> None:
    source, before = await stands(read, "maths/lectures/1.md"), await readings(read)
    (read.inbox / new).parent.mkdir(parents=True, exist_ok=True)
    (read.inbox / "maths/lectures/1.md").rename(read.inbox / new)
    result = await read.scan()
    await read.work()
    assert result.settles_in is None
    assert await stands(read, new) == source
    assert await readings(read) == before
    assert (await read.changes())[-1] == f"{new} was maths/lectures/1.md before."
    assert await read.value("SELECT count(*) FROM outcome_log WHERE outcome <> 'done'") == 0


async def test_a_moved_file_takes_the_type_of_its_new_folder(read: Watched) -> None:
    (read.inbox / "maths/exams").mkdir()
    (read.inbox / "maths/lectures/1.md").rename(read.inbox / "maths/exams/1.md")
    await read.scan()
    assert (await read.sources())["maths/exams/1.md"]["type"] == "exams"


async def test_a_file_copied_to_a_new_name_and_deleted_at_the_old_one_has_moved(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    shutil.copy(read.inbox / "maths/lectures/1.md", read.inbox / "maths/one.md")
    (read.inbox / "maths/lectures/1.md").unlink()
    await read.scan()
    assert await stands(read, "maths/lectures/1.md") == source
    await read.settle()
    assert await stands(read, "maths/one.md") == source


async def test_a_file_moved_to_another_course_keeps_its_source_and_what_was_read(read: Watched) -> None:
    read.write("physics/lectures/9.md", "A text.")
    await read.settle_and_work()
    source, before = (await read.ids())["maths/lectures/1.md"], await readings(read)
    (read.inbox / "maths/lectures/1.md").rename(read.inbox / "physics/lectures/1.md")
    result = await read.scan()
    await read.work()
    found = await read.ids()
    assert found.keys() == {"physics/lectures/1.md", "physics/lectures/9.md"}
    assert found["physics/lectures/1.md"] == source
    assert await readings(read) == before
    assert len(result.courses) == 2
    physics = await read.value("SELECT id FROM courses WHERE slug = 'physics'")
    assert await read.value("SELECT count(*) FROM live_chunks WHERE course_id <> %(it)s", it=physics) == 0
    assert await read.value("SELECT count(*) FROM outcomes WHERE course_id <> %(it)s", it=physics) == 0
    assert (await read.changes())[-1] == (
        "maths/lectures/1.md went to another course: physics/lectures/1.md."
    )


async def test_the_same_bytes_twice_in_a_course_are_one_source_with_two_paths(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    shutil.copy(read.inbox / "maths/lectures/1.md", read.inbox / "maths/lectures/2 copy.md")
    await read.settle_and_work()
    assert await stands(read, "maths/lectures/1.md") == source
    assert await read.value("SELECT count(*) FROM source_paths") == 2
    (read.inbox / "maths/lectures/1.md").unlink()
    await read.scan()
    assert await stands(read, "maths/lectures/2 copy.md") == source
    assert await read.value("SELECT count(*) FROM source_paths") == 1


async def test_a_copy_that_is_edited_becomes_a_source_of_its_own(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    shutil.copy(read.inbox / "maths/lectures/1.md", read.inbox / "maths/lectures/2.md")
    await read.settle_and_work()
    read.write("maths/lectures/2.md", lecture("Something else entirely."))
    await read.settle_and_work()
    found = await read.ids()
    assert found["maths/lectures/1.md"] == source
    assert found["maths/lectures/2.md"] != source


async def test_files_that_become_equal_become_one_source(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    read.write("maths/lectures/0.md", lecture("Something else entirely."))
    await read.settle_and_work()
    read.write("maths/lectures/0.md", lecture(*PASSAGES))
    await read.settle_and_work()
    assert await stands(read, "maths/lectures/0.md") == source
    assert "maths/lectures/0.md was retired: it equals another file of its course." in await read.changes()


async def test_the_same_bytes_in_two_courses_are_two_sources_read_once(read: Watched) -> None:
    read.write("physics/readings/maths.md", lecture(*PASSAGES))
    await read.settle_and_work()
    assert len(set((await read.ids()).values())) == 2
    assert await read.value("SELECT count(*) FROM readings") == 1
    before = await read.snapshot()
    for _ in range(3):
        read.wind_on(60)
        assert (await read.scan()).notice is None
        await read.work()
    assert await read.snapshot() == before


async def test_equal_bytes_of_another_type_are_another_document(read: Watched) -> None:
    read.write("maths/lectures/1.txt", lecture(*PASSAGES))
    await read.settle_and_work()
    assert len(await read.ids()) == 2
    assert await read.value("SELECT count(*) FROM readings") == 2


async def test_changed_bytes_at_a_path_are_a_new_revision_of_its_source(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    read.write("maths/lectures/1.md", lecture(*PASSAGES[:4], "A new last passage."))
    await read.settle_and_work()
    assert await stands(read, "maths/lectures/1.md") == source
    assert await read.value("SELECT count(*) FROM revisions") == 2
    assert await read.value("SELECT count(*) FROM chunks") == len(PASSAGES) + 1
    assert await read.value("SELECT count(*) FROM live_chunks") == len(PASSAGES)


async def test_bytes_that_come_back_are_live_again(read: Watched) -> None:
    first = await read.value("SELECT live_revision_id FROM sources")
    read.write("maths/lectures/1.md", lecture("Something else entirely."))
    await read.settle_and_work()
    assert await read.value("SELECT live_revision_id FROM sources") != first
    read.write("maths/lectures/1.md", lecture(*PASSAGES))
    await read.settle_and_work()
    assert await read.value("SELECT live_revision_id FROM sources") == first
    assert await read.value("SELECT count(*) FROM readings") == 2


async def test_a_deleted_file_that_is_dropped_again_is_the_same_source(read: Watched) -> None:
    source, before = await stands(read, "maths/lectures/1.md"), await readings(read)
    (read.inbox / "maths/lectures/1.md").unlink()
    read.write("maths/other.md", "Another text.")
    await read.settle_and_work()
    assert (await read.sources())["maths/lectures/1.md"]["state"] == "retired"
    assert await read.value("SELECT count(*) FROM live_chunks WHERE source_id = %(it)s", it=source) == 0
    read.write("maths/again/1.md", lecture(*PASSAGES))
    await read.settle_and_work()
    assert (await read.ids())["maths/again/1.md"] == source
    assert (await read.sources())["maths/again/1.md"]["state"] == "read"
    assert (await read.changes())[-1] == "maths/again/1.md is back."
    assert [one for one in await readings(read) if one in before] == before


async def test_other_bytes_at_the_path_of_a_source_that_went_are_that_source(read: Watched) -> None:
    source = await stands(read, "maths/lectures/1.md")
    (read.inbox / "maths/lectures/1.md").unlink()
    read.write("maths/other.md", "Another text.")
    await read.settle()
    read.write("maths/lectures/1.md", lecture("Something else entirely."))
    await read.settle()
    assert (await read.ids())["maths/lectures/1.md"] == source


async def test_files_that_change_places_keep_their_paths(read: Watched) -> None:
    read.write("maths/lectures/2.md", lecture("Something else entirely."))
    await read.settle_and_work()
    before = await read.ids()
    one, two = read.inbox / "maths/lectures/1.md", read.inbox / "maths/lectures/2.md"
    aside = one.rename(one.with_name("aside.tmp"))
    two.rename(one)
    aside.rename(two)
    await read.settle_and_work()
    assert await read.ids() == before
    assert await read.value("SELECT count(*) FROM revisions") == 4


@pytest.mark.parametrize(("kept", "of"), [(3, 5), (2, 5), (5, 9)])
async def test_a_file_renamed_and_edited_is_known_by_its_passages(read: Watched, kept: int, of: int) -> None:
    """Three of five passages are enough, two are not, and neither are five of nine."""
    source = await stands(read, "maths/lectures/1.md")
    chunks = {one["id"] for one in await read.rows("SELECT id FROM chunks")}
    (read.inbox / "maths/lectures/1.md").unlink()
    new = [f"This is quite another passage, the {number}th." for number in range(of - kept)]
    read.write("maths/lectures/first steps.md", lecture(*PASSAGES[:kept], *new))
    await read.settle_and_work()
    now = await stands(read, "maths/lectures/first steps.md")
    assert (now == source) is (kept == 3)
    if kept == 3:
        assert (await read.changes())[-1] == (
            "maths/lectures/first steps.md is maths/lectures/1.md, renamed and edited."
        )
        live = {one["id"] for one in await read.rows("SELECT id FROM live_chunks")}
        assert len(live & chunks) == kept
        assert await read.value("SELECT count(*) FROM sources") == 1
    before = await read.snapshot()
    await read.settle_and_work()
    assert await read.snapshot() == before


async def test_a_copy_of_a_source_that_is_there_is_never_taken_for_it(read: Watched) -> None:
    read.write("maths/lectures/2.md", lecture(*PASSAGES[:4], "A new last passage."))
    await read.settle_and_work()
    assert len(await read.ids()) == 2


async def test_the_order_in_which_files_come_makes_no_difference(watched: Watched) -> None:
    watched.write("maths/2.md", lecture(*PASSAGES))
    await watched.settle_and_work()
    watched.write("maths/1.md", lecture(*PASSAGES))
    await watched.settle_and_work()
    assert list(await watched.ids()) == ["maths/1.md"]
    assert await watched.value("SELECT position FROM sources") == 0
