import pytest

from gradient.errors import SettingsError
from gradient.playing import PLAYING
from gradient.providers import registry


def test_a_role_that_nobody_can_play_is_refused_with_the_way_out() -> None:
    with pytest.raises(SettingsError, match='set embed = "offline" under'):
        registry.embedder("anthropic:claude")
    with pytest.raises(SettingsError, match='The role pick cannot be played by "anthropic:claude"'):
        registry.picker("anthropic:claude")
    with pytest.raises(SettingsError, match="The role score cannot"):
        registry.scorer("ollama:qwen3:4b", {}, "1")


def test_the_settings_let_those_play_embed_who_can() -> None:
    assert set(registry.EMBEDDERS) == set(PLAYING["embed"])
