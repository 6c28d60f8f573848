"""Which slug the folder of a new course gets."""

from hypothesis import given
from hypothesis import strategies as st

from gradient.inbox.course_identity import match_folders
from gradient.inbox.known import Known
from tests.inbox.test_course_folders import courses_of
from tests.inbox.watched import Watched


async def test_a_folder_that_is_called_as_its_slug_gets_it(watched: Watched) -> None:
    for folder in (" graph theory", "Graph-Theory", "graph-theory"):
        watched.write(f"{folder}/1.md", f"What {folder} says.")
    await watched.settle()
    assert {folder: one.slug for folder, one in (await courses_of(watched)).items()} == {
        "graph-theory": "graph-theory",
        " graph theory": "graph-theory-2",
        "Graph-Theory": "graph-theory-3",
    }


async def test_a_folder_that_is_called_as_its_slug_gets_it_also_if_it_settles_later(watched: Watched) -> None:
    watched.write("Graph Theory/1.md", "One.")
    await watched.scan()
    watched.wind_on(4)
    watched.write("graph-theory/1.md", "Two.")
    await watched.scan()
    watched.wind_on(1)
    await watched.scan()
    assert {folder: one.slug for folder, one in (await courses_of(watched)).items()} == {
        "Graph Theory": "graph-theory-2"
    }
    watched.wind_on(4)
    await watched.scan()
    assert (await courses_of(watched))["graph-theory"].slug == "graph-theory"


@given(st.permutations(["b", "B", "ｂ", "b-2", " b", "a b"]))
def test_the_order_in_which_folders_are_seen_makes_no_difference(folders: list[str]) -> None:
    held = {folder: ["a hash"] for folder in folders}
    new = match_folders(Known(), "inbox", folders, held).new
    assert new == {"b": "b", "b-2": "b-2", " b": "b-3", "B": "b-4", "a b": "a-b", "ｂ": "b-5"}
