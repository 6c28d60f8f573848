import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.files import opens, stored, suffix_of
from gradient.inbox.names import ignored_file, ignored_folder, slug_of, type_of


@pytest.mark.parametrize(
    "name",
    ["a.pdf.tmp", "a.pdf.part", "a.pdf.crdownload", "a.pdf.PARTIAL", "~$b.docx", ".~lock.b.docx#", "._a.pdf",
     ".DS_Store", "Thumbs.db", "thumbs.DB", "desktop.ini", ".gitignore", "a.md~", "a.swp", ".a.md.swp",
     "a.SWO", ".#a.md", "#a.md#", "4913"],
)  # fmt: skip
def test_temporary_and_companion_files_are_ignored(name: str) -> None:
    assert ignored_file(name)


@pytest.mark.parametrize(
    "name",
    ["a.pdf.filepart", "a.opdownload", "a.pdf.download", "a.crdownload", "a.temp", "a.pdf.!ut", "a.pdf.!qB",
     "a.pdf.aria2", "a.fdmdownload", "a.mp4.ytdl", "a.td", "a.xltd", "a.bc!", "a.jc!", "a.!bt", "a.ob!",
     "a.GetRight", "a.incomplete", "a.downloading", "a.unfinished", "a.swx"],
)  # fmt: skip
def test_downloads_under_way_are_ignored(name: str) -> None:
    assert ignored_file(name)


@pytest.mark.parametrize("name", ["week 1.pdf.download", "a.PART", "a.pdf.crdownload"])
def test_folders_of_downloads_under_way_are_ignored(name: str) -> None:
    assert ignored_folder(name)
    assert not ignored_folder("download")


@pytest.mark.parametrize("name", ["CON", "nul.md", "aux.tar.gz", "Com1.pdf", "LPT9", "prn .txt"])
def test_names_of_devices_are_ignored(name: str) -> None:
    assert ignored_file(name)


@pytest.mark.parametrize(
    "name",
    ["a.pdf", "partial.md", "tmp", "my.part.md", "$5.txt", "~notes.txt", "#1.md", "4913.md", "console.md",
     "com.md", "nulls.pdf", "download", "download.md", "my.download.pdf", "td"],
)  # fmt: skip
def test_other_files_are_not_ignored(name: str) -> None:
    assert not ignored_file(name)


@pytest.mark.parametrize("name", ["__MACOSX", "@eaDir", ".git", ".obsidian", "lost+found", "$RECYCLE.BIN"])
def test_folders_of_other_programs_are_ignored(name: str) -> None:
    assert ignored_folder(name)
    assert not ignored_folder("lectures")


def test_the_first_folder_below_a_course_tells_the_type() -> None:
    assert type_of(["lectures", "week 1"]) == "lectures"
    assert type_of(["Topics"]) == "topics"
    assert type_of(["week 1", "lectures"]) == "other"
    assert type_of([]) == "other"


@pytest.mark.parametrize(
    ("folder", "slug"),
    [("Linear Algebra", "linear-algebra"), ("CS 229: Machine Learning!", "cs-229-machine-learning"),
     ("Théorie des façons", "theorie-des-facons"), ("--x--", "x"), ("a/b\\x00", "a-b-x00")],
)  # fmt: skip
def test_a_slug_keeps_ascii_letters_and_digits(folder: str, slug: str) -> None:
    assert slug_of(folder, ()) == slug


def test_a_slug_is_unique() -> None:
    assert slug_of("C 1", {"c-1"}) == "c-1-2"
    assert slug_of("C-1", {"c-1", "c-1-2"}) == "c-1-3"


def test_a_name_without_any_such_letter_gets_a_slug_of_its_own() -> None:
    one, other = slug_of("线性代数", ()), slug_of("微积分", ())
    assert one != other
    assert one.startswith("course-")
    assert one.isascii()


@given(st.binary(min_size=1, max_size=40).filter(lambda name: not {0, 47} & set(name)))
def test_every_name_can_be_stored_and_opened_again(name: bytes) -> None:
    text = stored(os.fsdecode(name))
    text.encode("utf-8")
    assert os.fsencode(opens(text)) == name


def test_a_name_that_looks_escaped_is_told_apart_from_one_that_is() -> None:
    assert stored(os.fsdecode(b"caf\xe9.md")) == "caf\\xe9.md"
    assert stored("caf\\xe9.md") != "caf\\xe9.md"
    assert opens(stored("caf\\xe9.md")) == "caf\\xe9.md"
    assert stored("new\nline.md") == "new\\x0aline.md"
    assert stored("a\u202eb\x85.md") == r"a\xe2\x80\xaeb\xc2\x85.md"


def test_a_suffix_is_lower_case_and_that_of_the_name() -> None:
    assert suffix_of("c.d/01 Notes.MD") == ".md"
    assert suffix_of("c.d/README") == ""
    assert suffix_of("c/.bashrc") == ""
