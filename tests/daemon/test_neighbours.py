"""Bad input beside good: one sentence each, the right code, and no harm to a neighbour."""

import os
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from tests.daemon.lectures import KRUSKAL, TREES
from tests.daemon.runs import answer, ask, make_home, put, run
from tests.daemon.state import files_of

pytestmark = pytest.mark.xdist_group("neighbours")

LECTURES = "graphs/lectures"
NAME = os.fsdecode(b"caf\xe9.md")


def pdf(**options: Any) -> bytes:
    file = pymupdf.open()
    file.new_page().insert_text((72, 72), "A matching is a set of edges without common vertices.")
    return bytes(file.tobytes(**options))


def put_bad_files(home: Path) -> None:
    locked = pdf(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    put(home, f"{LECTURES}/3-locked.pdf", locked)
    put(home, f"{LECTURES}/4-damaged.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 8)
    put(home, f"{LECTURES}/5-empty.md", b"")
    put(home, f"{LECTURES}/6-unknown.xyz", b"\0\1\2")
    put(home, f"{LECTURES}/{NAME}", TREES.replace("tree", "bush").replace("Tree", "Bush"))
    put(home, f"{LECTURES}/7-nul.md", "# Matchings\0 and covers\n\nA **matching** is a set of edges.\n")
    put(home, "graphs/topics/outline.json", '{"course": "graphs", "nodes": [')
    put(home, "stray.md", TREES)
    put(home, "Ünï ☃ & co. (2)/1-trees.md", TREES)
    put(home, "Ünï ☃ & co. (2)/course.toml", "name = \n")
    put(home, "'; DROP TABLE sources; --/lectures/1-trees.md", TREES)


@pytest.fixture(scope="module")
def worked(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A home after a run over good and bad files, the run, and the files as they were."""
    home = make_home(tmp_path_factory.mktemp("neighbours") / "home", module_database_url)
    put(home, f"{LECTURES}/1-trees.md", TREES)
    put(home, f"{LECTURES}/2-kruskal.md", KRUSKAL)
    put_bad_files(home)
    before = files_of(home / "inbox")
    return home, run(home, "run", "--until-idle", code=1), before


def sources(home: Path, course: str) -> dict[str, dict[str, Any]]:
    found = [one for one in answer(home, "sources") if one["course"] == course]
    return {one["path"].rpartition("/")[2]: one for one in found}


def test_good_files_are_read_whatever_lies_beside_them(worked: Any) -> None:
    home, _, _ = worked
    states = {name: one["state"] for name, one in sources(home, "graphs").items()}
    assert states == {
        "1-trees.md": "read",
        "2-kruskal.md": "read",
        "3-locked.pdf": "parked",
        "4-damaged.pdf": "parked",
        "5-empty.md": "skipped",
        "6-unknown.xyz": "skipped",
        "caf\\xe9.md": "read",
        "7-nul.md": "read",
        "outline.json": "parked",
    }
    topics = {topic["slug"] for topic in answer(home, "topics", "--course", "graphs")}
    assert {"tree", "spanning-tree", "minimum-spanning-tree", "matching"} <= topics


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("3-locked.pdf", "password"),
        ("4-damaged.pdf", "damaged"),
        ("5-empty.md", "empty"),
        ("6-unknown.xyz", "xyz"),
    ],
)
def test_each_bad_file_has_one_sentence(worked: Any, name: str, words: str) -> None:
    home, _, _ = worked
    reason = sources(home, "graphs")[name]["reason"]
    assert name in reason
    assert words in reason
    assert reason.endswith(".")
    assert "\n" not in reason


def test_what_is_parked_is_a_failure_and_what_is_skipped_is_none(worked: Any) -> None:
    home, ran, _ = worked
    failures = answer(home, "status")["failures"]
    assert {failure["unit"].rpartition("/")[2] for failure in failures} >= {"3-locked.pdf", "4-damaged.pdf"}
    assert not {failure["unit"].rpartition("/")[2] for failure in failures} & {"5-empty.md", "6-unknown.xyz"}
    assert "3-locked.pdf" in ran.stdout + ran.stderr


def test_a_broken_outline_is_said_and_leaves_the_course_as_it_is(worked: Any) -> None:
    home, ran, _ = worked
    outline = sources(home, "graphs")["outline.json"]
    told = f"{outline['reason']} {answer(home, 'status')['failures']} {ran.stdout} {ran.stderr}"
    assert "outline.json" in told
    assert answer(home, "topics", "--course", "graphs")


def test_a_broken_course_file_is_named_and_the_course_is_read(worked: Any) -> None:
    home, ran, _ = worked
    assert "course.toml is not valid TOML" in ran.stderr
    odd = [one for one in answer(home, "sources") if one["course"] != "graphs"]
    assert sorted(one["state"] for one in odd) == ["read", "read"]
    assert {one["course"] for one in odd} == {"uni-co-2", "drop-table-sources"}


def test_a_file_outside_any_course_is_told(worked: Any) -> None:
    _, ran, _ = worked
    assert "stray.md" in ran.stderr


def test_what_is_wrong_is_told_once(worked: Any) -> None:
    _, ran, _ = worked
    for words in ("stray.md", "course.toml is not valid TOML"):
        assert ran.stderr.count(words) == 1


def test_a_run_ends_badly_until_what_is_wrong_is_put_right(worked: Any) -> None:
    home, _, before = worked
    ran = run(home, "run", "--until-idle", code=1)
    assert "course.toml is not valid TOML" in ran.stderr
    assert "stray.md" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert files_of(home / "inbox") == before


def test_no_character_of_a_file_spoils_the_rows(worked: Any, module_database_url: str) -> None:
    titles = ask(module_database_url, "SELECT title FROM topics WHERE slug ~ '^matching'")
    assert titles
    assert not any("\0" in title for title in titles)


def test_a_run_in_which_nothing_fails_anew_and_nothing_is_wrong_ends_well(worked: Any) -> None:
    home, _, _ = worked
    (home / "inbox/stray.md").unlink()
    put(home, "Ünï ☃ & co. (2)/course.toml", "name = 'Trees'\n")
    assert "Traceback" not in run(home, "run", "--until-idle").stderr
