"""Which course a folder is, and what its `course.toml` says."""

import shutil
from pathlib import Path

import pytest

from gradient.store import courses
from tests.inbox.watched import Watched


async def courses_of(watched: Watched) -> dict[str, courses.Course]:
    async with watched.database.transaction() as connection:
        return {one.folder: one for one in await courses.all_courses(connection)}


def lectures(watched: Watched, folder: str, count: int = 10) -> None:
    for number in range(1, count + 1):
        watched.write(
            f"{folder}/lectures/{number}.md", f"# Lecture {number}\n\nWhat lecture {number} says.\n"
        )


async def test_a_folder_with_odd_characters_gets_a_legal_slug_and_keeps_its_name(watched: Watched) -> None:
    watched.write("Théorie & «Pratique»/1.md", "One.")
    watched.write("Theorie Pratique!/1.md", "One.")
    watched.write("微积分/1.md", "One.")
    await watched.settle()
    found = await courses_of(watched)
    assert found["Théorie & «Pratique»"].name == "Théorie & «Pratique»"
    slugs = {one.slug for one in found.values()}
    assert {"theorie-pratique", "theorie-pratique-2"} < slugs
    assert len(slugs) == 3
    assert all(slug.isascii() for slug in slugs)


async def test_a_renamed_folder_is_the_same_course(watched: Watched) -> None:
    lectures(watched, "calculus")
    await watched.settle_and_work()
    before = await watched.ids()
    chunks = await watched.rows("SELECT id FROM live_chunks ORDER BY id")
    (watched.inbox / "calculus").rename(watched.inbox / "Calculus 1")
    result = await watched.scan()
    await watched.work()
    found = (await courses_of(watched))["Calculus 1"]
    assert (found.slug, found.name, result.notice) == ("calculus", "Calculus 1", None)
    assert await watched.ids() == {
        path.replace("calculus/", "Calculus 1/"): source for path, source in before.items()
    }
    assert await watched.rows("SELECT id FROM live_chunks ORDER BY id") == chunks
    assert await watched.value("SELECT count(*) FROM outcome_log") == 20
    assert (await watched.changes())[-1] == "The folder of the course calculus is now Calculus 1."


async def test_a_renamed_folder_is_known_by_four_fifths_of_its_files(watched: Watched) -> None:
    lectures(watched, "calculus", 20)
    await watched.settle()
    (watched.inbox / "calculus").rename(watched.inbox / "analysis")
    for number in (1, 2, 3, 4):
        watched.write(f"analysis/lectures/{number}.md", f"Something else entirely, {number}.")
    assert list(await courses_of(watched)) == ["calculus"]
    await watched.settle()
    assert [one.slug for one in (await courses_of(watched)).values()] == ["calculus"]
    assert len(await watched.ids()) == 20


async def test_a_folder_with_less_of_a_vanished_course_is_another_course(watched: Watched) -> None:
    lectures(watched, "calculus", 20)
    await watched.settle()
    (watched.inbox / "calculus").rename(watched.inbox / "analysis")
    for number in (1, 2, 3, 4, 5):
        watched.write(f"analysis/lectures/{number}.md", f"Something else entirely, {number}.")
    await watched.settle()
    found = await courses_of(watched)
    assert {one.slug for one in found.values()} == {"analysis"}
    moved = await watched.value(
        "SELECT count(*) FROM sources JOIN courses ON courses.id = course_id WHERE slug = 'analysis'"
    )
    assert moved == 20


async def test_a_renamed_folder_waits_until_all_of_it_has_settled(watched: Watched) -> None:
    lectures(watched, "calculus")
    await watched.settle()
    (watched.inbox / "calculus").rename(watched.inbox / "analysis")
    watched.write("analysis/lectures/new.md", "A new one.")
    result = await watched.scan()
    assert result.settling == {"analysis/lectures/new.md"}
    assert [one.slug for one in (await courses_of(watched)).values()] == ["calculus"]
    assert len(await watched.ids()) == 10
    await watched.settle()
    assert {(one.slug, one.folder) for one in (await courses_of(watched)).values()} == {
        ("calculus", "analysis")
    }
    assert len(await watched.ids()) == 11


async def test_a_folder_that_comes_bit_by_bit_is_judged_when_it_is_whole(watched: Watched) -> None:
    lectures(watched, "calculus")
    watched.write("physics/1.md", "Another course.")
    await watched.settle()
    before = set((await watched.ids()).values())
    shutil.rmtree(watched.inbox / "calculus")
    lectures(watched, "aside")
    (watched.inbox / "analysis/lectures").mkdir(parents=True)
    for number in range(1, 11):
        shutil.move(watched.inbox / f"aside/lectures/{number}.md", watched.inbox / "analysis/lectures")
        await watched.scan()
        watched.wind_on(2)
    shutil.rmtree(watched.inbox / "aside")
    await watched.settle()
    assert {one.slug for one in (await courses_of(watched)).values()} == {"calculus", "physics"}
    assert set((await watched.ids()).values()) == before


async def test_a_copied_folder_is_a_course_of_its_own(watched: Watched) -> None:
    lectures(watched, "calculus")
    await watched.settle()
    lectures(watched, "analysis")
    await watched.settle()
    assert len(await courses_of(watched)) == 2
    assert len(await watched.ids()) == 20


