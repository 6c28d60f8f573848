"""`gradient init`, `gradient jobs` and `gradient db`."""

import tomllib
from pathlib import Path

import pytest

from gradient.errors import Exit
from gradient.home import Home
from tests.cli.conftest import Gradient, Taught


def test_init_writes_settings_that_hold_and_overwrites_none(gradient: Gradient, place: Home) -> None:
    (place.base / "inbox").rmdir()
    assert gradient("init").code == Exit.DONE
    file = place.base / "gradient.toml"
    assert tomllib.loads(file.read_text("utf-8")) is not None
    assert (place.base / "inbox").is_dir()
    assert gradient("status").code == Exit.DONE
    file.write_text("# mine\n", "utf-8")
    ran = gradient("init")
    assert ran.code == Exit.REFUSED
    assert file.read_text("utf-8") == "# mine\n"


def test_all_jobs_are_listed_and_own_ones_replace_ours(gradient: Gradient, place: Home) -> None:
    folder = place.directory / "jobs"
    folder.mkdir()
    (folder / "scan.toml").write_text(
        'stage = "scan"\ncron = "30 2 * * *"\ntimezone = "Europe/Berlin"\ntime_limit = "90s"\n', "utf-8"
    )
    jobs = {job["name"]: job for job in gradient("jobs", "list", "--json").json}
    assert jobs["scan"]["cron"] == "30 2 * * *"
    assert jobs["settle"]["every"] > 0
    out = gradient("jobs", "list").out
    assert "30 2 * * * (Europe/Berlin)" in out
    assert "90s" in out


def test_a_wrong_job_names_its_file(gradient: Gradient, place: Home) -> None:
    folder = place.directory / "jobs"
    folder.mkdir()
    (folder / "mine.toml").write_text('stage = "scan"\nevry = "1m"\ntime_limit = "1m"\n', "utf-8")
    ran = gradient("jobs", "list")
    assert ran.code == Exit.USAGE
    assert "mine.toml" in ran.sentence
    assert "every" in ran.sentence


def test_a_job_runs_now(gradient: Gradient, place: Home) -> None:
    folder = place.base / "inbox" / "forestry"
    folder.mkdir()
    (folder / "oak.md").write_text("# Oak\n\nAn oak is a tree.\n", "utf-8")
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    assert gradient("jobs", "run", "scan").code == Exit.DONE
    assert "forestry" in gradient("jobs", "run", "read").out
    assert gradient("sources", "--json").json[0]["state"] == "read"
    assert "Nothing is due" in gradient("jobs", "run", "read").out
    ran = gradient("jobs", "run", "raed")
    assert ran.code == Exit.NAME
    assert "read" in ran.sentence


def test_the_database_is_found_backed_up_and_brought_up(
    gradient: Gradient, taught: Taught, place: Home
) -> None:
    assert gradient("db", "upgrade").code == Exit.DONE
    assert gradient("db", "path").out.startswith("postgresql://")
    ran = gradient("db", "backup", "copy.dump")
    assert ran.code == Exit.DONE
    assert Path(place.base, "copy.dump").read_bytes().startswith(b"PGDMP")
    assert gradient("db", "backup", "copy.dump").code == Exit.REFUSED
    assert gradient("db", "backup", "nowhere/copy.dump").code == Exit.USAGE


def test_the_path_of_a_database_shows_no_password(
    gradient: Gradient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADIENT_DATABASE_URL", "postgresql://ada:secret@example.org/graphs")
    assert gradient("db", "path").out == "postgresql://ada@example.org/graphs\n"
