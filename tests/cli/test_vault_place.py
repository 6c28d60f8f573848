"""Vaults that would lie where files are read."""

from pathlib import Path

import pytest

from gradient.cli.pages import export
from gradient.errors import SettingsError, UsageError
from gradient.home import locate
from gradient.inbox.apart import overlap
from gradient.pipeline import opened_stages
from gradient.settings import load


@pytest.mark.parametrize("place", ["inbox", "inbox/new", "."])
def test_an_export_into_the_inbox_or_around_it_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "inbox").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="name a folder beside the inbox"):
        export(Path(place))
    assert not (tmp_path / "inbox/new").exists()


async def test_a_mirror_in_the_inbox_is_a_wrong_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gradient.toml").write_text('[markdown]\ndir = "inbox/vault"\n')
    monkeypatch.chdir(tmp_path)
    home = locate()
    with pytest.raises(SettingsError, match=r"markdown\.dir: .* lies in the inbox"):
        async with opened_stages(home, load(home), tmp_path / "inbox"):
            pass


def test_a_hidden_vault_may_lie_in_the_inbox(tmp_path: Path) -> None:
    assert overlap(tmp_path / ".gradient/vault", tmp_path) is None
