"""What a call costs, from a dated table."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

MILLION = 1_000_000


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


def price(provider: str, model: str, tokens: Tokens) -> float | None:
    """US dollars; None where the price of the model is not known."""
    rates: Mapping[str, Any] | None = _table().get(provider, {}).get(model)
    if rates is None:
        return None
    above = rates.get("above")
    if above is not None and tokens.prompt > above["tokens"]:
        rates = above
    total = (
        tokens.fresh * rates["input"]
        + tokens.cache_written * rates["cache_write"]
        + tokens.cache_read * rates["cache_read"]
        + tokens.output * rates["output"]
    )
    return float(total) / MILLION


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("gradient.providers").joinpath("prices.toml").read_text("utf-8"))