async def test_a_course_goes_and_comes_back_with_its_folder(watched: Watched) -> None:
    watched.write("calculus/1.md", "One.")
    watched.write("physics/1.md", "Two.")
    await watched.settle()
    before = await watched.ids()
    (watched.inbox / "calculus").rename(watched.inbox.parent / "elsewhere")
    await watched.scan()
    assert list(await courses_of(watched)) == ["physics"]
    (watched.inbox.parent / "elsewhere").rename(watched.inbox / "maths")
    await watched.settle()
    assert {(one.folder, one.slug) for one in (await courses_of(watched)).values()} == {
        ("physics", "physics"),
        ("maths", "calculus"),
    }
    assert set((await watched.ids()).values()) == set(before.values())


async def test_the_course_file_is_settings_and_no_source(watched: Watched) -> None:
    watched.write("c/1.md", "One.")
    watched.write("c/course.toml", 'name = "Calculus"\nlanguage = "de"\noutline = "open"\nprecision = 0.9\n')
    await watched.settle()
    found = (await courses_of(watched))["c"]
    assert (found.name, found.language, found.outline_open) == ("Calculus", "de", True)
    assert found.settings["precision"] == 0.9
    assert list(await watched.sources()) == ["c/1.md"]
    (watched.inbox / "c/course.toml").unlink()
    await watched.scan()
    found = (await courses_of(watched))["c"]
    assert (found.name, found.language, found.outline_open) == ("c", None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [('naem = "Calculus"\n', "'naem'"), ('name = "Cal', "TOML"), ("order = 7\n", "'order'")],
)
async def test_a_wrong_course_file_is_named_and_the_last_good_settings_hold(
    watched: Watched, text: str, said: str
) -> None:
    watched.write("c/1.md", "One.")
    watched.write("c/course.toml", 'name = "Calculus"\n')
    await watched.settle()
    watched.write("c/course.toml", text)
    assert (await watched.scan()).notice is None
    watched.wind_on(5)
    for _ in range(2):
        notice = (await watched.scan()).notice
        assert notice is not None
        assert "c/course.toml" in notice
        assert said in notice
    assert (await courses_of(watched))["c"].name == "Calculus"


async def test_a_course_file_that_is_a_link_out_of_the_inbox_is_not_read(
    watched: Watched, tmp_path: Path
) -> None:
    (tmp_path / "course.toml").write_text('name = "Calculus"\n')
    watched.write("c/1.md", "One.")
    (watched.inbox / "c/course.toml").symlink_to(tmp_path / "course.toml")
    result = await watched.settle()
    assert (await courses_of(watched))["c"].name == "c"
    assert (result.notice or "").startswith("c/course.toml is a link")


async def test_a_course_file_that_is_a_folder_is_named(watched: Watched) -> None:
    watched.write("maths/1.md", "# Limits")
    (watched.inbox / "maths/course.toml").mkdir()
    await watched.settle()
    assert "maths/course.toml is a folder" in await watched.value("SELECT notice FROM scans WHERE complete")


async def test_a_course_file_has_to_stand_still(watched: Watched) -> None:
    watched.write("c/1.md", "One.")
    await watched.settle()
    watched.write("c/course.toml", 'name = "Calculus"\n')
    assert (await watched.scan()).settling == {"c/course.toml"}
    assert (await courses_of(watched))["c"].name == "c"
    watched.wind_on(5)
    result = await watched.scan()
    assert (await courses_of(watched))["c"].name == "Calculus"
    assert len(result.courses) == 1


async def test_the_course_file_orders_the_sources(watched: Watched) -> None:
    for name in ("01.md", "02.md", "10.md", "3.md", "tutorial.md", "glossary.md"):
        watched.write(f"c/{name}", f"The text of {name}.")
    await watched.settle()
    by_position = "SELECT path FROM sources WHERE position IS NOT NULL ORDER BY position"
    natural = [one["path"] for one in await watched.rows(by_position)]
    assert natural == ["c/01.md", "c/02.md", "c/3.md", "c/10.md"]
    watched.write("c/course.toml", 'order = ["tutorial.md", "02.md", "gone.md"]\n')
    result = await watched.settle()
    listed = [one["path"] for one in await watched.rows(by_position)]
    assert listed == ["c/tutorial.md", "c/02.md", "c/01.md", "c/3.md", "c/10.md"]
    assert result.notice is not None
    assert "'gone.md'" in result.notice


async def test_an_outline_is_a_source_whose_text_is_kept_and_not_cut(watched: Watched) -> None:
    watched.write("c/topics/outline.yaml", "- Limits\n- Derivatives\n")
    watched.write("c/topics/picture.png", b"\x89PNG")
    await watched.settle_and_work()
    found = await watched.sources()
    assert {path: (one["type"], one["state"]) for path, one in found.items()} == {
        "c/topics/outline.yaml": ("topics", "read"),
        "c/topics/picture.png": ("topics", "skipped"),
    }
    (reading,) = await watched.rows("SELECT text, structure FROM readings")
    assert reading == {"text": "- Limits\n- Derivatives\n", "structure": {}}
    assert await watched.value("SELECT count(*) FROM chunks") == 0
    assert await watched.value("SELECT outcome FROM outcomes WHERE stage = 'chunk'") == "skipped"
