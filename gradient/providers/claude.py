"""Plays roles with Anthropic's models, through Anthropic's own client."""

import asyncio
import base64
import time
import warnings
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel

from gradient.errors import Unplayable
from gradient.providers.access import Access
from gradient.providers.answers import CutOff, Declined, Empty, Turn
from gradient.providers.estimates import estimated_tokens
from gradient.providers.patience import Passing, asked_seconds, persistently
from gradient.providers.prices import Tokens, most, price
from gradient.providers.together import entered
from gradient.providers.wire import ANEW, TooLong, says_too_long
from gradient.store.ledger import Book, Call, Ended, Sending

if TYPE_CHECKING:
    from anthropic import APIError, AsyncAnthropic
    from anthropic.types import CacheControlEphemeralParam, ImageBlockParam, Message, TextBlockParam
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

PROVIDER: Final = "anthropic"
MAX_TOKENS = 8192
"""Of an answer, thinking included."""
TIMEOUT_SECONDS = 120.0
OUTER_SECONDS = 300.0
"""A request that has not ended by then, with all its tries, is given up, whatever its connection says."""
PICTURE_TOKENS: Final = 1600
"""Of a picture as large as a page."""

KeptFor = Literal["5m", "1h"]

_NEEDS_A_PERSON: Final = {
    401: f"the key is not accepted; check anthropic.key in gradient.toml or ANTHROPIC_API_KEY, {ANEW}",
    402: "the account has to be paid for",
    403: "the key may not use this model",
    404: f"there is no such model; check the name under [roles] in gradient.toml, {ANEW}",
}
_SPENT: Final = "spend_limit"


def answerer(model: str, access: Access) -> "Claude":
    """The model, without a connection yet."""
    return Claude(model, access)


