"""JSON over HTTP to a service of models: tried again where that helps, booked each time, its errors told.

The clients of the services are not used here. Voyage's brings 55 packages and gives up on a 500 and on a lost
connection; Ollama's raises one failure as five kinds of exceptions; the OpenAI protocol is spoken by many
servers, each a little different, which its client refuses.
"""

import asyncio
import json
import re
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Generic, TypeVar

import httpx
from pydantic import BaseModel, SecretStr, ValidationError

from gradient.errors import Unplayable
from gradient.providers.answers import Declined, Unusable
from gradient.providers.estimates import estimated_tokens
from gradient.providers.patience import Passing, Patience, asked_seconds, persistently
from gradient.providers.prices import Prices, Tokens, most, price
from gradient.providers.together import entered
from gradient.store.ledger import Book, Call, Ended, Sending

ANEW: Final = "and start gradient run anew"
"""A daemon goes by the settings that it began with."""
MOST_SAID = 300
"""Characters of what a service says that are passed on."""

_PASSING: Final = frozenset({408, 409, 425, 429})
_NOT_TAKEN: Final = frozenset({400, 413, 422})
_TOO_LONG = re.compile(
    r"context (length|window|size)|too long|too large|too many tokens|max\w* (\w+ )?(context|tokens)",
    re.IGNORECASE,
)
_SPENT = re.compile(
    r"insufficient_quota|spend.?limit|billing_(hard_limit|not_active)|exceeded your current quota",
    re.IGNORECASE,
)
"""Not the word billing alone: a rate limit names the page of the account where a higher one is bought."""


class TooLong(Declined):
    """The request is longer than the model takes."""


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
    room: asyncio.Semaphore
    timeout_seconds: float
    outer_seconds: float
    own: bool = False
    """Whether it runs on a machine of the user's own, so that calls cost nothing."""
    not_there: str = f"there is no such model; check the name under [roles] in gradient.toml, {ANEW}"
    headers: dict[str, str] = field(default_factory=dict)
    prices: Prices = field(default_factory=dict)
    patience: Patience = field(default_factory=Patience)

    def way_out(self, status: int) -> str | None:
        """What a person has to put right, for a status that says so."""
        return {
            401: f"the key is not accepted; check {self.key_from}, {ANEW}",
            402: "the account has to be paid for",
            403: "the key may not use this model",
            404: self.not_there,
        }.get(status)

    def usd(self, tokens: Tokens | None) -> float | None:
        """The price of a call, or None where it is not known."""
        if self.own and self._name not in self.prices:
            return 0.0
        return None if tokens is None else price(self.provider, self.model, tokens, self.prices)

    def most_usd(self, prompt: int, output: int) -> float | None:
        """The most that a call of so many tokens may come to, or None where no price is known."""
        if self.own and self._name not in self.prices:
            return 0.0
        return most(self.provider, self.model, prompt, output, self.prices)

    @property
    def _name(self) -> str:
        return f"{self.provider}:{self.model}"


@dataclass(frozen=True)
class _Request(Generic[AnyReply]):
    """What is sent; `usd` is the most that it may come to."""

    path: str
    body: dict[str, Any]
    form: type[AnyReply]
    book: Book
    usd: float | None


