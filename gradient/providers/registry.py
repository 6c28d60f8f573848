"""Who plays a role: the one place where a role setting becomes a provider."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol, runtime_checkable

from gradient.errors import SettingsError
from gradient.providers import claude, ocr, ollama, openai, voyage
from gradient.providers.access import Access
from gradient.providers.answers import Answerer
from gradient.providers.claude_batches import BatchedClaude
from gradient.providers.embedding import ModelEmbedder
from gradient.providers.model_picker import ModelPicker
from gradient.providers.model_scorer import ModelScorer
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.providers.offline.picker import OfflinePicker
from gradient.providers.offline.scorer import OfflineScorer
from gradient.providers.ollama_decision import DecisionModel
from gradient.providers.ports import Embedder, Picker, ScoredTask, Scorer, YesNo
from gradient.providers.weighing import WeighedAnswerer, WeighedYesNo
from gradient.text.seen import SeenLine

OFFLINE = "offline"

PageEngine = Callable[[bytes], tuple[SeenLine, ...]]
"""Sees the lines on a picture in PNG; it blocks, so it is called in a process of its own."""


def page_reader(setting: str) -> tuple[str, str] | None:
    """Name and version of what plays `read` on this machine; None where nothing does.

    Then a model may do it (see `answerer`), or pages without text stay unread.

    Raises SettingsError for a setting that nobody can play, and where its packages are not installed.
    """
    if setting == OFFLINE or setting.partition(":")[0] == claude.PROVIDER:
        return None
    if setting != ocr.NAME:
        _only_offline("read", setting)
    if not ocr.installed():
        raise SettingsError(
            f'The role read is "{ocr.NAME}", but its packages are not installed; install gradient[ocr], or'
            f' set read = "{OFFLINE}" under [roles] in gradient.toml.'
        )
    return ocr.NAME, ocr.tool()


def page_engine(name: str) -> PageEngine:
    """What sees, for a name that `page_reader` gave."""
    return {ocr.NAME: ocr.lines}[name]


EMBEDDERS: Mapping[str, Callable[[str, Access], ModelEmbedder]] = {
    voyage.PROVIDER: voyage.embedder,
    ollama.PROVIDER: ollama.embedder,
    openai.PROVIDER: openai.embedder,
}


def _claude(model: str, access: Access) -> Answerer:
    found = claude.answerer(model, access)
    return found if access.batch_looked_after is None else BatchedClaude(found, access.batch_looked_after)


ANSWERERS: Mapping[str, Callable[[str, Access], Answerer]] = {
    claude.PROVIDER: _claude,
    ollama.PROVIDER: ollama.OllamaModel,
    openai.PROVIDER: openai.OpenAIModel,
}


def _yes_no_of_ollama(model: str, access: Access) -> YesNo:
    decides = model in access.decision_models
    return DecisionModel(model, access) if decides else ollama.OllamaModel(model, access)


YES_NO: Mapping[str, Callable[[str, Access], YesNo]] = {
    ollama.PROVIDER: _yes_no_of_ollama,
    openai.PROVIDER: openai.OpenAIModel,
}


def embedder(setting: str, access: Access = Access()) -> Embedder:  # noqa: B008 - it is frozen
    """Who plays `embed`, without a connection yet; SettingsError for a setting that nobody can play."""
    provider, _, model = setting.partition(":")
    if provider in EMBEDDERS:
        found = EMBEDDERS[provider](model, access)
        return found if access.scales is None else found.weighed(access.scales)
    _only_offline("embed", setting)
    return OfflineEmbedder()


def picker(setting: str, access: Access = Access()) -> Picker:  # noqa: B008 - it is frozen
    """Who plays `pick`, without a connection yet; SettingsError for a setting that nobody can play."""
    provider, _, model = setting.partition(":")
    if provider in ANSWERERS:
        return ModelPicker(_answerer(provider, model, access))
    _only_offline("pick", setting)
    return OfflinePicker()


def scorer(
    setting: str,
    coefficients: Mapping[ScoredTask, Mapping[str, float]],
    version: str,
    access: Access = Access(),  # noqa: B008 - it is frozen
) -> Scorer:
    """Who plays `score`; the coefficients are for the offline one. SettingsError as above."""
    provider, _, model = setting.partition(":")
    if provider in YES_NO:
        asked = YES_NO[provider](model, access)
        return ModelScorer(asked if access.scales is None else WeighedYesNo(asked, access.scales))
    _only_offline("score", setting)
    return OfflineScorer(coefficients, version)


def answerer(role: str, setting: str, access: Access = Access()) -> Answerer | None:  # noqa: B008 - it is frozen
    """Who answers in the role, without a connection yet; None where nobody is set, and rules alone do it.

    SettingsError as above.
    """
    provider, _, model = setting.partition(":")
    if provider in ANSWERERS:
        return _answerer(provider, model, access)
    if setting != ocr.NAME:
        _only_offline(role, setting)
    return None


def _answerer(provider: str, model: str, access: Access) -> Answerer:
    found = ANSWERERS[provider](model, access)
    return found if access.scales is None else WeighedAnswerer(found, access.scales)


@runtime_checkable
class Closes(Protocol):
    """Has connections."""

    async def close(self) -> None:
        """Close them."""
        ...


@asynccontextmanager
async def closing(*players: object) -> AsyncIterator[None]:
    """Closes the connections of whoever has any when the context ends."""
    try:
        yield
    finally:
        for player in players:
            if isinstance(player, Closes):
                await player.close()


def _only_offline(role: str, setting: str) -> None:
    if setting != OFFLINE:
        raise SettingsError(
            f'The role {role} cannot be played by "{setting}" in this version; '
            f'set {role} = "{OFFLINE}" under [roles] in gradient.toml.'
        )
