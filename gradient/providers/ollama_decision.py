"""Plays `score` with the decision models that Ollama serves: they tell a probability, and write no word."""

import math
from typing import Annotated, Final

from pydantic import Field

from gradient.providers.access import Access
from gradient.providers.answers import Unusable
from gradient.providers.ollama import service
from gradient.providers.ports import ShownTokens
from gradient.providers.prices import Tokens
from gradient.providers.wire import Reply, Spent, Wire
from gradient.store.ledger import Book

ANSWER: Final = "answer"
"""What the one question of a request is called in it."""


class _Probability(Reply):
    noul: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Usage(Reply):
    input_tokens: int
    output_tokens: int = 0


class _Decided(Reply):
    answers: dict[str, _Probability]
    usage: _Usage | None = None

    def spent(self) -> Spent:
        if self.usage is None:
            return Spent()
        return Spent(tokens=Tokens(self.usage.input_tokens, 0, 0, self.usage.output_tokens))


class DecisionModel:
    """A model that says how likely Yes is, in one pass. It refuses what is longer than it takes."""

    def __init__(self, model: str, access: Access) -> None:
        self._wire = Wire(service(model, access))
        self._model = model

    @property
    def name(self) -> str:
        """The role setting, and that it decides: another way to ask is another scorer."""
        return f"{self._wire.service.name} (decision)"

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.close()

    async def shown(self, rules: str, shown: str, book: Book) -> ShownTokens:
        """Yes and No with their probabilities; see `YesNo.shown`."""
        question = {"type": "noul", "instructions": rules}
        body = {"model": self._model, "state": shown, "questions": {ANSWER: question}}
        decided = await self._wire.post("/v1/systemone", body, _Decided, book, 0)
        if ANSWER not in decided.answers:
            raise Unusable(f"{self.name} did not answer the question.")
        yes = decided.answers[ANSWER].noul
        sides = (("Yes", yes), ("No", 1 - yes))
        return ShownTokens(tuple((side, math.log(share)) for side, share in sides if share > 0))
