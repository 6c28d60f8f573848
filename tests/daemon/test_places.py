"""Whole runs in homes at odd places."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradient.store.embedded import URL_FILE
from gradient.store.embedded_place import place_of
from tests.daemon.lectures import KRUSKAL, TREES
from tests.daemon.runs import answer, make_home, put, run


@pytest.fixture
def embedded_home(tmp_path: Path, name: str) -> Iterator[Path]:
    """A home on the embedded database, with a course in a folder whose name has a space too."""
    home = make_home(tmp_path / name / "a home", "")
    settings = home / "gradient.toml"
    settings.write_text(settings.read_text("utf-8").replace('url = ""', ""), "utf-8")
    put(home, "my graphs/lectures/1 trees.md", TREES)
    put(home, "my graphs/lectures/2 kruskal.md", KRUSKAL)
    yield home
    shutil.rmtree(place_of(home / ".gradient"), ignore_errors=True)


@pytest.mark.parametrize("name", ["my own courses", "100% 'quoted' \"$HOME\"; #ü", os.fsdecode(b"kurs-\xff")])
def test_a_home_at_a_path_with_odd_characters_goes_all_the_way(embedded_home: Path) -> None:
    home = embedded_home
    run(home, "run", "--until-idle")
    assert [one["state"] for one in answer(home, "sources")] == ["read", "read"]
    assert "tree" in [one["slug"] for one in answer(home, "topics")]
    assert answer(home, "prereqs", "spanning-tree")["topic"] == "spanning-tree"
    assert list((home / ".gradient/vault/my-graphs").glob("*.md"))
    run(home, "export", "a copy")
    assert list((home / "a copy").rglob("Tree.md"))
    run(home, "db", "backup", "a backup.sql")
    run(home, "run", "--until-idle")
    assert not (place_of(home / ".gradient") / URL_FILE).exists()