class Claude:
    """One of Anthropic's models."""

    def __init__(self, model: str, access: Access) -> None:
        self._model = model
        self._access = access
        self._client: AsyncAnthropic | None = None
        self._room = access.room(PROVIDER)

    room = 90_000
    """Prompts of more than 100,000 tokens cost some models five times as much."""

    @property
    def name(self) -> str:
        """The role setting."""
        return f"{PROVIDER}:{self._model}"

    @property
    def model(self) -> str:
        """What the service calls it."""
        return self._model

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says; see `Answerer.say`."""
        usd = self.most_usd(rules, turns)

        async def attempt(number: int, left: float) -> str:
            sending = Sending(PROVIDER, self._model, usd, number)
            async with entered(book, sending, self._access.patience) as entry:
                return await self._tried(rules, turns, form, partial(book.settle, entry), number, left)

        async with self._room:
            return await persistently(attempt, OUTER_SECONDS, self._access.patience)

    def most_usd(self, rules: str, turns: Sequence[Turn]) -> float | None:
        """The most that a request comes to, or None where no price is known."""
        prompt = estimated_tokens(rules) + sum(_tokens(turn) for turn in turns)
        return most(PROVIDER, self._model, prompt, MAX_TOKENS, self._access.prices)

    async def _tried(
        self,
        rules: str,
        turns: Sequence[Turn],
        form: type[BaseModel],
        settle: Callable[[Call], Awaitable[None]],
        number: int,
        left: float,
    ) -> str:
        import anthropic

        call = Call(PROVIDER, self._model, 0.0, "failed", attempt=number)
        began = time.monotonic()
        try:
            async with asyncio.timeout(left):
                message = await self._sent(rules, turns, form)
            if getattr(message, "usage", None) is None:  # the client hands on what is no JSON of theirs
                raise self.strange()
            call = self.call(message, number)
            return self.text(message, call.ended)
        except (anthropic.APIError, TimeoutError) as error:
            request_id = getattr(error, "request_id", None)
            free = _turned_down(error) or _never_sent(error)
            call = replace(call, usd=0.0 if free else None, request_id=request_id)
            raise self.told(error) from (None if _turned_down(error) else error)
        finally:
            await settle(replace(call, seconds=time.monotonic() - began))

    async def _sent(self, rules: str, turns: Sequence[Turn], form: type[BaseModel]) -> "Message":
        return await self.client.messages.create(**self.request(rules, turns, form))

    def request(
        self, rules: str, turns: Sequence[Turn], form: type[BaseModel], kept_for: KeptFor = "5m"
    ) -> "MessageCreateParamsNonStreaming":
        """The body of a request; the service keeps its beginning for so long, if that is long enough."""
        from anthropic import transform_schema

        cached: CacheControlEphemeralParam = {"type": "ephemeral", "ttl": kept_for}
        return {
            "model": self._model,
            "max_tokens": MAX_TOKENS,
            "system": [{"type": "text", "text": rules, "cache_control": cached}],
            "messages": [
                {"role": "user", "content": _parts(turn, cached)}
                if turn.speaker == "user"
                else {"role": "assistant", "content": turn.text}
                for turn in turns
            ],
            "output_config": {
                "effort": "low",
                "format": {"type": "json_schema", "schema": transform_schema(form)},
            },
        }

    @property
    def client(self) -> "AsyncAnthropic":
        """The client, made when it is first needed: it takes seconds to load."""
        from anthropic import AsyncAnthropic

        if self._client is None:
            # What becomes of a model is asked of the service, and told in our words.
            warnings.filterwarnings("ignore", "The model '.*' is deprecated", DeprecationWarning)
            key = self._access.anthropic_key
            self._client = AsyncAnthropic(
                api_key=None if key is None else key.get_secret_value(),
                base_url=self._access.anthropic_url,
                timeout=TIMEOUT_SECONDS,
                max_retries=0,
            )
        return self._client

    def text(self, message: "Message", ended: Ended) -> str:
        """The words of an answer. Raises Declined, CutOff or Empty where there are none that count."""
        if ended == "refused":
            raise Declined(f"{self.name} refused to answer.")
        if ended == "cut off":
            raise CutOff(f"{self.name} was cut off at {MAX_TOKENS} tokens.")
        text = "".join(block.text for block in message.content if block.type == "text")
        if not text.strip():
            raise Empty(f"{self.name} answered with nothing.")
        return text

    def call(self, message: "Message", number: int) -> Call:
        """The row of the ledger for an answer; how long it took has to be added."""
        usage = message.usage
        tokens = Tokens(
            usage.input_tokens,
            usage.cache_creation_input_tokens or 0,
            usage.cache_read_input_tokens or 0,
            usage.output_tokens,
        )
        thinking = usage.output_tokens_details
        return Call(
            PROVIDER,
            self._model,
            0.0,
            _ended(message.stop_reason),
            input_tokens=tokens.prompt,
            cached_tokens=tokens.cache_read,
            cache_written_tokens=tokens.cache_written,
            output_tokens=tokens.output,
            thinking_tokens=None if thinking is None else thinking.thinking_tokens,
            usd=price(PROVIDER, self._model, tokens, self._access.prices),
            request_id=getattr(message, "_request_id", None),
            attempt=number,
        )

    def told(self, error: "APIError | TimeoutError") -> Exception:
        """The error as what it means here."""
        status, said = getattr(error, "status_code", None), self._said(error)
        if status in _NEEDS_A_PERSON:
            return Unplayable(f"{self.name}: {_NEEDS_A_PERSON[status]}. It says: {said}")
        if status in {400, 413, 422}:
            kind = TooLong if status == 413 or says_too_long(said) else Declined
            return kind(f"{self.name} does not take the request: {said}")
        if _SPENT in (getattr(error, "error_code", None) or ""):
            return Unplayable(
                f"{self.name}: the spend limit of the account is reached; raise it there. It says: {said}"
            )
        response = getattr(error, "response", None)
        wait = None if response is None else asked_seconds(response.headers.get("retry-after"))
        return Passing(f"{self.name} does not answer just now: {said}", wait)

    def strange(self) -> Unplayable:
        """What to say of an answer that cannot be of the service, such as the page of a proxy."""
        return Unplayable(
            f"{self.name}: what answers does not speak Anthropic's protocol; check ANTHROPIC_BASE_URL and the"
            " way there."
        )

    def _said(self, error: Any) -> str:
        """The sentence of the service, without the key should it repeat it, or the kind of failure."""
        said = str(getattr(error, "api_message", None) or "").strip()
        key = self._access.anthropic_key
        if key is not None:
            said = said.replace(key.get_secret_value(), "(the key)")
        return said or type(error).__name__


def _turned_down(error: Exception) -> bool:
    """Whether the service said no by a status: then the call costs nothing."""
    return getattr(error, "status_code", None) is not None


def _never_sent(error: Exception) -> bool:
    """Whether there was no connection to send anything over."""
    import httpx2

    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def _tokens(turn: Turn) -> int:
    return estimated_tokens(turn.whole) + (PICTURE_TOKENS if turn.picture else 0)


def _parts(turn: Turn, cached: "CacheControlEphemeralParam") -> "list[TextBlockParam | ImageBlockParam]":
    """What is the same for many questions is kept by the service after the first."""
    parts: list[TextBlockParam | ImageBlockParam] = []
    if turn.before:
        parts.append({"type": "text", "text": turn.before, "cache_control": cached})
    if turn.picture:
        data = base64.b64encode(turn.picture).decode()
        parts.append({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
    return [*parts, {"type": "text", "text": turn.text}]


def _ended(reason: str | None) -> Ended:
    if reason == "refusal":
        return "refused"
    return "done" if reason == "end_turn" else "cut off"
