"""Asking again: as told, spread by chance, capped, ended by an outer deadline; no real second passes."""

import email.utils
import time
from dataclasses import dataclass, field

import pytest

from gradient.errors import Outage
from gradient.providers.patience import Passing, Patience, asked_seconds, persistently

OUTER = 100.0


@dataclass
class Times:
    """A clock that only pauses move, and the errors that the tries end with."""

    errors: list[Exception | None]
    now: float = 0.0
    pauses: list[float] = field(default_factory=list)
    left: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def attempt(self, number: int, left: float) -> int:
        self.left.append(left)
        error = self.errors[number - 1]
        if error is not None:
            raise error
        return number

    async def answer(self, chance: float = 0.0) -> int:
        patience = Patience(clock=lambda: self.now, sleep=self.sleep, chance=lambda: chance)
        return await persistently(self.attempt, OUTER, patience)


def passing(wait: float | None = None) -> Passing:
    return Passing("Not now.", wait)


async def test_pauses_grow_and_are_shorter_by_chance_by_up_to_a_half() -> None:
    whole, half = Times([passing()] * 3 + [None]), Times([passing()] * 3 + [None])
    assert await whole.answer(0.0) == await half.answer(1.0) == 4
    assert whole.pauses == [1.0, 4.0, 16.0]
    assert half.pauses == [0.5, 2.0, 8.0]
    assert whole.left == [100.0, 99.0, 95.0, 79.0]


async def test_a_pause_that_is_asked_for_is_waited_for_whole_and_somewhat_more() -> None:
    times = Times([passing(10.0), passing(0.0), None])
    assert await times.answer(0.5) == 3
    assert times.pauses == [10.5, 0.0]


async def test_a_longer_pause_than_a_connection_is_kept_for_is_told_to_whoever_asks() -> None:
    times = Times([passing(61.0)])
    with pytest.raises(Outage) as told:
        await times.answer()
    assert (times.pauses, told.value.wait) == ([], 61.0)


async def test_nothing_is_tried_that_would_begin_after_the_outer_deadline() -> None:
    times = Times([passing(40.0), passing(40.0), passing(40.0)])
    with pytest.raises(Passing):
        await times.answer()
    assert times.pauses == [40.0, 40.0]


async def test_any_other_error_ends_it_at_once() -> None:
    times = Times([Outage("Never."), None])
    with pytest.raises(Outage, match="Never"):
        await times.answer()
    assert times.pauses == []


def test_a_pause_is_told_as_a_number_or_as_a_time() -> None:
    assert asked_seconds("2.5") == 2.5
    assert asked_seconds(email.utils.formatdate(time.time() + 30)) == pytest.approx(30, abs=5)
    assert asked_seconds("-3") == 0.0
    assert asked_seconds("soon") is asked_seconds(None) is None
    assert asked_seconds("inf") is asked_seconds("nan") is None
