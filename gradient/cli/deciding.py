"""Where people decide: one transaction in which the decision is stored and its course settled."""

import getpass
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from gradient.cli.opened import existing_home, opened_database, settings_of

if TYPE_CHECKING:
    from gradient.acceptance.stage import SettleStage
    from gradient.cli.fallout import Standing
    from gradient.store.sessions import Connection, Database
    from gradient.work.queue import Queue


@dataclass(frozen=True)
class Desk:
    """A database to decide on; `person` is who decides."""

    database: "Database"
    queue: "Queue"
    stage: "SettleStage"
    person: str

    @asynccontextmanager
    async def act(self) -> "AsyncIterator[Act]":
        """One decision with all that follows from it, or nothing."""
        from gradient.work.runner import utc_now

        async with self.database.transaction() as connection:
            yield Act(connection, self.queue, self.person, utc_now(), self.stage)


@dataclass(frozen=True)
class Act:
    """A decision being made, at one time by one person."""

    connection: "Connection"
    queue: "Queue"
    person: str
    now: datetime
    stage: "SettleStage"

    async def before(self, course_id: int) -> "Standing":
        """How the prerequisites of the course stand before the act.

        What others left to be settled is settled first, so that it does not count as following from the act.
        """
        from gradient.cli.fallout import standing

        await self.stage.state(self.connection, course_id)
        return await standing(self.connection, course_id)

    async def settle(self, course_id: int) -> None:
        """Let the statuses of the course follow from what was decided, and leave the rest to the daemon."""
        await self.stage.settle(self.connection, course_id, self.now)
        await self.queue.remind(self.connection, course_id)


@asynccontextmanager
async def desk() -> AsyncIterator[Desk]:
    """The database of the working directory, to decide on."""
    from gradient.pipeline import settle_stage
    from gradient.work.queue import Queue

    home = existing_home()
    settings = settings_of(home)
    async with opened_database(home) as database, Queue(database).opened() as queue:
        yield Desk(database, queue, settle_stage(settings), person())


@asynccontextmanager
async def one_act() -> AsyncIterator[Act]:
    """The same for a command that makes one decision."""
    async with desk() as opened, opened.act() as act:
        yield act


def person() -> str:
    """Who sits here, as the system knows them."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "someone"
