"""Asking again: as long as it may help, as the service asks, and not for ever."""

import asyncio
import contextlib
import math
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar

from gradient.errors import Outage

Result = TypeVar("Result")

WAITS = (1.0, 4.0, 16.0)
"""Seconds before the second and each further try, less up to half of them by chance."""
MOST_WAIT = 60.0
"""A service that wants a longer pause is left alone: its unit waits, not the connection."""
SPREAD = 0.1
"""The share by which a pause that a service asks for grows by chance, so that not all come back at once."""


class Passing(Outage):
    """It may be otherwise in a moment; `wait` is how many seconds the service asks for."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


@dataclass(frozen=True)
class Patience:
    """How often and after which pauses one asks again; clock, sleep and chance (0 to 1) can be others.

    `longest` is how many seconds a try may take, where that is less than what the service is given.
    """

    waits: tuple[float, ...] = WAITS
    most_wait: float = MOST_WAIT
    longest: float = math.inf
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random

    def pause(self, usual: float, asked: float | None) -> float:
        """The seconds to wait: what the service asks for or a bit more, else the usual or a bit less."""
        if asked is not None:
            return asked * (1 + SPREAD * self.chance())
        return usual * (1 - self.chance() / 2)


Attempt = Callable[[int, float], Awaitable[Result]]
"""One try, given its number from 1 and the seconds that are left for it."""


async def persistently(attempt: Attempt[Result], seconds: float, patience: Patience) -> Result:
    """The result of the first try that does not fail in passing, within so many seconds altogether.

    Raises what the last try raised when there is no time or hope left, and any other error at once.
    """
    ends_at = patience.clock() + seconds

    def left() -> float:
        return min(ends_at - patience.clock(), patience.longest)

    for number, usual in enumerate(patience.waits, start=1):
        try:
            return await attempt(number, left())
        except Passing as error:
            pause = patience.pause(usual, error.wait)
            if pause > patience.most_wait or patience.clock() + pause >= ends_at:
                raise
        await patience.sleep(pause)
    return await attempt(len(patience.waits) + 1, left())


def asked_seconds(told: str | None) -> float | None:
    """The seconds that a service asks to wait for, told as a number or as a time."""
    if told is None:
        return None
    with contextlib.suppress(ValueError):
        seconds = float(told)
        return max(0.0, seconds) if math.isfinite(seconds) else None
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except ValueError:
        return None
