"""A way of two stages over a table of numbers, to see how work is done without any of our stages."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database, execute
from gradient.work.stage import Finished, Part

TABLES = """
CREATE TABLE toys (id bigint PRIMARY KEY, course_id bigint NOT NULL, value text NOT NULL);
CREATE TABLE toy_results (stage text, toy_id bigint, value text, PRIMARY KEY (stage, toy_id));
"""
UNITS = """
SELECT 'toy' AS kind, toys.id AS unit_id, 'toy ' || toys.id AS unit_key, false AS touched,
       md5(toys.value) AS input_hash
  FROM toys WHERE toys.course_id = %(course)s
"""
RESULT = """
INSERT INTO toy_results (stage, toy_id, value) VALUES (%(stage)s, %(toy)s, %(value)s)
ON CONFLICT (stage, toy_id) DO UPDATE SET value = excluded.value
"""


MEETING_SECONDS = 10
"""After so long nobody else will come."""


class Clock:
    """A time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **step: float) -> None:
        self.now += timedelta(**step)


@dataclass
class ToyStage:
    """Stores a result for each number; `trouble` may raise for one, in work or in write."""

    name: str
    part: Part = Part.JUDGING
    tool: str = "toy 1"
    free: bool = True
    batch: int = 10
    worked: list[int] = field(default_factory=list)
    trouble: Callable[[int], None] = lambda _: None
    write_trouble: Callable[[int], None] = lambda _: None

    def units(self) -> UnitQuery:
        return UnitQuery(self.name, UNITS, self.tool, self.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        for unit in units:
            self.trouble(unit.unit_id)
        self.worked += [unit.unit_id for unit in units]
        return [self._finished(unit) for unit in units]

    def _finished(self, unit: Unit) -> Finished:
        async def write(connection: Connection) -> None:
            await execute(connection, RESULT, stage=self.name, toy=unit.unit_id, value=unit.input_hash)
            self.write_trouble(unit.unit_id)

        return Finished(unit, write=write)


@dataclass
class MeetingToys(ToyStage):
    """Holds each batch until `wanted` of them are at work at once, and knows how many there were at most."""

    wanted: int = 1
    most: int = 0
    _here: int = 0
    _met: asyncio.Event = field(default_factory=asyncio.Event)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        self._here += 1
        self.most = max(self.most, self._here)
        if self._here == self.wanted:
            self._met.set()
        try:
            async with asyncio.timeout(MEETING_SECONDS):
                await self._met.wait()
            await asyncio.sleep(0)  # a turn for whoever else is let in
            return await super().work(database, course_id, units)
        finally:
            self._here -= 1
