import pytest

from gradient.errors import SettingsError
from gradient.providers import registry


def test_a_role_that_nobody_can_play_is_refused_with_the_way_out() -> None:
    with pytest.raises(SettingsError, match='set embed = "offline" under'):
        registry.embedder("voyage:voyage-4-lite")
    with pytest.raises(SettingsError, match='The role pick cannot be played by "anthropic:claude"'):
        registry.picker("anthropic:claude")
    with pytest.raises(SettingsError, match="The role score cannot"):
        registry.scorer("ollama:qwen3:4b", {}, "1")
