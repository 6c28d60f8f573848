"""A course that went is the same one when most of it comes back, whatever its folder is called then."""

import shutil

import pytest

from gradient.inbox.given import ingest
from gradient.inbox.removal import confirm_retire
from tests.inbox.test_course_folders import courses_of, lectures
from tests.inbox.watched import Watched


@pytest.mark.parametrize("scanned", [True, False])
async def test_a_course_whose_end_was_confirmed_comes_back_under_another_name(
    watched: Watched, scanned: bool
) -> None:
    lectures(watched, "calculus")
    watched.write("physics/1.md", "Another course.")
    await watched.settle()
    (watched.inbox / "calculus/lectures/10.md").unlink()
    await watched.settle()
    before = await watched.ids()
    (watched.inbox / "calculus").rename(watched.inbox.parent / "elsewhere")
    assert "retire --course calculus --confirm" in ((await watched.scan()).notice or "")
    watched.wind_on(60)
    await confirm_retire(watched.database, "calculus", clock=watched.now)
    watched.wind_on(60)
    if scanned:
        await watched.scan()
        assert list(await courses_of(watched)) == ["physics"]
    (watched.inbox.parent / "elsewhere").rename(watched.inbox / "maths")
    await watched.settle()
    assert {(one.folder, one.slug) for one in (await courses_of(watched)).values()} == {
        ("physics", "physics"),
        ("maths", "calculus"),
    }
    assert set((await watched.ids()).values()) == set(before.values())


async def test_an_emptied_folder_that_goes_later_is_the_same_course_when_it_comes_back(
    watched: Watched,
) -> None:
    for number in range(1, 4):
        watched.write(f"calculus/{number}.md", f"What lecture {number} says.")
    watched.write("physics/1.md", "Another course.")
    await watched.settle()
    before = await watched.ids()
    shutil.copytree(watched.inbox / "calculus", watched.inbox.parent / "elsewhere")
    for number in range(1, 4):
        (watched.inbox / f"calculus/{number}.md").unlink()
    await watched.scan()
    watched.wind_on(60)
    (watched.inbox / "calculus").rmdir()
    await watched.scan()
    shutil.copytree(watched.inbox.parent / "elsewhere", watched.inbox / "maths")
    await watched.settle()
    assert (await courses_of(watched))["maths"].slug == "calculus"
    assert set((await watched.ids()).values()) == set(before.values())


async def test_a_course_with_a_given_file_left_is_the_same_under_another_name(watched: Watched) -> None:
    lectures(watched, "calculus")
    watched.write("physics/1.md", "Another course.")
    await watched.settle()
    by_hand = watched.inbox.parent / "given.md"
    by_hand.write_text("A given text.")
    await ingest(watched.database, [by_hand], "calculus", clock=watched.now)
    before = await watched.ids()
    (watched.inbox / "calculus").rename(watched.inbox.parent / "elsewhere")
    await confirm_retire(watched.database, "calculus", clock=watched.now)
    await watched.scan()
    (watched.inbox.parent / "elsewhere").rename(watched.inbox / "maths")
    await watched.settle()
    assert (await courses_of(watched))["maths"].slug == "calculus"
    assert set((await watched.ids()).values()) == set(before.values())
