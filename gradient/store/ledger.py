"""The ledger: each model call, from the moment in which it is about to go out, also those that failed."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Literal, Protocol, Self

from gradient.errors import Held
from gradient.store import answers
from gradient.store.batches import Desk
from gradient.store.queries import load
from gradient.store.sessions import Connection, Database, execute, row, rows, value
from gradient.text.dollars import dollars

BUDGET_LOCK = 1_196_572_999
"""Advisory lock of whoever looks what is left of a budget and takes a part of it."""
LOOK_SOON = timedelta(minutes=1)
"""After so long it is looked again what the calls under way have left of a budget."""
LOOK_AGAIN = timedelta(minutes=10)
"""After so long it is looked again whether a course may cost more."""
ALIKE = 8
"""So many calls that ended well tell what the next one like them is expected to come to."""
LOST_AFTER = timedelta(hours=1)
"""A call that has not come to an end by then was under way when its process died."""

units_at_work: ContextVar[tuple[int, ...]] = ContextVar("units_at_work", default=())
"""The units that a stage works on: what is called meanwhile is called for them, or for some of them."""

trying: ContextVar[bool] = ContextVar("trying", default=False)
"""Whether a stage looks if what it has waited for is there: then one request goes out before all others."""

_queries = load("ledger")

Ended = Literal["sent", "done", "cut off", "refused", "failed"]


@dataclass(frozen=True)
class Sending:
    """A request that is about to go out, for which time (from 1), and the most that it may come to.

    `usd` is None where no price is known.
    """

    provider: str
    model: str
    usd: float | None
    attempt: int = 1


@dataclass(frozen=True)
class Call:
    """One request that went out and what came of it.

    Tokens are None where no answer told them, `usd` where no price is known; neither stands for nothing.
    `input_tokens` counts cached ones too, `output_tokens` those of thinking.
    """

    provider: str
    model: str
    seconds: float
    ended: Ended
    input_tokens: int | None = None
    cached_tokens: int | None = None
    cache_written_tokens: int | None = None
    output_tokens: int | None = None
    thinking_tokens: int | None = None
    usd: float | None = None
    request_id: str | None = None
    attempt: int = 1


@dataclass(frozen=True)
class Kept:
    """An answer that is kept, None where there is none, and when it was looked for."""

    said: str | None
    asked_at: datetime


class Crowded(Held):
    """A budget has no room as long as what is under way may come to the most that it can."""


class Book(Protocol):
    """Where calls are written down: before they go out, and when they have ended, however that was."""

    @property
    def desk(self) -> Desk | None:
        """Where batches of calls are written down; None where they cannot be."""
        ...

    async def reserve(self, sending: Sending) -> int:
        """Write down that a call goes out; the number of the entry. Raises Held where no budget is left.

        Raises Crowded where there may be some once the calls under way have ended.
        """
        ...

    async def settle(self, entry: int, call: Call) -> None:
        """Write down what came of it."""
        ...

    def about(self, *unit_ids: int) -> Self:
        """The same book, for calls about these units."""
        ...

    async def kept(self, request_hash: str) -> Kept:
        """What was answered to the same request before."""
        ...

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        """Keep an answer that could be used and was asked for at this time."""
        ...


class _NoCalls:
    desk = None

    async def reserve(self, sending: Sending) -> int:
        raise ValueError(f"{sending.provider}:{sending.model} was called where nobody keeps the books")

    async def settle(self, entry: int, call: Call) -> None:
        raise ValueError(f"{call.provider}:{call.model} was called where nobody keeps the books: {entry}")

    def about(self, *unit_ids: int) -> Self:  # noqa: ARG002
        return self

    async def kept(self, request_hash: str) -> Kept:  # noqa: ARG002
        return Kept(None, datetime.min.replace(tzinfo=UTC))

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        """Nothing is kept."""


no_calls: Book = _NoCalls()
"""The book of methods that make no call: one that is made all the same is an error. It keeps no answers."""


@dataclass(frozen=True)
class Account:
    """A book whose entries stand at once, in a transaction each: what was paid stays so, come what may."""

    database: Database
    clock: Callable[[], datetime]
    role: str
    course_id: int | None
    stage: str | None
    unit_ids: tuple[int, ...] = ()
    """None for all that are at work."""

    @property
    def desk(self) -> Desk:
        """See `Book.desk`."""
        return Desk(self.database, self.clock, self.course_id, self.stage)

    async def reserve(self, sending: Sending) -> int:
        """See `Book.reserve`."""
        now = self.clock()
        async with self.database.transaction() as connection:
            await self._refuse_without_budget(connection, sending, now)
            return int(
                await value(
                    connection,
                    _queries.reserve,
                    role=self.role,
                    course=self.course_id,
                    stage=self.stage,
                    unit_ids=list(self.unit_ids or units_at_work.get()),
                    at=now,
                    **vars(sending),
                )
            )

    async def settle(self, entry: int, call: Call) -> None:
        """See `Book.settle`."""
        async with self.database.transaction() as connection:
            await execute(connection, _queries.settle, entry=entry, **vars(call))

    def about(self, *unit_ids: int) -> Self:
        """See `Book.about`."""
        return replace(self, unit_ids=unit_ids)

    async def kept(self, request_hash: str) -> Kept:
        """See `Book.kept`."""
        asked_at = self.clock()
        async with self.database.transaction() as connection:
            return Kept(await answers.kept(connection, request_hash), asked_at)

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        """See `Book.keep`."""
        async with self.database.transaction() as connection:
            await answers.keep(
                connection, request_hash, self.course_id, said, asked_at=asked_at, now=self.clock()
            )

    async def _refuse_without_budget(self, connection: Connection, sending: Sending, now: datetime) -> None:
        """Nobody else takes of the same budget until this transaction ends. What is free needs none."""
        if sending.usd == 0:
            return
        limits = await row(connection, _queries.limits, course=self.course_id)
        if limits is None or (limits["day_usd"] is None and limits["course_usd"] is None):
            return
        await execute(connection, _queries.lock_budget, key=BUDGET_LOCK)
        today = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
        spent = await row(connection, _queries.spent, course=self.course_id, today=today) or {}
        if sending.usd is None:
            raise Held(
                f"The price of {sending.provider}:{sending.model} is not known, so no budget can be kept with"
                " it; state the price under [prices] in gradient.toml.",
                now + LOOK_AGAIN,
            )
        expected = await self._expected(connection, sending)
        for what, until in (("day", today + timedelta(days=1)), ("course", now + LOOK_AGAIN)):
            limit, taken = limits[f"{what}_usd"], spent[what]
            if _over(limit, taken, expected):
                told = _told(what, limit, taken, expected)
                if _over(limit, taken - spent[f"{what}_under_way"], expected):
                    raise Held(told, until)
                raise Crowded(told, now + LOOK_SOON)

    async def _expected(self, connection: Connection, sending: Sending) -> float:
        """What a call is expected to come to: the dearest of the last ones like it, at most its estimate."""
        asked = {"role": self.role, "stage": self.stage, "provider": sending.provider, "model": sending.model}
        dearest = await value(connection, _queries.dearest, least=ALIKE, **asked)
        most = sending.usd or 0.0
        return most if dearest is None else min(most, float(dearest))


def booked(
    database: Database,
    clock: Callable[[], datetime],
    *,
    role: str,
    course_id: int | None,
    stage: str | None,
) -> Account:
    """The book of calls for a stage of a course, about the units at work."""
    return Account(database, clock, role, course_id, stage)


async def allow(connection: Connection, day_usd: float | None, course_usd: float | None) -> None:
    """Put budgets in force: of each day for all courses, and of each course that names none itself."""
    await execute(connection, _queries.allow, day_usd=day_usd, course_usd=course_usd)


async def give_up_lost(connection: Connection, now: datetime) -> int:
    """Note of calls under way whose process must have died that nobody knows what came of them; how many."""
    return await execute(connection, _queries.give_up_lost, before=now - LOST_AFTER)


async def budgets(connection: Connection, now: datetime) -> list[dict[str, Any]]:
    """Each budget that is set: course (None for that of today), usd, spent."""
    today = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    return await rows(connection, _queries.budgets, today=today)


def _over(limit: Decimal | None, spent: Decimal, more: float) -> bool:
    return limit is not None and spent + Decimal(str(more)) > limit


def _told(what: str, limit: Decimal, spent: Decimal, more: float) -> str:
    of_day = what == "day"
    key = "day_usd under [budget] in gradient.toml" if of_day else "budget in its course.toml"
    whose = "a day" if of_day else "this course"
    return (
        f"The budget of {dollars(limit)} USD for {whose} has no room for a call of up to"
        f" {dollars(more, 4)} USD: {dollars(spent, 4)} are spent or under way; raise {key}"
        + (", or wait for the next day (UTC)." if of_day else ".")
    )
