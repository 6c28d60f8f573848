"""Claude, asked in Message Batches: for half the price, within a day, and not lost with this process."""

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel

from gradient.errors import FailsAlone, Held, UnderWay
from gradient.providers.answers import Declined, Turn
from gradient.providers.claude import PROVIDER, Claude
from gradient.providers.keeping import request_hash
from gradient.store.batches import BatchAnswer, Desk, Standing
from gradient.store.ledger import Book, Call, Sending

if TYPE_CHECKING:
    from anthropic.types.messages import MessageBatch

SHARE_OF_PRICE: Final = 0.5
PASSING: Final = ("api_error", "overloaded_error", "rate_limit_error", "timeout_error")
"""Kinds of errors of a request that say nothing of it: it is asked again."""
GATHERED_AFTER: Final = 0.25
"""Seconds without another question after which those that are there are handed in together."""
MOST_REQUESTS: Final = 10_000
ADOPTED_WITHIN: Final = timedelta(minutes=2)
"""A batch may have been made so long before the time at which it was to be handed in, by another clock."""
LOOKED_THROUGH: Final = 20
"""So many of the newest batches of the account are looked through for one that was not written down."""

Result = TypeVar("Result")


@dataclass
class _Gathered:
    """The questions of one desk that are to be handed in together."""

    requests: dict[str, tuple[Any, float | None, Book]] = field(default_factory=dict)
    newest_at: float = 0.0
    handing_in: "asyncio.Task[None] | None" = None


