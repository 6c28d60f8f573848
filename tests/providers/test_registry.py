import pytest

from gradient.errors import SettingsError
from gradient.playing import PLAYING
from gradient.providers import registry


def test_a_role_that_nobody_can_play_is_refused_with_the_way_out() -> None:
    with pytest.raises(SettingsError, match='set embed = "offline" under'):
        registry.embedder("anthropic:claude")
    with pytest.raises(SettingsError, match='The role pick cannot be played by "voyage:voyage-4"'):
        registry.picker("voyage:voyage-4")
    with pytest.raises(SettingsError, match="The role score cannot"):
        registry.scorer("anthropic:claude", {}, "1")


def test_the_settings_let_those_play_a_role_who_can() -> None:
    assert set(registry.EMBEDDERS) == set(PLAYING["embed"])
    assert set(registry.ANSWERERS) == set(PLAYING["pick"])
    assert set(registry.YES_NO) == set(PLAYING["score"])
