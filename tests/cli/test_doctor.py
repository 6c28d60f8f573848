"""`gradient doctor`: whether everything that Gradient needs is in order."""

from pathlib import Path

import pytest

from gradient.errors import Exit
from gradient.home import Home
from tests.cli.conftest import Gradient, Ran, Taught
from tests.providers.servers import ModelServer, anthropic_server

__all__ = ["anthropic_server"]


@pytest.fixture
def inbox(place: Home) -> Path:
    """An inbox with a course of one file."""
    file = place.base / "inbox" / "forestry" / "oak.md"
    file.parent.mkdir(parents=True)
    file.write_text("An oak is a tree.", "utf-8")
    return place.base / "inbox"


def wrongs(ran: Ran) -> dict[str, str]:
    return {one["about"]: one["said"] for one in ran.json if one["state"] == "wrong"}


def test_where_all_is_in_order_nothing_is_wrong(gradient: Gradient, inbox: Path) -> None:
    ran = gradient("doctor", "--json")
    assert (ran.code, wrongs(ran)) == (Exit.DONE, {})
    assert {one["about"] for one in ran.json} == {
        "settings", "roles", "jobs", "inbox", "database", "daemon", "work",
    }  # fmt: skip
    assert "holds 1 file in 1 course folder." in gradient("doctor").out


def test_what_is_not_in_order_is_said_and_ends_with_one(gradient: Gradient, inbox: Path, place: Home) -> None:
    (inbox / "forestry" / "course.toml").write_text('nmae = "Forestry"\n', "utf-8")
    jobs = place.directory / "jobs"
    jobs.mkdir(parents=True, exist_ok=True)
    (jobs / "scan.toml").write_text('stage = "scan"\nevry = "1m"\n', "utf-8")
    ran = gradient("doctor", "--json")
    assert ran.code == Exit.WORK_FAILED
    found = wrongs(ran)
    assert "did you mean 'name'?" in found["inbox"]
    assert "evry" in found["jobs"]


def test_settings_and_a_database_that_cannot_be_used_are_findings(
    gradient: Gradient, inbox: Path, place: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADIENT_DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none")
    ran = gradient("doctor", "--json")
    assert ran.code == Exit.WORK_FAILED
    assert wrongs(ran).keys() == {"database"}
    assert "secret" not in ran.out
    (place.base / "gradient.toml").write_text("[inbx]\n", "utf-8")
    assert wrongs(gradient("doctor", "--json")).keys() == {"settings"}


def test_a_role_that_cannot_be_played_is_a_finding_about_roles(
    gradient: Gradient, inbox: Path, place: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradient.providers.ocr.installed", lambda: False)
    (place.base / "gradient.toml").write_text('[roles]\nread = "ocr"\n', "utf-8")
    ran = gradient("doctor", "--json")
    assert ran.code == Exit.WORK_FAILED
    assert wrongs(ran).keys() == {"roles"}
    assert "gradient[ocr]" in wrongs(ran)["roles"]


@pytest.mark.parametrize(
    ("recall", "state", "said"),
    [
        (0.9873, "well", "finds 98.7% of the nearest in 100 searches that exact search finds."),
        (
            0.9,
            "note",
            "finds 90.0% of the nearest in 100 searches that exact search finds: too few, so search",
        ),
    ],
)
def test_an_index_is_shown_with_what_it_finds(
    gradient: Gradient, taught: Taught, inbox: Path, recall: float, state: str, said: str
) -> None:
    taught.rows.one(
        "INSERT INTO vector_indexes VALUES ('i', 'toy', '1:2', 2, 25000, 100, %s, 9.5, now())", recall
    )
    (index,) = [one for one in gradient("doctor", "--json").json if one["about"] == "index"]
    assert index["state"] == state
    assert index["said"].startswith(f"It holds 25000 vectors of toy and {said}")


def test_a_model_that_will_be_retired_is_noted(
    gradient: Gradient, inbox: Path, anthropic_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic_server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-marked-key")
    monkeypatch.setenv("GRADIENT_ROLES_PICK", "anthropic:claude-opus-4-5")
    ran = gradient("doctor", "--json")
    notes = [one["said"] for one in ran.json if one["about"] == "models"]
    assert len(notes) == 1
    assert "will be retired on 2027-01-22" in notes[0]
