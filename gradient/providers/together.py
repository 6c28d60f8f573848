"""Several requests at once, of which each that is paid is answered."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from gradient.providers.answers import Declined, Unusable
from gradient.providers.patience import Patience
from gradient.store.ledger import Book, Crowded, Sending, trying

Result = TypeVar("Result")

ROOM_PAUSES: Final = (0.1, 0.2, 0.5, *[1.0] * 60)
"""Seconds between looks for room in a budget that is held by what is under way; a minute in all."""


class _Withheld(Exception):
    """A request that stayed here, since one beside it has failed."""


class _Run:
    """Pieces that are carried out at once: their first error, and whether the service is known to be well."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self._well = not trying.get()
        self._first = asyncio.Lock()

    async def carry_out(self, piece: Coroutine[Any, Any, Result], found: dict[int, Result], at: int) -> None:
        """Put in what a piece comes to; what fails is noted, and breaks off no other."""
        try:
            found[at] = await piece
        except _Withheld:
            pass
        except Exception as error:  # noqa: BLE001 - raised once the others have ended
            self.error = self.error or error

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
                    self.check()
                    try:
                        yield
                    except (Declined, Unusable):
                        self._well = True
                        raise
                    self._well = True
                    return
        self.check()
        yield


_run: ContextVar[_Run | None] = ContextVar("_run", default=None)


async def together(pieces: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """What each comes to, in their order.

    When one fails, no other sends anything more, but what is under way already is waited for, since it is
    paid; then the first error is raised.
    """
    run = _Run()
    found: dict[int, Result] = {}
    before = _run.set(run)
    try:
        async with asyncio.TaskGroup() as group:
            for at, piece in enumerate(pieces):
                group.create_task(run.carry_out(piece, found, at))
    finally:
        _run.reset(before)
    if run.error is not None:
        raise run.error
    return [found[at] for at in range(len(found))]


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
