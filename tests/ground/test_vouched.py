"""Settings that were checked once are not checked again until something changes."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from gradient import settings, vouched
from gradient.errors import SettingsError
from gradient.home import Home, locate
from gradient.vouched import STAMP, require_settings

WRONG = "[thresholds]\ntag_acept = 0.5\n"
RIGHT = "[thresholds]\ntag_accept = 0.5\n"


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".gradient").mkdir()
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return tmp_path


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Home]:
    """The homes whose settings were checked whole."""
    seen: list[Home] = []
    load = settings.load

    def counted(home: Home) -> settings.Settings:
        seen.append(home)
        return load(home)

    monkeypatch.setattr(settings, "load", counted)
    return seen


def with_file(base: Path, text: str) -> Home:
    (base / "gradient.toml").write_text(text, "utf-8")
    return locate(base)


def test_without_settings_nothing_is_checked_or_written(base: Path, checks: list[Home]) -> None:
    require_settings(locate(base))
    assert not checks
    assert not list((base / ".gradient").iterdir())


def test_what_is_right_is_checked_once(base: Path, checks: list[Home]) -> None:
    home = with_file(base, RIGHT)
    require_settings(home)
    require_settings(home)
    assert len(checks) == 1


def test_what_is_wrong_is_refused_each_time(base: Path) -> None:
    require_settings(with_file(base, RIGHT))
    home = with_file(base, WRONG)
    for _ in range(2):
        with pytest.raises(SettingsError, match="tag_accept"):
            require_settings(home)


def changed_file(base: Path, patch: pytest.MonkeyPatch) -> None:
    with_file(base, RIGHT.replace("0.5", "0.4"))


def changed_variable(base: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("gradient_review_open_max", "7")


def another_key(base: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("ANTHROPIC_API_KEY", "secret")


def another_version(base: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(vouched, "CHECKING", (*vouched.CHECKING, "errors.py"))


def no_stamp(base: Path, patch: pytest.MonkeyPatch) -> None:
    (base / ".gradient" / STAMP).write_bytes(b"\xff")


@pytest.mark.parametrize("change", [changed_file, changed_variable, another_key, another_version, no_stamp])
def test_what_changed_is_checked_again_once(
    base: Path,
    checks: list[Home],
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, pytest.MonkeyPatch], None],
) -> None:
    require_settings(with_file(base, RIGHT))
    change(base, monkeypatch)
    require_settings(locate(base))
    require_settings(locate(base))
    assert len(checks) == 2


def test_what_sets_nothing_is_no_change(
    base: Path, checks: list[Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    require_settings(with_file(base, RIGHT))
    monkeypatch.setenv("GRADIENT_DEBUG", "1")
    monkeypatch.setenv("GRADIENT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    monkeypatch.setenv("GRADIENT_REVIEW_OPEN_MAX", "")
    require_settings(locate(base))
    assert len(checks) == 1


def test_a_change_during_the_check_is_not_vouched_for(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = with_file(base, RIGHT)
    monkeypatch.setattr(settings, "load", lambda home: with_file(base, WRONG))
    require_settings(home)
    assert not (base / ".gradient" / STAMP).exists()


def test_the_stamp_gives_no_value_away(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADIENT_INBOX_DIR", "sesame")
    require_settings(with_file(base, '[anthropic]\nkey = "opensesame"\n'))
    file = base / ".gradient" / STAMP
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_text("ascii")) == 64
    assert int(file.read_text("ascii"), 16)


@pytest.mark.parametrize("place", ["nowhere", "a file"])
def test_where_nothing_can_be_kept_settings_are_checked_each_time(
    base: Path, checks: list[Home], place: str
) -> None:
    (base / "a file").touch()
    found = with_file(base, RIGHT)
    home = Home(base / place, found.base, found.config_file, None)
    require_settings(home)
    require_settings(home)
    assert len(checks) == 2
    assert not (base / "nowhere").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_home_that_is_read_only_is_no_error(base: Path, checks: list[Home]) -> None:
    home = with_file(base, RIGHT)
    home.directory.chmod(0o500)
    require_settings(home)
    home.directory.chmod(0o700)
    assert len(checks) == 1
