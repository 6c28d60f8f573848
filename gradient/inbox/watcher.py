"""Watches the inbox. An event says no more than that a scan is worth while; the scan finds out the rest."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Self

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from gradient.inbox.events import observer_of_events

logger = logging.getLogger(__name__)

TELLING = frozenset({"created", "modified", "attrib", "closed", "moved", "deleted"})
"""Kinds of events that may mean something new; opening and reading files, as our own scans do, do not."""


class Watcher:
    """Calls `wake` in the event loop soon after something changed below `inbox`, once for many events.

    `mode` is true for the events of the system, "polling" for shares that send none, false for none.
    A watching thread that has died, or an inbox that was not there, is looked after every `check_seconds`.
    """

    def __init__(
        self,
        inbox: Path,
        wake: Callable[[], None],
        *,
        mode: bool | str = True,
        check_seconds: float = 5.0,
        poll_seconds: float = 2.0,
    ) -> None:
        self._inbox = inbox
        self._wake = wake
        self._mode = mode
        self._check_seconds = check_seconds
        self._poll_seconds = poll_seconds
        self._observer: BaseObserver | None = None
        self._watched: tuple[int, int] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._told = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __aenter__(self) -> Self:
        if self._mode is not False:
            self._loop = asyncio.get_running_loop()
            await asyncio.to_thread(self._start)
            self._keeper = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        await asyncio.to_thread(self._stop)

    @property
    def watching(self) -> bool:
        """Whether events of the inbox that is there now would be noticed."""
        observer = self._observer
        if observer is None or not observer.is_alive() or not self._same_folder():
            return False
        return all(emitter.is_alive() for emitter in observer.emitters)

    async def check(self) -> None:
        """Start watching again where it has ended, and say so; what was missed meanwhile is worth a scan."""
        if self._mode is False or self.watching:
            return
        await asyncio.to_thread(self._stop)
        if await asyncio.to_thread(self._start):
            self._wake()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._check_seconds)
            await self.check()

    def _start(self) -> bool:
        polling = self._mode == "polling"
        observer = PollingObserver(timeout=self._poll_seconds) if polling else observer_of_events()
        try:
            self._watched = self._identity()
            observer.schedule(_Handler(self._notice), str(self._inbox.resolve()), recursive=True)
            observer.start()
        except OSError as error:
            self._tell_once(error.strerror or str(error))
            return False
        except RecursionError:
            self._tell_once("its folders lie too deep in each other")
            return False
        self._observer, self._told = observer, False
        return True

    def _stop(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()
            if observer.is_alive():
                observer.join()

    def _notice(self) -> None:
        """Runs in the thread of the observer."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _identity(self) -> tuple[int, int]:
        found = self._inbox.stat()
        return found.st_dev, found.st_ino

    def _same_folder(self) -> bool:
        try:
            return self._identity() == self._watched
        except OSError:
            return False

    def _tell_once(self, reason: str) -> None:
        if not self._told:
            logger.warning(
                "The inbox %s cannot be watched (%s), so new files are found by the regular scans alone.",
                self._inbox,
                reason,
            )
        self._told = True


class _Handler(FileSystemEventHandler):
    """Only passes on that something happened: an exception here would end the watching thread."""

    def __init__(self, notice: Callable[[], None]) -> None:
        self._notice = notice

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in TELLING:
            self._notice()
