from pathlib import Path

import pytest

from gradient.course_file import CourseSettings, load_course
from gradient.errors import SettingsError


def test_a_course_without_a_file_has_no_wishes(tmp_path: Path) -> None:
    assert load_course(tmp_path) == CourseSettings()


def test_a_course_says_its_order_language_and_outline(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text(
        'language = "en"\norder = ["intro.md", "lectures/*"]\noutline = "closed"\n'
    )
    course = load_course(tmp_path)
    assert (course.language, course.order, course.outline) == ("en", ("intro.md", "lectures/*"), "closed")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("langage = 'en'", "'language'"),
        ("outline = 'ajar'", "'outline'"),
        ("order = ['']", "'order'"),
        ("precision = 2", "'precision'"),
        ('precision = "0.9"', "'precision' is '0.9', but it has to be a number"),
        ('name = "a\\u0001b"', "'name' is 'a\\x01b', but it has to be one line without control characters"),
        ('name = "a\\nb"', "'name' is 'a\\nb', but it has to be one line"),
        ('language = "English"', "'language' is 'English', but it has to be a code such as \"en\""),
        ('language = "en\\n"', "'language'"),
        ('name = "a\\u0000b"', "a NUL character stands in 'name'; remove it."),
        ('order = ["a", "b\\u0000"]', "a NUL character stands in 'order'"),
        ('[deep]\n"a\\u0000" = [{b = "\\u0000"}]', "stands in 'deep.a\\x00.b'"),
    ],
)
def test_a_wrong_course_file_is_named_with_its_key(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "course.toml").write_text(text)
    with pytest.raises(SettingsError) as refused:
        load_course(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path}/course.toml: ")
    assert key in str(refused.value)


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_a_value_beyond_all_bounds_is_a_sentence(tmp_path: Path, value: str) -> None:
    (tmp_path / "course.toml").write_text(f"precision = {value}")
    with pytest.raises(SettingsError, match=r"course\.toml is not valid TOML: a number or a nesting"):
        load_course(tmp_path)
