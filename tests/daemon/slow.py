"""Starts the command line so that one stage takes forever or until it is let go, or each parser some seconds.

As a worker it can also end as soon as it is up; the look for what is left can take longer than the pause
between two scans.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gradient import daemon
from gradient.cli.main import main
from gradient.reading.room_child import Child
from gradient.work import worker
from gradient.work.stage import Stage

ALL = daemon.opened_stages
END_AT_ONCE = "end"
PARSERS = "parsers"
PARSER_SECONDS = 4.0
IDLENESS = "idleness"
LOOK_SECONDS = 2.5
HELD, GO = Path("held"), Path("go")
"""Files in the home: the first says that a stage is held, the second lets it go."""


class Slow:
    """A stage that begins and never ends."""

    def __init__(self, stage: Stage) -> None:
        self.name, self.part, self.batch, self.units = stage.name, stage.part, stage.batch, stage.units

    async def work(self, *_: Any) -> list[Any]:
        await asyncio.Event().wait()
        return []


class Held(Slow):
    """A stage that has done its work and stores it when it is let go."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._stage = stage

    async def work(self, *given: Any) -> list[Any]:
        finished = await self._stage.work(*given)
        await asyncio.to_thread(hold)
        return finished


def hold() -> None:
    HELD.touch()
    while not GO.exists():
        time.sleep(0.05)


def slowed(stage: Any) -> Any:
    kind = {stage.name: Slow, f"held {stage.name}": Held}.get(os.environ["SLOW"])
    return stage if kind is None else kind(stage)


@asynccontextmanager
async def opened_stages(*given: Any, **named: Any) -> AsyncIterator[list[Any]]:
    async with ALL(*given, **named) as stages:
        yield [slowed(stage) for stage in stages]


def slow_down_parsers() -> None:
    original = Child._answer

    async def answered(self: Any, *given: Any) -> Any:
        await asyncio.sleep(PARSER_SECONDS)
        return await original(self, *given)

    Child._answer = answered  # type: ignore[method-assign]


def slow_down_look() -> None:
    original = daemon.nothing_left

    async def looked(*given: Any) -> bool:
        found = await original(*given)
        await asyncio.sleep(LOOK_SECONDS)
        return found

    daemon.nothing_left = looked


async def end_at_once(_: worker.Worker) -> None:
    os._exit(0)


if __name__ == "__main__":
    daemon.opened_stages = opened_stages
    worker.GRACE_SECONDS = 2.0
    if os.environ["SLOW"] == PARSERS:
        slow_down_parsers()
    if os.environ["SLOW"] == IDLENESS:
        slow_down_look()
    if os.environ["SLOW"] == END_AT_ONCE:
        worker.Worker.run = end_at_once  # type: ignore[method-assign]
    sys.exit(main())
