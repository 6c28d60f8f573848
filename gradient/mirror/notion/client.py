"""Calls to Notion through its official client: paced, and retried where that cannot do anything twice."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gradient.errors import GradientError, Outage
from gradient.mirror.notion.limits import RESULTS

if TYPE_CHECKING:
    import httpx
    from notion_client import AsyncClient

VERSION = "2026-03-11"
"""The version of the API that is spoken."""

ATTEMPTS = 6
"""So often a call is tried that went wrong by no fault of its own."""
MOST_GIVEN_UP = 3
"""After so many calls in a row that were given up it is not one page that is at fault."""
MOST_REFUSALS = 30
"""So often a call is tried that Notion had too much to do for."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before the second attempt, doubled each time, and at most."""
TOO_MANY = 429
BUSY = frozenset({409, 500, 502, 503, 504, 529})

Method = Literal["GET", "POST", "PATCH", "DELETE"]
Answer = dict[str, Any]
Sleep = Callable[[float], Awaitable[None]]

logger = logging.getLogger("gradient.notion.calls")
logger.addHandler(logging.NullHandler())
logger.propagate = False  # every error is told in our own words, where it is known what was tried


class NotionError(GradientError):
    """Notion did not do what it was asked for."""


class NotionAway(Outage):
    """Notion cannot be reached, takes no token of ours, or does nothing for us at the moment."""


