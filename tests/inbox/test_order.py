import random

import pytest

from gradient.inbox.order import Taught, numbered, positions, unmatched


def ordered(paths: list[str], listed: tuple[str, ...] = (), kind: str = "lectures") -> list[str]:
    """The paths that have a place, in order."""
    places = positions([Taught(number, path, kind) for number, path in enumerate(paths)], listed)
    return [paths[number] for number in sorted(places, key=places.__getitem__)]


def test_ten_comes_after_three() -> None:
    assert ordered(["10.md", "3 b.md", "1.md", "03 a.md"]) == ["1.md", "03 a.md", "3 b.md", "10.md"]


def test_folders_count() -> None:
    paths = ["week 10/intro.md", "week 2/outro.md", "week 2/intro.md"]
    assert ordered(paths) == ["week 2/intro.md", "week 2/outro.md", "week 10/intro.md"]


def test_a_file_without_a_number_has_no_place_beside_numbered_ones() -> None:
    assert ordered(["02_linear-classify.md", "python-numpy-tutorial.md", "01_classification.md"]) == [
        "01_classification.md",
        "02_linear-classify.md",
    ]


@pytest.mark.parametrize("path", ["Notes (1).pdf", "video.mp4", "a.h5"])
def test_neither_a_second_download_nor_an_ending_is_a_number(path: str) -> None:
    assert not numbered(path)


def test_a_number_anywhere_else_is_one() -> None:
    assert numbered("unit-3/Notes (1).pdf")
    assert numbered("lecture3.pdf")


def test_what_the_course_lists_comes_first_and_in_its_order() -> None:
    paths = ["01.md", "02.md", "tutorial.md", "extra/b.md", "extra/a.md"]
    listed = ("tutorial.md", "02.md", "extra")
    assert ordered(paths, listed) == ["tutorial.md", "02.md", "extra/a.md", "extra/b.md", "01.md"]


def test_the_course_may_list_patterns_and_bare_names() -> None:
    assert ordered(["lectures/b.md", "lectures/a.md"], ("b.md", "lectures/*.md")) == [
        "lectures/b.md",
        "lectures/a.md",
    ]


def test_an_entry_that_names_nothing_is_told() -> None:
    assert unmatched(["lectures/a.md"], ("a.md", "lectures", "c.md", "*.pdf")) == ["c.md", "*.pdf"]


def test_lectures_come_before_exams() -> None:
    sources = [Taught(1, "exams/1.md", "exams"), Taught(2, "lectures/9.md", "lectures")]
    assert positions(sources, ()) == {2: 0, 1: 1}


def test_an_outline_has_no_place() -> None:
    assert positions([Taught(1, "topics/1.md", "topics")], ("topics/1.md",)) == {}


def test_the_order_does_not_depend_on_the_order_of_arrival() -> None:
    paths = [f"week {week}/{name}.md" for week in (1, 2, 11) for name in ("b", "a", "A", "ä")]
    shuffled = random.Random(7).sample(paths, len(paths))
    assert ordered(paths) == ordered(shuffled)


def test_files_that_count_something_else_have_no_place_beside_the_lectures() -> None:
    lectures = [f"{number:02}_lecture.md" for number in range(1, 9)]

    assert ordered([*lectures, "01_video.srt", "12_video.srt", "36_video.srt"]) == lectures


def test_lectures_of_several_formats_count_together() -> None:
    paths = ["01.md", "02.md", "02.pdf", "03.pdf", "04.md", "05.ipynb", "06.pdf"]

    assert ordered(paths) == paths


def test_a_missing_lecture_changes_no_place() -> None:
    assert ordered(["1.md", "2.md", "9.md"]) == ["1.md", "2.md", "9.md"]
