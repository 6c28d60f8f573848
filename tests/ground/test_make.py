"""What make runs, from a path with spaces too; `make clean` removes what the demo made, and nothing else."""

import os
import shutil
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


PYTHON = """#!/bin/sh
# Stands in for Python: makes an environment of programs that write down how they were called.
here=$(dirname "$0")
case "$2" in venv)
    mkdir -p "$3/bin"
    for name in python gradient lint-imports; do cp "$here/program" "$3/bin/$name"; done
esac
"""
PROGRAM = """#!/bin/sh
{ printf '%s' "$(basename "$0")"; printf ' <%s>' "$@"; printf '\\n'; } >> calls
"""


@pytest.fixture
def spaced_checkout(tmp_path: Path) -> Path:
    """A checkout below a path with spaces, and a Python that stands in for one beside it."""
    checkout = tmp_path / "courses of 2026" / "my gradient"
    checkout.mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(CHECKOUT / name, checkout)
    for name, text in (("python", PYTHON), ("program", PROGRAM)):
        file = checkout.parent / name
        file.write_text(text)
        file.chmod(0o755)
    return checkout


@pytest.mark.parametrize(
    ("target", "calls"),
    [
        ("test", ["python <-m> <pytest> <-n> <auto> <--maxprocesses> <4> <--dist> <loadgroup>"]),
        ("bench", ["python <-m> <pytest> <-m> <bench> <--timeout> <900> <-s>"]),
        ("types", ["python <-m> <mypy>"]),
        (
            "lint",
            [
                "python <-m> <ruff> <check> <.>",
                "python <-m> <ruff> <format> <--check> <.>",
                "lint-imports <--no-logo>",
            ],
        ),
        (
            "demo",
            [
                "gradient <run> <--until-idle> <--inbox> <inbox>",
                "gradient <topics>",
                "gradient <prereqs> <minimum-spanning-tree>",
                "gradient <review> <list>",
            ],
        ),
    ],
)
def test_a_path_with_spaces_is_no_hindrance(spaced_checkout: Path, target: str, calls: list[str]) -> None:
    made(spaced_checkout, target)
    installed, *called = (spaced_checkout / "calls").read_text().splitlines()
    assert installed.startswith("python <-m> <pip> <install>")
    assert called == calls
    made(spaced_checkout, "clean")
    assert {path.name for path in spaced_checkout.iterdir()} == {"Makefile", "calls", "pyproject.toml"}
    assert {path.name for path in spaced_checkout.parent.iterdir()} == {"my gradient", "program", "python"}


def made(checkout: Path, target: str) -> None:
    """Make a target with the Python that stands in, whatever this make was told; stderr stays empty."""
    command = ["make", target, f"PYTHON={checkout.parent / 'python'}"]
    alone = {"PATH": os.environ["PATH"]}
    ran = subprocess.run(command, cwd=checkout, env=alone, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