class Wire:
    """One session with a service."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def post(
        self, path: str, body: dict[str, Any], form: type[AnyReply], book: Book, output: int = 0
    ) -> AnyReply:
        """The answer in the form of the service; each try is booked, whatever becomes of it.

        `output` is how many tokens it may have. Raises Outage if nobody answers just now, Unplayable for this
        key or model, Held where no budget is left, TooLong, Declined for a request that is not taken
        otherwise, Unusable for an answer in another form.
        """

        sent = json.dumps(body, ensure_ascii=False)
        usd = self.service.most_usd(estimated_tokens(sent), output)
        request = _Request(path, body, form, book, usd)
        async with self.service.room:
            return await persistently(
                partial(self._attempt, request), self.service.outer_seconds, self.service.patience
            )

    async def _attempt(self, request: "_Request[AnyReply]", number: int, left: float) -> AnyReply:
        service = self.service
        sending = Sending(service.provider, service.model, request.usd, number)
        async with entered(request.book, sending, service.patience) as entry:
            return await self._tried(request, entry, number, left)

    async def _tried(self, request: "_Request[AnyReply]", entry: int, number: int, left: float) -> AnyReply:
        service = self.service
        call = self._call(Spent(ended="failed"), number, service.usd(None))
        began = time.monotonic()
        try:
            async with asyncio.timeout(left):
                answer = await self._connected().post(f"{service.url}{request.path}", json=request.body)
            call = replace(call, request_id=_request_id(answer))
            if answer.status_code != httpx.codes.OK:
                call = replace(call, usd=0.0)
                raise self._told(answer)
            reply = self._formed(answer, request.form)
            spent = reply.spent()
            call = replace(self._call(spent, number, service.usd(spent.tokens)), request_id=call.request_id)
            return reply
        except (httpx.HTTPError, TimeoutError) as error:
            if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):  # nothing was sent
                call = replace(call, usd=0.0)
            raise Passing(f"{service.name} does not answer just now: {type(error).__name__}.") from error
        finally:
            await request.book.settle(entry, replace(call, seconds=time.monotonic() - began))

    def _formed(self, answer: httpx.Response, form: type[AnyReply]) -> AnyReply:
        try:
            return form.model_validate_json(answer.content)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "its answer"
            raise Unusable(
                f"{self.service.name} answers in an unknown form: {where}: {first['msg']}."
            ) from None

    def _connected(self) -> httpx.AsyncClient:
        if self._client is None:
            headers = dict(self.service.headers)
            if self.service.key is not None:
                headers["authorization"] = f"Bearer {self.service.key.get_secret_value()}"
            self._client = httpx.AsyncClient(timeout=self.service.timeout_seconds, headers=headers)
        return self._client

    def _call(self, spent: Spent, number: int, usd: float | None) -> Call:
        tokens = spent.tokens
        return Call(
            self.service.provider,
            self.service.model,
            0.0,
            spent.ended,
            input_tokens=None if tokens is None else tokens.prompt,
            cached_tokens=None if tokens is None else tokens.cache_read,
            cache_written_tokens=None if tokens is None else tokens.cache_written,
            output_tokens=None if tokens is None else tokens.output,
            thinking_tokens=spent.thinking,
            usd=usd,
            attempt=number,
        )

    def _told(self, answer: httpx.Response) -> Exception:
        """A status other than 200 as what it means here."""
        name, status = self.service.name, answer.status_code
        said = self._said(answer)
        way_out = self.service.way_out(status)
        if way_out is not None:
            return Unplayable(f"{name}: {way_out}. It says: {said}")
        if status in _NOT_TAKEN:
            kind = (
                TooLong if status == httpx.codes.REQUEST_ENTITY_TOO_LARGE or says_too_long(said) else Declined
            )
            return kind(f"{name} does not take the request: {said}")
        if _SPENT.search(answer.text):
            return Unplayable(
                f"{name}: the spend limit of the account is reached; raise it there. It says: {said}"
            )
        if status in _PASSING or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            wait = asked_seconds(answer.headers.get("retry-after"))
            return Passing(f"{name} does not answer just now ({status}): {said}", wait)
        return Unplayable(f"{name} answers with the status {status}; check its address. It says: {said}")

    def _said(self, answer: httpx.Response) -> str:
        """The sentence of the service, without the key should it repeat it."""
        said = _sentence(answer.text)
        if self.service.key is not None:
            said = said.replace(self.service.key.get_secret_value(), "(the key)")
        return said[:MOST_SAID] or answer.reason_phrase


def says_too_long(said: str) -> bool:
    """Whether the sentence of a service says that it was sent too much at once."""
    return _TOO_LONG.search(said) is not None


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


def _request_id(answer: httpx.Response) -> str | None:
    """What the service calls the request."""
    named = (answer.headers.get(header) for header in ("request-id", "x-request-id"))
    return next((name[:MOST_SAID] for name in named if name), None)