class BatchedClaude:
    """Asks what can wait: a question raises UnderWay until its answer is there.

    What was handed in is written down first; where this process ended before it knew what the service calls
    a batch, the batch is looked for by its questions.
    """

    def __init__(self, claude: Claude, looked_after: timedelta) -> None:
        """`looked_after` is how long a batch is left alone before it is looked at again."""
        self._claude = claude
        self._looked_after = looked_after
        self._gathered: dict[tuple[int | None, str | None], _Gathered] = {}
        self._looking: dict[int, asyncio.Lock] = {}
        self._handing_in: set[int] = set()

    @property
    def name(self) -> str:
        """The role setting."""
        return self._claude.name

    @property
    def room(self) -> int:
        """How many tokens rules, question and answer may have together."""
        return self._claude.room

    async def close(self) -> None:
        """Close the connections."""
        await self._claude.close()

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says, see `Answerer.say`; raises UnderWay as long as it has said nothing."""
        from anthropic.types import Message

        desk = book.desk
        if desk is None:
            return await self._claude.say(rules, turns, form, book)
        request = self._claude.request(rules, turns, form, kept_for="1h")
        key = request_hash(request)
        standing = await self._looked_at(desk, key, book)
        if standing is None:
            usd = self._claude.most_usd(rules, turns)
            half = None if usd is None else usd * SHARE_OF_PRICE
            await self._hand_in_with_others(desk, key, (request, half, book))
            raise self._under_way(desk.clock())
        if standing.error is not None:
            if standing.error.startswith(PASSING):
                await desk.forget(standing.batch_id, key)
                raise FailsAlone(f"{self.name} did not answer in a batch: {standing.error}")
            raise Declined(f"{self.name} does not take the request: {standing.error}")
        message = Message.model_validate(standing.answer)
        return self._claude.text(message, self._claude.call(message, 1).ended)

    async def _looked_at(self, desk: Desk, key: str, book: Book) -> Standing | None:
        """How a request stands; a batch that may have ended is looked at first."""
        standing = await desk.standing(key)
        if standing is None or standing.ended:
            return standing
        async with self._looking.setdefault(standing.batch_id, asyncio.Lock()):
            standing = await desk.standing(key)
            if standing is None or standing.ended:
                return standing
            if standing.batch_id in self._handing_in:
                raise self._under_way(desk.clock())
            if standing.service_id is None:
                standing = await self._adopted(desk, standing, book)
                if standing is None:
                    return None
            elif desk.clock() < standing.looked_at + self._looked_after:
                raise self._under_way(standing.looked_at, standing)
            await self._collected(desk, standing, book)
        return await desk.standing(key)

    async def _collected(self, desk: Desk, standing: Standing, book: Book) -> None:
        """Keep what became of a batch; raises UnderWay if it has not ended."""
        import anthropic

        try:
            batch = await self._asked(
                self._claude.client.messages.batches.retrieve(standing.service_id or "")
            )
            if batch.processing_status != "ended":
                await desk.looked(standing.batch_id)
                raise self._under_way(desk.clock(), standing)
            answers = await self._answers(standing.service_id or "")
        except anthropic.NotFoundError:
            await self._given_up(desk, standing.batch_id, book)
            return
        entries = await desk.entries(standing.batch_id)
        seconds = (desk.clock() - standing.handed_in_at).total_seconds()
        for key, entry in entries.items():
            await book.settle(entry, replace(self._call(answers.get(key)), seconds=seconds))
        await desk.collect(standing.batch_id, {key: answers.get(key, BatchAnswer()) for key in entries})

    async def _answers(self, service_id: str) -> dict[str, BatchAnswer]:
        """What became of each request of a batch that has ended, by its hash."""
        found: dict[str, BatchAnswer] = {}
        lines = await self._asked(self._claude.client.messages.batches.results(service_id))
        async for line in lines:
            if line.result.type == "succeeded":
                found[line.custom_id] = BatchAnswer(line.result.message.model_dump(mode="json"))
            elif line.result.type == "errored":
                error = line.result.error.error
                found[line.custom_id] = BatchAnswer(error=f"{error.type}: {error.message}")
        return found

    def _call(self, answer: BatchAnswer | None) -> Call:
        from anthropic.types import Message

        if answer is None or answer.answer is None:
            return Call(PROVIDER, self._claude.model, 0.0, "failed", usd=0.0)
        call = self._claude.call(Message.model_validate(answer.answer), 1)
        return replace(call, usd=None if call.usd is None else call.usd * SHARE_OF_PRICE)

    async def _hand_in_with_others(
        self, desk: Desk, key: str, request: tuple[Any, float | None, Book]
    ) -> None:
        """Hand a question in together with those that come right before and after it."""
        place = (desk.course_id, desk.stage)
        gathered = self._gathered.setdefault(place, _Gathered())
        gathered.requests[key] = request
        gathered.newest_at = asyncio.get_running_loop().time()
        if gathered.handing_in is None:
            gathered.handing_in = asyncio.create_task(self._when_gathered(desk, place, gathered))
        # The others are handed in even if whoever asks this one is called off.
        await asyncio.shield(gathered.handing_in)

    async def _when_gathered(
        self, desk: Desk, place: tuple[int | None, str | None], gathered: _Gathered
    ) -> None:
        pause = GATHERED_AFTER
        while pause > 0 and len(gathered.requests) < MOST_REQUESTS:
            await asyncio.sleep(pause)
            pause = gathered.newest_at + GATHERED_AFTER - asyncio.get_running_loop().time()
        del self._gathered[place]
        entries = await self._reserved(gathered.requests)
        batch_id = await desk.begin(self.name, entries)
        self._handing_in.add(batch_id)
        try:
            await desk.handed_in(batch_id, await self._made(gathered.requests, entries))
        except Declined:
            await self._given_up(desk, batch_id, next(iter(gathered.requests.values()))[2])
            raise
        finally:
            self._handing_in.discard(batch_id)

    async def _made(self, requests: Mapping[str, tuple[Any, float | None, Book]], keys: Iterable[str]) -> str:
        """Hand the requests of these hashes in; what the service calls the batch."""
        lines: Any = [{"custom_id": key, "params": requests[key][0]} for key in keys]
        return (await self._asked(self._claude.client.messages.batches.create(requests=lines))).id

    async def _given_up(self, desk: Desk, batch_id: int, book: Book) -> None:
        """Forget a batch that the service does not have."""
        for entry in (await desk.entries(batch_id)).values():
            await book.settle(entry, self._call(None))
        await desk.drop(batch_id)

    async def _reserved(self, requests: Mapping[str, tuple[Any, float | None, Book]]) -> dict[str, int]:
        """The rows of the ledger of as many requests as there is room for in the budget; Held for none."""
        entries: dict[str, int] = {}
        for key, (_, usd, book) in requests.items():
            try:
                entries[key] = await book.reserve(Sending(PROVIDER, self._claude.model, usd))
            except Held:
                if not entries:
                    raise
                break
        return entries

    async def _adopted(self, desk: Desk, standing: Standing, book: Book) -> Standing | None:
        """A batch that this program may have handed in and not written down: it ended in between."""
        newest = await self._asked(self._claude.client.messages.batches.list(limit=LOOKED_THROUGH))
        known = await desk.known([batch.id for batch in newest.data])
        for batch in newest.data:
            if batch.id not in known and await self._is(batch, desk, standing):
                await desk.handed_in(standing.batch_id, batch.id)
                return replace(standing, service_id=batch.id)
        await self._given_up(desk, standing.batch_id, book)
        return None

    async def _is(self, batch: "MessageBatch", desk: Desk, standing: Standing) -> bool:
        """Whether a batch holds the questions of ours; as long as it has not ended, as many of them."""
        counts = batch.request_counts
        held = counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
        if batch.created_at < standing.handed_in_at - ADOPTED_WITHIN or held != standing.requests:
            return False
        if batch.processing_status != "ended":
            return True
        answers = await self._answers(batch.id)
        return answers.keys() <= (await desk.entries(standing.batch_id)).keys()

    async def _asked(self, request: Awaitable[Result]) -> Result:
        """What the service says; its errors as what they mean here, but one that knows no such batch."""
        import anthropic

        try:
            return await request
        except anthropic.NotFoundError:
            raise
        except anthropic.APIError as error:
            raise self._claude.told(error) from error

    def _under_way(self, looked_at: datetime, standing: Standing | None = None) -> UnderWay:
        count = "Questions" if standing is None else f"{standing.requests} questions"
        return UnderWay(
            f"{count} to {self.name} are under way in a message batch.", looked_at + self._looked_after
        )
