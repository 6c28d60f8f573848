"""The ledger: each model call, also those that failed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from gradient.store.queries import load
from gradient.store.sessions import Connection, Database, execute

_queries = load("ledger")

Ended = Literal["done", "cut off", "refused", "failed"]


@dataclass(frozen=True)
class Call:
    """One request that went out and what came of it.

    Tokens are None where no answer told them, `usd` where no price is known; neither stands for nothing.
    `input_tokens` counts cached ones too, `output_tokens` those of thinking.
    """

    provider: str
    model: str
    seconds: float
    ended: Ended
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    thinking_tokens: int | None = None
    usd: float | None = None


Book = Callable[[Call], Awaitable[None]]
"""Writes a call down, whatever becomes of its answer."""


async def no_calls(call: Call) -> None:
    """The book of methods that make no call: one that is made all the same is an error."""
    raise ValueError(f"{call.provider}:{call.model} was called where nobody keeps the books")


async def book(
    connection: Connection, call: Call, *, role: str, course_id: int, stage: str, now: datetime
) -> None:
    """Write a call down."""
    values = {**vars(call), "role": role, "course": course_id, "stage": stage, "at": now}
    await execute(connection, _queries.book, **values)


def booked(
    database: Database, clock: Callable[[], datetime], *, role: str, course_id: int, stage: str
) -> Book:
    """A book whose entries stand at once, in a transaction each: what was paid stays so, come what may."""

    async def write(call: Call) -> None:
        async with database.transaction() as connection:
            await book(connection, call, role=role, course_id=course_id, stage=stage, now=clock())

    return write
