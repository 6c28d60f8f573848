"""Plays roles with models that Ollama serves."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from gradient.providers.access import Access
from gradient.providers.answers import CutOff, Empty, Turn
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.estimates import estimated_tokens
from gradient.providers.ports import Meant, ShownTokens
from gradient.providers.prices import Tokens
from gradient.providers.tokens import Place, first_place
from gradient.providers.wire import Reply, Service, Spent, TooLong, Wire
from gradient.store.ledger import Book, Ended

PROVIDER: Final = "ollama"
VERSION: Final = "1"
CLOUD: Final = "cloud"
"""How the names of models end that run elsewhere, at a price."""
MOST_TOKENS = 4096
"""Of an answer in a given form."""
MOST_SHOWN: Final = 20
"""Words whose probabilities it shows."""
TIMEOUT_SECONDS = 300.0
"""A model that has to be loaded first may take minutes."""


class _Embeddings(Reply):
    embeddings: list[list[float]]
    prompt_eval_count: int = 0

    def spent(self) -> Spent:
        return Spent(tokens=Tokens(self.prompt_eval_count, 0, 0, 0))


class _Message(Reply):
    content: str


class _Chat(Reply):
    message: _Message
    done_reason: str | None = None
    logprobs: list[Place] | None = None
    prompt_eval_count: int = 0
    eval_count: int = 0

    def spent(self) -> Spent:
        ended: Ended = "cut off" if self.done_reason == "length" and self.logprobs is None else "done"
        return Spent(ended, Tokens(self.prompt_eval_count, 0, 0, self.eval_count))


class OllamaModel:
    """A model that answers, in a given form or with one word. What does not fit its context is not sent."""

    def __init__(self, model: str, access: Access) -> None:
        self._wire = Wire(service(model, access))
        self._model = model
        self._num_ctx = access.num_ctx

    @property
    def name(self) -> str:
        """The role setting."""
        return self._wire.service.name

    @property
    def room(self) -> int:
        """How many tokens rules, question and answer may have together."""
        return self._num_ctx

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says; see `Answerer.say`."""
        said = [{"role": turn.speaker, "content": turn.whole} for turn in turns]
        answer = await self._asked(rules, said, {"format": form.model_json_schema()}, MOST_TOKENS, book)
        if answer.done_reason == "length":
            raise CutOff(f"{self.name} was cut off before its answer was complete.")
        if not answer.message.content.strip():
            raise Empty(f"{self.name} answered with nothing.")
        return answer.message.content

    async def shown(self, rules: str, shown: str, book: Book) -> ShownTokens:
        """The words for the place of the answer; see `YesNo.shown`."""
        wanted = {"logprobs": True, "top_logprobs": MOST_SHOWN}
        answer = await self._asked(rules, [{"role": "user", "content": shown}], wanted, 1, book)
        return first_place(answer.logprobs, self.name)

    async def _asked(
        self, rules: str, said: list[dict[str, str]], wanted: dict[str, Any], most: int, book: Book
    ) -> _Chat:
        tokens = estimated_tokens(rules) + sum(estimated_tokens(one["content"]) for one in said)
        if tokens > self._num_ctx:
            raise TooLong(self._too_long())
        body = {
            "model": self._model,
            "messages": [{"role": "system", "content": rules}, *said],
            "stream": False,
            "think": False,
            "options": {"temperature": 0, "seed": 1, "num_ctx": self._num_ctx, "num_predict": most},
            **wanted,
        }
        answer = await self._wire.post("/api/chat", body, _Chat, book, most)
        if answer.prompt_eval_count + 1 >= self._num_ctx:
            # What is over the context is cut off without a word.
            raise TooLong(self._too_long())
        return answer

    def _too_long(self) -> str:
        return f"The question is longer than {self.name} is given room for; raise num_ctx under [ollama]."


def embedder(model: str, access: Access) -> ModelEmbedder:
    """The model; it makes no difference between documents and queries."""
    wire = Wire(service(model, access))

    async def request(texts: Sequence[str], _: Meant, book: Book) -> list[list[float]]:
        body = {
            "model": model,
            "input": list(texts),
            "truncate": False,
            "dimensions": access.dimensions,
            "options": {"num_ctx": access.num_ctx},
        }
        return (await wire.post("/api/embed", body, _Embeddings, book)).embeddings

    return ModelEmbedder(wire, VERSION, access.dimensions, Limits(64, access.num_ctx), request)


def costs_nothing(model: str) -> bool:
    """Whether a model runs where Ollama runs, on a machine of the user's."""
    return not model.endswith(CLOUD)


def service(model: str, access: Access) -> Service:
    """A model of the server that the settings name."""
    return Service(
        PROVIDER,
        model,
        f"{PROVIDER}:{model}",
        access.ollama_url.rstrip("/"),
        None,
        "",
        access.room(PROVIDER),
        TIMEOUT_SECONDS,
        2 * TIMEOUT_SECONDS,
        own=costs_nothing(model),
        prices=access.prices,
        patience=access.patience,
        not_there=f"there is no such model on {access.ollama_url}; fetch it with ollama pull {model}",
    )