class NotionRefused(NotionError):
    """Notion takes a request for wrong; `status` is that of its answer."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class NotThere(NotionRefused):
    """What a call is about is gone for good, or not shared with us."""


class Uncertain(NotionError):
    """A call that is not to be made twice had no answer: it may have been carried out."""


@dataclass
class Pace:
    """Lets calls through at most `rate` a second, evenly."""

    rate: float
    clock: Callable[[], float] = time.monotonic
    sleep: Sleep = asyncio.sleep
    _next: float = 0.0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def turn(self) -> None:
        """Wait until a call may be made."""
        async with self._turn:
            wait = self._next - self.clock()
            if wait > 0:
                await self.sleep(wait)
            self._next = max(self.clock(), self._next) + 1 / self.rate


class Notion:
    """One connection to Notion."""

    def __init__(
        self, token: str, url: str, pace: Pace, transport: "httpx.AsyncBaseTransport | None" = None
    ) -> None:
        self._token = token
        self._url = url.rstrip("/")
        self._pace = pace
        self._transport = transport
        self._client: AsyncClient | None = None
        self._given_up = 0

    async def get(self, path: str, query: Mapping[str, Any] | None = None) -> Answer:
        """Read something."""
        return await self._call("GET", path, query=query)

    async def change(self, path: str, body: Mapping[str, Any]) -> Answer:
        """Change something to what `body` says; done twice it comes to the same."""
        return await self._call("PATCH", path, body)

    async def delete(self, path: str) -> None:
        """Put something into the trash; if it is there already, or gone for good, nothing happens."""
        try:
            await self._call("DELETE", path)
        except NotThere:
            return
        except NotionRefused as refused:
            if "archived" not in str(refused):
                raise

    async def create(self, path: str, body: Mapping[str, Any], method: Method = "POST") -> Answer:
        """Make something new. Raises Uncertain where it is not known whether that happened."""
        return await self._call(method, path, body, once=True)

    async def listing(
        self, path: str, body: Mapping[str, Any] | None = None, *, query: bool = False
    ) -> AsyncIterator[Answer]:
        """All results of a list, page by page; a `query` is asked for with its body."""
        cursor: str | None = None
        while True:
            asked = {**(body or {}), "page_size": RESULTS, **({"start_cursor": cursor} if cursor else {})}
            answer = await (self._call("POST", path, asked) if query else self.get(path, asked))
            for one in answer["results"]:
                yield one
            cursor = answer["next_cursor"]
            if not answer["has_more"] or not cursor:
                return

    async def aclose(self) -> None:
        """Let the connection go."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _call(
        self,
        method: Method,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        once: bool = False,
    ) -> Answer:
        failures, refusals = 0, 0
        while True:
            await self._pace.turn()
            trouble = await self._tried(method, path, body, query)
            if isinstance(trouble, dict):
                self._given_up = 0
                return trouble
            if trouble.status == TOO_MANY:
                refusals += 1
            elif once and trouble.sent:
                raise Uncertain(f"Notion gave no answer ({trouble.what}); whether it did it is looked up.")
            else:
                failures += 1
            if failures == ATTEMPTS or refusals == MOST_REFUSALS:
                raise self._give_up(trouble)
            pause = min(FIRST_PAUSE * 2 ** max(failures - 1, 0), LONGEST_PAUSE)
            await self._pace.sleep(pause if trouble.wait is None else trouble.wait)

    def _give_up(self, trouble: "_Trouble") -> GradientError:
        """What a call ends with that was tried often enough: after several in a row Notion itself is away."""
        self._given_up += 1
        if trouble.status is None or trouble.status == TOO_MANY or self._given_up >= MOST_GIVEN_UP:
            return NotionAway(f"Notion does not answer ({trouble.what}); it is tried again later.")
        return NotionError(f"Notion does not do it ({trouble.what}); it is tried again later.")

    async def _tried(
        self, method: Method, path: str, body: Mapping[str, Any] | None, query: Mapping[str, Any] | None
    ) -> "Answer | _Trouble":
        """The answer, or what stood against it and may pass. Raises what will not."""
        import httpx
        from notion_client.errors import HTTPResponseError, RequestTimeoutError

        try:
            answer: Answer = await self._opened().request(
                path=path,
                method=method,
                query=dict(query) if query else None,
                body=None if body is None else dict(body),
            )
        except (RequestTimeoutError, httpx.TimeoutException):
            return _Trouble("it took too long")
        except httpx.ConnectError as error:
            return _Trouble(f"it cannot be reached: {error}", sent=False)
        except httpx.TransportError as error:
            return _Trouble(f"{type(error).__name__}: {error}".rstrip(": "))
        except ValueError:
            return _Trouble("its answer is no JSON")
        except HTTPResponseError as error:
            return _judged(error, method, path)
        return answer

    def _opened(self) -> "AsyncClient":
        if self._client is None:
            import httpx
            from notion_client import AsyncClient

            self._client = AsyncClient(
                client=httpx.AsyncClient(transport=self._transport),
                auth=self._token,
                base_url=self._url,
                notion_version=VERSION,
                retry=False,
                logger=logger,
                log_level=logging.CRITICAL,
            )
        return self._client


@dataclass(frozen=True)
class _Trouble:
    """What stood against a call; `wait` are the seconds that Notion asks for, `status` that of its answer."""

    what: str
    status: int | None = None
    wait: float | None = None
    sent: bool = True


def _judged(error: Any, method: Method, path: str) -> _Trouble:
    """What an answer that is an error says, where it may pass. Raises where it will not."""
    said = str(error)
    if error.status == TOO_MANY or error.status in BUSY:
        return _Trouble(f"{error.status}: {said}", error.status, _seconds(error.headers.get("retry-after")))
    if error.status == 401:
        raise NotionAway(
            "Notion does not take the token; set GRADIENT_NOTION_TOKEN, or token under [notion], to that of"
            " your integration."
        )
    if error.status == 403:
        raise NotionAway(
            f"Notion forbids what is asked of it ({said}); give the integration its capabilities."
        )
    sentence = f"Notion refused {method} {path.split('/', maxsplit=1)[0]}: {said}"
    if error.status == 404:
        raise NotThere(sentence, error.status)
    raise NotionRefused(sentence, error.status)


def _seconds(header: str | None) -> float | None:
    """The pause that a header asks for; None where there is none that can be read."""
    try:
        return None if header is None else max(0.0, float(header))
    except ValueError:
        return None
