"""What starts fast, because scripts call it over and over."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

from gradient.home import Home
from tests.cli.conftest import Taught
from tests.conftest import CHECKOUT

HEAVY = {"pydantic", "rich", "sqlalchemy", "procrastinate", "numpy", "apscheduler", "alembic", "psycopg_pool"}
REPEATS = 5


def run(arguments: Sequence[str]) -> str:
    ended = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    return ended.stdout


def seconds(arguments: Sequence[str]) -> float:
    run(arguments)
    taken = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        run(arguments)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def imported_by(*arguments: str) -> set[str]:
    script = (
        "import sys; from gradient.cli import main; code = main.run(sys.argv[1:]);"
        " print('modules', code, *sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    word, code, *modules = run(["-c", script, *arguments]).splitlines()[-1].split()
    assert (word, code) == ("modules", "0")
    return set(modules)


@pytest.mark.parametrize("arguments", [["prereqs", "spanning-tree"], ["prereqs", "tree", "--json"]])
def test_asking_for_prerequisites_imports_nothing_heavy(
    taught: Taught, place: Home, arguments: list[str]
) -> None:
    (place.base / "gradient.toml").write_text("[thresholds]\ntag_accept = 0.6\n", "utf-8")
    assert "pydantic" in imported_by(*arguments)  # the first time, settings are checked
    assert not imported_by(*arguments) & HEAVY


def test_the_help_imports_nothing_but_typer(place: Home) -> None:
    assert not imported_by("--help") & (HEAVY | {"psycopg", "asyncio"})


@pytest.mark.bench
def test_the_help_takes_at_most_twice_the_import_of_its_libraries(place: Home) -> None:
    bare = seconds(["-c", "import typer, rich"])
    own = seconds(["-m", "gradient.cli.main", "--help"])
    print(f"gradient --help: {own * 1000:.0f} ms, {own / bare:.2f} × import typer, rich")
    assert own <= 2 * bare


@pytest.mark.bench
def test_prerequisites_take_at_most_twice_a_bare_query(taught: Taught, place: Home) -> None:
    query = f"import psycopg; psycopg.connect({place.database_url!r}).execute('SELECT 1').fetchone()"
    bare = seconds(["-c", query])
    own = seconds(["-m", "gradient.cli.main", "prereqs", "spanning-tree"])
    print(f"gradient prereqs: {own * 1000:.0f} ms, {own / bare:.2f} × a bare query")
    assert own <= 2 * bare
