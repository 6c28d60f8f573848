"""How the services of models are reached: addresses, keys, and what is asked of them all alike."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from pydantic import SecretStr

from gradient.providers.patience import Patience
from gradient.providers.prices import Prices
from gradient.providers.weighing import Scales
from gradient.settings import AT_ONCE, Settings
from gradient.variables import KEY_VARIABLES


@dataclass(frozen=True)
class Access:
    """Addresses and keys, and how much a model takes and gives; a key that is None is not there.

    `num_ctx` is how many tokens Ollama gives a model for a question with its answer, `dimensions` how many
    numbers a vector has. `prices` are those that the settings state.
    """

    anthropic_key: SecretStr | None = None
    anthropic_url: str | None = None
    """None for the one in the environment, or else Anthropic's own."""
    voyage_key: SecretStr | None = None
    voyage_url: str = "https://api.voyageai.com/v1"
    openai_key: SecretStr | None = None
    ollama_url: str = "http://127.0.0.1:11434"
    num_ctx: int = 8192
    decision_models: tuple[str, ...] = ()
    """Models of Ollama that tell a probability instead of writing a word."""
    dimensions: int = 1024
    prices: Prices = field(default_factory=dict)
    at_once: Mapping[str, int] = field(default_factory=lambda: AT_ONCE)
    """How many requests to a provider may be under way at a time."""
    rooms: dict[str, asyncio.Semaphore] = field(default_factory=dict, compare=False, repr=False)
    patience: Patience = field(default_factory=Patience)
    scales: Scales | None = None
    """Where requests are weighed instead of being sent."""
    batch_looked_after: timedelta | None = None
    """Where what can wait is asked in batches: how long one is left alone before it is looked at again."""

    def room(self, provider: str, place: str = "") -> asyncio.Semaphore:
        """What all requests to a provider at an address go through, whatever they are for."""
        return self.rooms.setdefault(f"{provider} {place}", asyncio.Semaphore(self.at_once[provider]))

    @classmethod
    def of(cls, settings: Settings, scales: Scales | None = None) -> "Access":
        """What the settings say, and the environment of keys that they do not name."""
        return cls(
            anthropic_key=_key(settings.anthropic.key, "anthropic"),
            anthropic_url=_anthropic_url(settings),
            voyage_key=_key(settings.voyage.key, "voyage"),
            voyage_url=settings.voyage.url,
            openai_key=_key(settings.openai.key, "openai"),
            ollama_url=settings.ollama.url,
            num_ctx=settings.ollama.num_ctx,
            decision_models=tuple(settings.ollama.decision_models),
            dimensions=settings.embedding.dimensions,
            prices=settings.prices.models,
            at_once={provider: getattr(settings, provider).at_once for provider in AT_ONCE},
            scales=scales,
        )


def _key(given: SecretStr | None, provider: str) -> SecretStr | None:
    found = os.environ.get(KEY_VARIABLES[provider])
    return given or (SecretStr(found) if found else None)


def _anthropic_url(settings: Settings) -> str | None:
    given = settings.anthropic
    # Its client adds the version itself, which stands in the addresses of all others.
    return given.url.rstrip("/").removesuffix("/v1") if "url" in given.model_fields_set else None
