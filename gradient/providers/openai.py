"""Plays roles with whatever speaks the OpenAI protocol at a given address."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from gradient.providers.access import Access
from gradient.providers.answers import CutOff, Declined, Empty, Turn
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.ports import Meant, ShownTokens
from gradient.providers.prices import Tokens
from gradient.providers.tokens import Place, first_place
from gradient.providers.wire import ANEW, Reply, Service, Spent, Wire
from gradient.store.ledger import Book, Ended

PROVIDER: Final = "openai"
VERSION: Final = "1"
MOST_TOKENS = 4096
"""Of an answer in a given form."""
MOST_SHOWN: Final = 20
ROOM: Final = 16_000
"""Tokens of rules, question and answer together that most models of today take."""
TIMEOUT_SECONDS = 120.0


class _Item(Reply):
    index: int
    embedding: list[float]


class _Usage(Reply):
    prompt_tokens: int


class _Embeddings(Reply):
    data: list[_Item]
    usage: _Usage | None = None

    def spent(self) -> Spent:
        return Spent() if self.usage is None else Spent(tokens=Tokens(self.usage.prompt_tokens, 0, 0, 0))


class _Cached(Reply):
    cached_tokens: int | None = 0


class _ChatUsage(Reply):
    prompt_tokens: int
    completion_tokens: int = 0
    prompt_tokens_details: _Cached | None = None

    def tokens(self) -> Tokens:
        cached = (self.prompt_tokens_details and self.prompt_tokens_details.cached_tokens) or 0
        return Tokens(self.prompt_tokens - cached, 0, cached, self.completion_tokens)


class _Message(Reply):
    content: str | None = None
    refusal: str | None = None


class _LogProbabilities(Reply):
    content: list[Place] | None = None


class _Choice(Reply):
    message: _Message
    finish_reason: str | None = None
    logprobs: _LogProbabilities | None = None

    @property
    def ended(self) -> Ended:
        if self.message.refusal or self.finish_reason == "content_filter":
            return "refused"
        return "cut off" if self.finish_reason == "length" and self.logprobs is None else "done"


class _Chat(Reply):
    choices: list[_Choice] = Field(min_length=1)
    usage: _ChatUsage | None = None

    def spent(self) -> Spent:
        return Spent(self.choices[0].ended, None if self.usage is None else self.usage.tokens())


class OpenAIModel:
    """A model that answers, in a given form or with one word."""

    room = ROOM

    def __init__(self, place: str, access: Access) -> None:
        self._wire = Wire(service(place, access))
        # The service that the protocol is from has renamed the limit; the others know the old name.
        own = urlsplit(self._wire.service.url).hostname == "api.openai.com"
        self._limit = "max_completion_tokens" if own else "max_tokens"

    @property
    def name(self) -> str:
        """The role setting."""
        return self._wire.service.name

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says; see `Answerer.say`."""
        schema = {"name": form.__name__, "schema": _all_required(form.model_json_schema()), "strict": True}
        wanted = {"response_format": {"type": "json_schema", "json_schema": schema}}
        said = [{"role": turn.speaker, "content": turn.whole} for turn in turns]
        answer = await self._asked(rules, said, wanted, MOST_TOKENS, book)
        if answer.ended == "cut off":
            raise CutOff(f"{self.name} was cut off at {MOST_TOKENS} tokens.")
        text = answer.message.content or ""
        if not text.strip():
            raise Empty(f"{self.name} answered with nothing.")
        return text

    async def shown(self, rules: str, shown: str, book: Book) -> ShownTokens:
        """The words for the place of the answer; see `YesNo.shown`."""
        wanted = {"logprobs": True, "top_logprobs": MOST_SHOWN, "temperature": 0}
        answer = await self._asked(rules, [{"role": "user", "content": shown}], wanted, 1, book)
        return first_place(None if answer.logprobs is None else answer.logprobs.content, self.name)

    async def _asked(
        self, rules: str, said: list[dict[str, str]], wanted: dict[str, Any], most: int, book: Book
    ) -> _Choice:
        messages = [{"role": "system", "content": rules}, *said]
        body = {"model": self._wire.service.model, "messages": messages, self._limit: most, **wanted}
        (choice, *_) = (await self._wire.post("/chat/completions", body, _Chat, book, most)).choices
        if choice.ended == "refused":
            raise Declined(f"{self.name} refused to answer.")
        return choice


def _all_required(schema: Any) -> Any:
    """The schema with every key of an object required, as a strict one has to have it."""
    if isinstance(schema, list):
        return [_all_required(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: _all_required(one) for key, one in schema.items() if key != "default"}
    return {**inner, "required": list(schema["properties"])} if "properties" in schema else inner


def embedder(place: str, access: Access) -> ModelEmbedder:
    """The model of a place, `address#model`; its vectors keep their length, which many servers cannot cut."""
    wire = Wire(service(place, access))

    async def request(texts: Sequence[str], _: Meant, book: Book) -> list[list[float]]:
        body = {"model": wire.service.model, "input": list(texts), "encoding_format": "float"}
        answer = await wire.post("/embeddings", body, _Embeddings, book)
        return [one.embedding for one in sorted(answer.data, key=lambda one: one.index)]

    return ModelEmbedder(wire, VERSION, access.dimensions, Limits(256, 100_000), request)


def service(place: str, access: Access) -> Service:
    """The model of a place, `address#model`."""
    url, _, model = place.partition("#")
    return Service(
        PROVIDER,
        model,
        f"{PROVIDER}:{place}",
        url.rstrip("/"),
        access.openai_key,
        "openai.key in gradient.toml or OPENAI_API_KEY",
        access.room(PROVIDER, url),
        TIMEOUT_SECONDS,
        2 * TIMEOUT_SECONDS,
        prices=access.prices,
        patience=access.patience,
        not_there=(
            f"there is no such model at {url}; check address and name under [roles] in gradient.toml, {ANEW}"
        ),
    )
