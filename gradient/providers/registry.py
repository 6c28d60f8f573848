"""Who plays a role: the one place where a role setting becomes a provider."""

from collections.abc import Mapping

from gradient.errors import SettingsError
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.providers.offline.picker import OfflinePicker
from gradient.providers.offline.scorer import OfflineScorer
from gradient.providers.ports import Embedder, Picker, ScoredTask, Scorer

OFFLINE = "offline"


def embedder(setting: str) -> Embedder:
    """Who plays `embed`; SettingsError for a setting that nobody can play."""
    _only_offline("embed", setting)
    return OfflineEmbedder()


def picker(setting: str) -> Picker:
    """Who plays `pick`; SettingsError for a setting that nobody can play."""
    _only_offline("pick", setting)
    return OfflinePicker()


def scorer(setting: str, coefficients: Mapping[ScoredTask, Mapping[str, float]], version: str) -> Scorer:
    """Who plays `score`; the coefficients are for the offline one. SettingsError as above."""
    _only_offline("score", setting)
    return OfflineScorer(coefficients, version)


def _only_offline(role: str, setting: str) -> None:
    if setting != OFFLINE:
        raise SettingsError(
            f'The role {role} cannot be played by "{setting}" in this version; '
            f'set {role} = "{OFFLINE}" under [roles] in gradient.toml.'
        )
