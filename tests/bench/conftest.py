"""Homes with an embedded database of their own, as a person has them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gradient.store.embedded import URL_FILE
from gradient.store.embedded_place import place_of
from gradient.store.embedded_server import server_in, stop

SETTINGS = "[inbox]\nsettle_seconds = 0\n"

MakeHome = Callable[[str], Path]


@pytest.fixture
def make_home(tmp_path: Path) -> Iterator[MakeHome]:
    """Makes a folder with settings and an empty inbox; its database goes with the test."""
    made: list[Path] = []

    def make(name: str) -> Path:
        home = tmp_path / name
        (home / "inbox").mkdir(parents=True)
        (home / "gradient.toml").write_text(SETTINGS, encoding="utf-8")
        made.append(home)
        return home

    yield make
    for home in made:
        place = place_of(home / ".gradient")
        if (place / URL_FILE).exists():
            stop(server_in(place))
        shutil.rmtree(place, ignore_errors=True)
