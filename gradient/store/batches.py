"""Batches of questions that were handed to a service, and their answers until somebody asks for them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.types.json import Jsonb

from gradient.store.queries import load
from gradient.store.sessions import Database, execute, execute_many, row, rows, value

GOOD_FOR = timedelta(days=2)
"""What was asked longer ago is asked again: a person who has work tried again wants another answer.

So answers that were collected longer ago are dropped.
"""

_queries = load("batches")


@dataclass(frozen=True)
class Standing:
    """How a request stands: under way in a batch, or `ended` with an answer or an error."""

    batch_id: int
    service_id: str | None
    handed_in_at: datetime
    looked_at: datetime
    ended: bool
    answer: Mapping[str, Any] | None
    error: str | None
    requests: int


@dataclass(frozen=True)
class BatchAnswer:
    """What became of a request: an answer as the service gave it, an error, or neither: it is asked again."""

    answer: Mapping[str, Any] | None = None
    error: str | None = None


@dataclass(frozen=True)
class Desk:
    """Where the batches of a stage of a course are written down, in a transaction each."""

    database: Database
    clock: Callable[[], datetime]
    course_id: int | None
    stage: str | None

    async def standing(self, request_hash: str) -> Standing | None:
        """How a request stands; None if it is in no batch."""
        since = self.clock() - GOOD_FOR
        async with self.database.transaction() as connection:
            found = await row(connection, _queries.standing, request_hash=request_hash, since=since)
        return None if found is None else Standing(**found)

    async def begin(self, model: str, requests: Mapping[str, int]) -> int:
        """Write down that requests are about to be handed in, by hash with their ledger rows; its number."""
        now = self.clock()
        async with self.database.transaction() as connection:
            await execute(connection, _queries.drop_old, before=now - GOOD_FOR)
            batch = int(
                await value(
                    connection,
                    _queries.begin,
                    course=self.course_id,
                    stage=self.stage,
                    model=model,
                    now=now,
                )
            )
            await execute(
                connection,
                _queries.put_requests,
                batch=batch,
                request_hashes=list(requests),
                entries=list(requests.values()),
            )
        return batch

    async def handed_in(self, batch_id: int, service_id: str) -> None:
        """Write down what the service calls a batch."""
        async with self.database.transaction() as connection:
            await execute(connection, _queries.handed_in, batch=batch_id, service_id=service_id)

    async def looked(self, batch_id: int) -> None:
        """Note that a batch is still under way."""
        async with self.database.transaction() as connection:
            await execute(connection, _queries.looked, batch=batch_id, now=self.clock())

    async def entries(self, batch_id: int) -> dict[str, int]:
        """The requests of a batch by hash, with their rows in the ledger."""
        async with self.database.transaction() as connection:
            found = await rows(connection, _queries.entries, batch=batch_id)
        return {one["request_hash"]: one["entry"] for one in found}

    async def collect(self, batch_id: int, answers: Mapping[str, BatchAnswer]) -> None:
        """Keep what became of the requests of a batch that has ended."""
        async with self.database.transaction() as connection:
            await execute_many(
                connection,
                _queries.answer,
                [
                    {
                        "batch": batch_id,
                        "request_hash": key,
                        "answer": None if one.answer is None else Jsonb(one.answer),
                        "error": one.error,
                    }
                    for key, one in answers.items()
                ],
            )
            await execute(connection, _queries.drop_unanswered, batch=batch_id)
            await execute(connection, _queries.ended, batch=batch_id, now=self.clock())

    async def forget(self, batch_id: int, request_hash: str) -> None:
        """Forget what became of a request, so that it is asked again."""
        async with self.database.transaction() as connection:
            await execute(connection, _queries.forget, batch=batch_id, request_hash=request_hash)

    async def drop(self, batch_id: int) -> None:
        """Forget a batch that the service knows nothing of."""
        async with self.database.transaction() as connection:
            await execute(connection, _queries.drop, batch=batch_id)

    async def known(self, service_ids: Sequence[str]) -> Collection[str]:
        """Which of these batches of the service are written down."""
        async with self.database.transaction() as connection:
            found = await rows(connection, _queries.known, service_ids=list(service_ids))
        return {one["service_id"] for one in found}
