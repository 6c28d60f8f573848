"""JSON over HTTP to a service of models: tried again where that helps, booked each time, its errors told.

The clients of the services are not used here. Voyage's brings 55 packages and gives up on a 500 and on a lost
connection; Ollama's raises one failure as five kinds of exceptions; the OpenAI protocol is spoken by many
servers, each a little different, which its client refuses.
"""

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeVar

import httpx
from pydantic import BaseModel, SecretStr, ValidationError

from gradient.errors import Outage
from gradient.providers.answers import Declined, Unusable
from gradient.providers.prices import Tokens, price
from gradient.store.ledger import Book, Call, Ended

WAITS = (1.0, 4.0, 16.0)
"""Seconds before the second and each further try, less up to half of them by chance."""
MOST_WAIT = 60.0
"""A service that wants a longer pause is left alone: its unit waits, not the connection."""
MOST_SAID = 300
"""Characters of what a service says that are passed on."""

_PASSING: Final = frozenset({408, 409, 425, 429})
_NOT_TAKEN: Final = frozenset({400, 413, 422})
_TOO_LONG = re.compile(
    r"context (length|window|size)|too long|too large|too many tokens|max\w* (\w+ )?(context|tokens)",
    re.IGNORECASE,
)
_SPENT = re.compile(r"insufficient_quota|spend.?limit|billing", re.IGNORECASE)


class TooLong(Declined):
    """The request is longer than the model takes."""


class _Passing(Outage):
    """It may be otherwise in a moment; `wait` is how many seconds the service asks for."""

    wait: float | None = None


@dataclass(frozen=True)
class Spent:
    """What an answer took, as far as it says; `tokens` is None where it does not."""

    ended: Ended = "done"
    tokens: Tokens | None = None
    thinking: int | None = None


class Reply(BaseModel):
    """An answer of a service; what is not declared is passed over."""

    def spent(self) -> Spent:
        """What it took."""
        return Spent()


AnyReply = TypeVar("AnyReply", bound=Reply)


@dataclass(frozen=True)
class Service:
    """A model at an address. `ways_out` says for statuses that need a person what to do."""

    provider: str
    model: str
    name: str
    url: str
    key: SecretStr | None
    key_from: str
    at_once: int
    timeout_seconds: float
    outer_seconds: float
    own: bool = False
    """Whether it runs on a machine of the user's own, so that calls cost nothing."""
    not_there: str = "there is no such model; check the name under [roles] in gradient.toml"
    headers: dict[str, str] = field(default_factory=dict)

    def way_out(self, status: int) -> str | None:
        """What a person has to put right, for a status that says so."""
        return {
            401: f"the key is not accepted; check {self.key_from}",
            402: "the account has to be paid for",
            403: "the key may not use this model",
            404: self.not_there,
        }.get(status)

    def usd(self, tokens: Tokens | None) -> float | None:
        """The price of a call, or None where it is not known."""
        if self.own:
            return 0.0
        return None if tokens is None else price(self.provider, self.model, tokens)


