"""Plays roles with Anthropic's models, through Anthropic's own client."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from gradient.errors import Outage
from gradient.providers.access import Access
from gradient.providers.answers import CutOff, Declined, Empty, Turn
from gradient.providers.prices import Tokens, price
from gradient.store.ledger import Book, Call, Ended

if TYPE_CHECKING:
    from anthropic import APIError, AsyncAnthropic
    from anthropic.types import Message, TextBlockParam

PROVIDER: Final = "anthropic"
MAX_TOKENS = 8192
"""Of an answer, thinking included."""
TIMEOUT_SECONDS = 120.0
OUTER_SECONDS = 150.0
"""A request that has not ended by then is given up, whatever its connection says."""
AT_ONCE = 4

_NEEDS_A_PERSON: Final = {
    401: "the key is not accepted; check anthropic.key in gradient.toml or ANTHROPIC_API_KEY",
    402: "the account has to be paid for",
    403: "the key may not use this model",
    404: "there is no such model; check the name under [roles] in gradient.toml",
}
_SPENT: Final = "spend_limit"


def answerer(model: str, access: Access) -> "Claude":
    """The model, without a connection yet."""
    return Claude(model, None if access.anthropic_key is None else access.anthropic_key.get_secret_value())


class Claude:
    """One of Anthropic's models. Every request is tried once: what is tried again is its unit."""

    def __init__(self, model: str, key: str | None) -> None:
        self._model = model
        self._key = key
        self._client: AsyncAnthropic | None = None
        self._room = asyncio.Semaphore(AT_ONCE)

    room = 90_000
    """Prompts of more than 100,000 tokens cost some models five times as much."""

    @property
    def name(self) -> str:
        """The role setting."""
        return f"{PROVIDER}:{self._model}"

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says; see `Answerer.say`."""
        import anthropic

        began = time.monotonic()
        try:
            async with self._room, asyncio.timeout(OUTER_SECONDS):
                message = await self._sent(rules, turns, form)
        except (anthropic.APIError, TimeoutError) as error:
            await book(self._failed(error, time.monotonic() - began))
            raise self._told(error) from error
        call = self._call(message, time.monotonic() - began)
        await book(call)
        return self._text(message, call.ended)

    async def _sent(self, rules: str, turns: Sequence[Turn], form: type[BaseModel]) -> "Message":
        from anthropic import transform_schema
        from anthropic.types import MessageParam, OutputConfigParam

        system: TextBlockParam = {"type": "text", "text": rules, "cache_control": {"type": "ephemeral"}}
        messages: list[MessageParam] = [
            {"role": "user", "content": _parts(turn)}
            if turn.speaker == "user"
            else {"role": "assistant", "content": turn.text}
            for turn in turns
        ]
        output: OutputConfigParam = {
            "effort": "low",
            "format": {"type": "json_schema", "schema": transform_schema(form)},
        }
        return await self._connected().messages.create(
            model=self._model, max_tokens=MAX_TOKENS, system=[system], messages=messages, output_config=output
        )

    def _connected(self) -> "AsyncAnthropic":
        """The client, made when it is first needed: it takes seconds to load."""
        from anthropic import AsyncAnthropic

        if self._client is None:
            self._client = AsyncAnthropic(api_key=self._key, timeout=TIMEOUT_SECONDS, max_retries=0)
        return self._client

    def _text(self, message: "Message", ended: Ended) -> str:
        if ended == "refused":
            raise Declined(f"{self.name} refused to answer.")
        if ended == "cut off":
            raise CutOff(f"{self.name} was cut off at {MAX_TOKENS} tokens.")
        text = "".join(block.text for block in message.content if block.type == "text")
        if not text.strip():
            raise Empty(f"{self.name} answered with nothing.")
        return text

    def _call(self, message: "Message", seconds: float) -> Call:
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
            seconds,
            _ended(message.stop_reason),
            input_tokens=tokens.prompt,
            cached_tokens=tokens.cache_read,
            output_tokens=tokens.output,
            thinking_tokens=None if thinking is None else thinking.thinking_tokens,
            usd=price(PROVIDER, self._model, tokens),
        )

    def _failed(self, error: "APIError | TimeoutError", seconds: float) -> Call:
        """A call without an answer; one that the service turned down by a status costs nothing."""
        turned_down = getattr(error, "status_code", None) is not None
        return Call(PROVIDER, self._model, seconds, "failed", usd=0.0 if turned_down else None)

    def _told(self, error: "APIError | TimeoutError") -> Exception:
        """The error as what it means here."""
        status, said = getattr(error, "status_code", None), _said(error)
        if status in _NEEDS_A_PERSON:
            return Outage(f"{self.name}: {_NEEDS_A_PERSON[status]}. It says: {said}")
        if status in {400, 413, 422}:
            return Declined(f"{self.name} does not take the request: {said}")
        if _SPENT in (getattr(error, "error_code", None) or ""):
            return Outage(
                f"{self.name}: the spend limit of the account is reached; raise it there. It says: {said}"
            )
        return Outage(f"{self.name} does not answer just now: {said}")


def _parts(turn: Turn) -> "list[TextBlockParam]":
    """What is the same for many questions is kept by the service after the first."""
    parts: list[TextBlockParam] = []
    if turn.before:
        parts.append({"type": "text", "text": turn.before, "cache_control": {"type": "ephemeral"}})
    return [*parts, {"type": "text", "text": turn.text}]


def _ended(reason: str | None) -> Ended:
    if reason == "refusal":
        return "refused"
    return "done" if reason == "end_turn" else "cut off"


def _said(error: Any) -> str:
    """The sentence of the service, or the kind of failure; never what was sent."""
    return str(getattr(error, "api_message", None) or "").strip() or type(error).__name__
