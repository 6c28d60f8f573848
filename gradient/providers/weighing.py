"""Requests that are weighed and not sent, to say beforehand what they come to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import BaseModel

from gradient.providers.answers import Answerer, Declined, Turn
from gradient.providers.ports import ShownTokens, YesNo
from gradient.store.ledger import Book

SHARE: Final = 1 / 4
"""Tokens a letter of English, as most models count them."""
NEWER_SHARE: Final = 1.3 / 4
"""The same for the newer models of Anthropic, which count some 30 % more."""


class NotSent(Declined):
    """A request that was weighed alone."""


@dataclass(frozen=True)
class Weighed:
    """A request: its letters of ASCII, and all others."""

    plain: int
    others: int

    def tokens(self, model: str) -> float:
        """About how many tokens it has for a model by the name that roles have."""
        newer = model.startswith("anthropic:") and "-4-" not in model
        return self.plain * (NEWER_SHARE if newer else SHARE) + self.others


@dataclass
class Scales:
    """The requests that were put on them."""

    requests: list[Weighed] = field(default_factory=list)

    def put(self, *texts: str) -> None:
        """Weigh a request of these texts."""
        plain = sum(sum(character.isascii() for character in text) for text in texts)
        self.requests.append(Weighed(plain, sum(map(len, texts)) - plain))


class WeighedAnswerer:
    """A model that is shown nothing: what it would be shown is weighed, and there is no answer."""

    def __init__(self, model: Answerer, scales: Scales) -> None:
        self._model = model
        self._scales = scales

    @property
    def name(self) -> str:
        """The role setting."""
        return self._model.name

    @property
    def room(self) -> int:
        """That of the model."""
        return self._model.room

    async def close(self) -> None:
        """Close the connections of the model, which are none."""
        await self._model.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:  # noqa: ARG002
        """Nothing; raises NotSent."""
        self._scales.put(rules, *(turn.whole for turn in turns))
        raise NotSent(f"{self.name} was not asked.")


class WeighedYesNo:
    """The same for a model that answers with one word."""

    def __init__(self, model: YesNo, scales: Scales) -> None:
        self._model = model
        self._scales = scales

    @property
    def name(self) -> str:
        """The role setting."""
        return self._model.name

    async def close(self) -> None:
        """Close the connections of the model, which are none."""
        await self._model.close()

    async def shown(self, rules: str, shown: str, book: Book) -> ShownTokens:  # noqa: ARG002
        """Nothing; raises NotSent."""
        self._scales.put(rules, shown)
        raise NotSent(f"{self.name} was not asked.")
