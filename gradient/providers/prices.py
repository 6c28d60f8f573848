"""What a call costs, from a dated table that settings may correct."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

MILLION = 1_000_000

Rates = Mapping[str, float]
"""US dollars for a million tokens: `input`, `output`, `cache_write`, `cache_read`."""

Prices = Mapping[str, Rates]
"""The rates of models by the names that roles have, `provider:model`."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of one answered request; the three of the prompt do not overlap."""

    fresh: int
    cache_written: int
    cache_read: int
    output: int

    @property
    def prompt(self) -> int:
        """All that was sent."""
        return self.fresh + self.cache_written + self.cache_read


def price(provider: str, model: str, tokens: Tokens, own: Prices | None = None) -> float | None:
    """US dollars; None where the price of the model is not known. What `own` states beats the table."""
    rates = _rates(provider, model, tokens.prompt, own or {})
    if rates is None:
        return None
    total = (
        tokens.fresh * rates["input"]
        + tokens.cache_written * rates["cache_write"]
        + tokens.cache_read * rates["cache_read"]
        + tokens.output * rates["output"]
    )
    return total / MILLION


def most(provider: str, model: str, prompt: int, output: int, own: Prices | None = None) -> float | None:
    """The most that a call of so many tokens may come to, whatever a cache does; None as for `price`."""
    fresh = price(provider, model, Tokens(prompt, 0, 0, output), own)
    written = price(provider, model, Tokens(0, prompt, 0, output), own)
    return None if fresh is None or written is None else max(fresh, written)


def as_of() -> str:
    """The day of which the prices of the table are."""
    return str(_table()["as_of"])


def _rates(provider: str, model: str, prompt: int, own: Prices) -> Rates | None:
    stated = own.get(f"{provider}:{model}")
    if stated is not None:
        paid = stated["input"]
        return {"output": 0.0, "cache_write": paid, "cache_read": paid, **stated}
    rates: Mapping[str, Any] | None = _table().get(provider, {}).get(model)
    if rates is None:
        return None
    above = rates.get("above")
    return above if above is not None and prompt > above["tokens"] else rates


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("gradient.providers").joinpath("prices.toml").read_text("utf-8"))
