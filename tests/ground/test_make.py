"""`make clean` removes what the demo made, wherever its database lies, and nothing else."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT


def cleaned(tmp_path: Path, place: str) -> int:
    """Clean a demo whose home names this place; what make came to."""
    demo = tmp_path / "demo"
    demo.mkdir()
    (demo / "database.path").write_text(f"{place}\n")
    command = ["make", "--silent", "clean", f"DEMO={demo}", f"VENV={tmp_path / 'venv'}"]
    return subprocess.run(command, cwd=CHECKOUT, check=False, capture_output=True).returncode


def database(folder: Path) -> Path:
    (folder / "postgres").mkdir(parents=True)
    return folder


def test_the_database_that_the_home_of_the_demo_names_is_removed(tmp_path: Path) -> None:
    named = database(tmp_path / "gradient" / "0123456789ab")
    other = database(tmp_path / "gradient" / "ba9876543210")
    assert cleaned(tmp_path, str(named)) == 0
    assert not named.exists()
    assert other.exists()
    assert not (tmp_path / "demo").exists()


@pytest.mark.parametrize("place", ["elsewhere/0123", "gradient/../elsewhere/0123"])
def test_a_place_that_gradient_does_not_make_is_left_alone(tmp_path: Path, place: str) -> None:
    (tmp_path / "gradient").mkdir()
    kept = database(tmp_path / "elsewhere" / "0123")
    assert cleaned(tmp_path, f"{tmp_path}/{place}") == 0
    assert kept.exists()


def test_a_database_that_runs_is_not_removed(tmp_path: Path) -> None:
    named = database(tmp_path / "gradient" / "0123456789ab")
    (named / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n")
    assert cleaned(tmp_path, str(named)) != 0
    assert named.exists()
    assert (tmp_path / "demo").exists()
