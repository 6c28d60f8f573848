"""Several requests at once, of which each that is paid is answered."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from gradient.errors import FailsAlone, Held, Outage, Unplayable
from gradient.providers.answers import Declined, Unusable
from gradient.providers.patience import MOST_WAIT, Patience
from gradient.providers.ports import Unanswered
from gradient.store.ledger import Book, Crowded, Sending, trying

Result = TypeVar("Result")

ROOM_PAUSES: Final = (0.1, 0.2, 0.5, *[1.0] * 60)
"""Seconds between looks for room in a budget that is held by what is under way; a minute in all."""

MOST_IN_A_ROW: Final = 3
"""After so many requests that fail in passing without one that is answered in between, nobody is there."""


class _Withheld(Exception):
    """A request that stayed here, since one beside it has failed."""


class _Run:
    """Pieces that are carried out at once: their errors, and whether the service is known to be well.

    `error` is what lets no other be sent: the first one, or the first that no other piece gets past.
    """

    def __init__(self, *, one_by_one: bool = False) -> None:
        self.error: Exception | None = None
        self.errors: dict[int, Exception] = {}
        self.answered = False
        self._one_by_one = one_by_one
        self._in_a_row = 0
        self._well = not trying.get()
        self._first = asyncio.Lock()

    async def carry_out(self, pieces: Iterable[Coroutine[Any, Any, Result]]) -> dict[int, Result]:
        """What the pieces come to, by their places; what fails is noted, and breaks off no other."""
        found: dict[int, Result] = {}

        async def one(at: int, piece: Coroutine[Any, Any, Result]) -> None:
            try:
                found[at] = await piece
            except _Withheld:
                pass
            except Exception as error:  # noqa: BLE001 - raised once the others have ended
                self.errors[at] = error
                if self._stops(error):
                    self.error = self.error or error

        before = _run.set(self)
        try:
            async with asyncio.TaskGroup() as group:
                for at, piece in enumerate(pieces):
                    group.create_task(one(at, piece))
        finally:
            _run.reset(before)
        return found

    def _stops(self, error: Exception) -> bool:
        if isinstance(error, FailsAlone) and self._one_by_one:
            return False
        if not self._one_by_one or not _passes(error):
            return True
        self._in_a_row += 1
        return self._in_a_row >= MOST_IN_A_ROW

    def fails_alone(self, error: Exception) -> bool:
        """Whether it is known of what fails in passing that others are answered."""
        return isinstance(error, FailsAlone) or (self.answered and _passes(error))

    def check(self) -> None:
        """Nothing more is sent once something has failed."""
        if self.error is not None:
            raise _Withheld

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One request after the other until the service has answered one, if that is tried."""
        if not self._well:
            async with self._first:
                if not self._well:
                    async with self._sent():
                        yield
                    return
        async with self._sent():
            yield

    @asynccontextmanager
    async def _sent(self) -> AsyncIterator[None]:
        self.check()
        try:
            yield
        except (Declined, Unusable):
            self._has_answered()
            raise
        self._has_answered()

    def _has_answered(self) -> None:
        self._well = self.answered = True
        self._in_a_row = 0


_run: ContextVar[_Run | None] = ContextVar("_run", default=None)


async def together(pieces: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """What each comes to, in their order.

    When one fails, no other sends anything more, but what is under way already is waited for, since it is
    paid; then the first error is raised.
    """
    run = _Run()
    found = await run.carry_out(pieces)
    if run.error is not None:
        raise run.error
    return [found[at] for at in range(len(found))]


async def one_by_one(pieces: Sequence[Coroutine[Any, Any, Result]]) -> list[Result | Unanswered]:
    """What each comes to, in their order; one that has to wait, or fails in passing, spoils no other.

    Nothing more is sent once nobody can be asked. Raises what stood in the way if nothing was answered, and
    any other error.
    """
    run = _Run(one_by_one=True)
    found: dict[int, Result | Unanswered] = dict(await run.carry_out(pieces))
    waits = {at: error for at, error in run.errors.items() if isinstance(error, Outage | Held | FailsAlone)}
    for error in run.errors.values():
        if error not in waits.values():
            raise error
    if not waits:
        return [found[at] for at in range(len(pieces))]
    first = next((error for error in waits.values() if error is run.error), next(iter(waits.values())))
    if not found and not run.fails_alone(first):
        raise first
    for at in range(len(pieces)):
        if at not in found:
            error = waits.get(at, first)
            alone = at in waits and run.fails_alone(error)
            found[at] = Unanswered(str(error), FailsAlone(str(error)) if alone else error)
    return [found[at] for at in range(len(pieces))]


def _passes(error: Exception) -> bool:
    """Whether a request has failed in a way that says little of others."""
    if isinstance(error, Unplayable) or not isinstance(error, Outage):
        return False
    return (error.wait or 0) <= MOST_WAIT


@asynccontextmanager
async def entered(book: Book, sending: Sending, patience: Patience) -> AsyncIterator[int]:
    """The entry in the ledger of a request that goes out now.

    A budget that only what is under way leaves no room in is waited for. Raises Held where no budget is left.
    """
    run = _run.get() or _Run()
    async with run.turn():
        yield await _reserved(book, sending, patience, run)


async def _reserved(book: Book, sending: Sending, patience: Patience, run: _Run) -> int:
    for pause in ROOM_PAUSES:
        try:
            return await book.reserve(sending)
        except Crowded:
            await patience.sleep(pause)
        run.check()
    return await book.reserve(sending)
