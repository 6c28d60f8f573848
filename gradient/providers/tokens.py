"""The words that a model shows for the place of its answer, as Ollama and the OpenAI protocol tell them."""

from typing import Annotated

from pydantic import BaseModel, Field

from gradient.errors import Unplayable
from gradient.providers.ports import ShownTokens

LogProbability = Annotated[float, Field(le=1e-3)]


class Word(BaseModel):
    """A word with the logarithm of its probability."""

    token: str
    logprob: LogProbability


class Place(Word):
    """The word at one place, and the likeliest ones there."""

    top_logprobs: list[Word] = []


def first_place(places: list[Place] | None, name: str) -> ShownTokens:
    """The words of the first place. Unplayable where there is none: no further question would show any."""
    if not places:
        raise Unplayable(
            f"{name} shows no log probabilities, from which a confidence is read; set another model, or"
            ' score = "offline", under [roles] in gradient.toml.'
        )
    words = [places[0], *places[0].top_logprobs]
    return ShownTokens(tuple((word.token, word.logprob) for word in words))
