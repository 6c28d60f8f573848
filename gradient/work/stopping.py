"""How a process is asked to stop."""

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Iterator

from gradient.errors import Exit

STOP_SECONDS = 25
"""After so long a stop is cut short: work can be broken off anywhere, and whoever stops us waits for 30."""


@contextlib.contextmanager
def stopped_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """SIGTERM and SIGINT set `stop`; a process that has not ended some time later is ended hard.

    Nothing is lost by that: whatever is broken off is undone, and done again by the next start.
    """
    loop = asyncio.get_running_loop()

    def asked(*_: object) -> None:
        # No handler of the event loop: this one is called also while the loop is busy.
        loop.call_soon_threadsafe(stop.set)
        limit = threading.Timer(STOP_SECONDS, os._exit, [int(Exit.WORK_FAILED)])
        limit.daemon = True
        limit.start()

    before = {number: signal.signal(number, asked) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