class Wire:
    """One session with a service."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._client: httpx.AsyncClient | None = None
        self._room = asyncio.Semaphore(service.at_once)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def post(self, path: str, body: dict[str, Any], form: type[AnyReply], book: Book) -> AnyReply:
        """The answer in the form of the service; each try is booked, whatever becomes of it.

        Raises Outage if nobody answers just now or for this key, TooLong, Declined for a request that is not
        taken otherwise, Unusable for an answer in another form.
        """
        async with self._room:
            ends_at = asyncio.get_running_loop().time() + self.service.outer_seconds
            for wait in WAITS:
                try:
                    return await self._tried(path, body, form, book, ends_at)
                except _Passing as error:
                    pause = error.wait if error.wait is not None else wait * random.uniform(0.5, 1)
                    if pause > MOST_WAIT or asyncio.get_running_loop().time() + pause >= ends_at:
                        raise
                await asyncio.sleep(pause)
            return await self._tried(path, body, form, book, ends_at)

    async def _tried(
        self, path: str, body: dict[str, Any], form: type[AnyReply], book: Book, ends_at: float
    ) -> AnyReply:
        began = time.monotonic()
        try:
            async with asyncio.timeout_at(ends_at):
                answer = await self._connected().post(f"{self.service.url}{path}", json=body)
        except (httpx.HTTPError, TimeoutError) as error:
            await book(self._call(Spent(ended="failed"), began, None))
            raise _Passing(
                f"{self.service.name} does not answer just now: {type(error).__name__}."
            ) from error
        if answer.status_code != httpx.codes.OK:
            await book(self._call(Spent(ended="failed"), began, 0.0))
            raise self._told(answer)
        try:
            reply = form.model_validate_json(answer.content)
        except ValidationError as error:
            await book(self._call(Spent(ended="failed"), began, 0.0 if self.service.own else None))
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "its answer"
            raise Unusable(
                f"{self.service.name} answers in an unknown form: {where}: {first['msg']}."
            ) from None
        spent = reply.spent()
        await book(self._call(spent, began, self.service.usd(spent.tokens)))
        return reply

    def _connected(self) -> httpx.AsyncClient:
        if self._client is None:
            headers = dict(self.service.headers)
            if self.service.key is not None:
                headers["authorization"] = f"Bearer {self.service.key.get_secret_value()}"
            self._client = httpx.AsyncClient(timeout=self.service.timeout_seconds, headers=headers)
        return self._client

    def _call(self, spent: Spent, began: float, usd: float | None) -> Call:
        tokens = spent.tokens
        return Call(
            self.service.provider,
            self.service.model,
            time.monotonic() - began,
            spent.ended,
            input_tokens=None if tokens is None else tokens.prompt,
            cached_tokens=None if tokens is None else tokens.cache_read,
            output_tokens=None if tokens is None else tokens.output,
            thinking_tokens=spent.thinking,
            usd=usd,
        )

    def _told(self, answer: httpx.Response) -> Exception:
        """A status other than 200 as what it means here."""
        name, status = self.service.name, answer.status_code
        said = self._said(answer)
        way_out = self.service.way_out(status)
        if way_out is not None:
            return Outage(f"{name}: {way_out}. It says: {said}")
        if status in _NOT_TAKEN:
            kind = (
                TooLong
                if status == httpx.codes.REQUEST_ENTITY_TOO_LARGE or _TOO_LONG.search(said)
                else Declined
            )
            return kind(f"{name} does not take the request: {said}")
        if _SPENT.search(answer.text):
            return Outage(
                f"{name}: the spend limit of the account is reached; raise it there. It says: {said}"
            )
        if status in _PASSING or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            passing = _Passing(f"{name} does not answer just now ({status}): {said}")
            passing.wait = _seconds(answer.headers.get("retry-after"))
            return passing
        return Outage(f"{name} answers with the status {status}; check its address. It says: {said}")

    def _said(self, answer: httpx.Response) -> str:
        """The sentence of the service, without the key should it repeat it."""
        said = _sentence(answer.text)
        if self.service.key is not None:
            said = said.replace(self.service.key.get_secret_value(), "(the key)")
        return said[:MOST_SAID] or answer.reason_phrase


def _sentence(text: str) -> str:
    """What an error says: `detail`, `error` or `error.message`; of anything else the first line."""
    try:
        found = json.loads(text)
    except ValueError:
        return text.strip().partition("\n")[0]
    if isinstance(found, dict):
        found = found.get("error", found.get("detail", found.get("message", "")))
    if isinstance(found, dict):
        found = found.get("message", "")
    return " ".join(str(found).split())


def _seconds(told: str | None) -> float | None:
    """The seconds that a service asks to wait for, told as a number or as a time."""
    if told is None:
        return None
    try:
        return max(0.0, float(told))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except ValueError:
        return None
