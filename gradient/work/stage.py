"""What a stage is to the rest of the house: it lists its units and works on them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol, Self

from gradient.store.outcomes import Outcome, Unit, UnitQuery
from gradient.store.sessions import Connection, Database

Write = Callable[[Connection], Awaitable[None]]


async def nothing(_: Connection) -> None:
    """Write nothing: for outcomes without a result."""


@dataclass(frozen=True)
class Finished:
    """A unit that was worked on. `write` stores the result, in the transaction that stores the outcome.

    `reason` is one sentence for people, and needed unless the outcome is done. `seen` holds what only
    advised the result. `outside` says that the result stands outside the database already: `write` notes
    where, also when something was forgotten meanwhile. `failure` is what went wrong with this unit alone,
    which is tried again, or waits, as if it had been raised.
    """

    unit: Unit
    outcome: Outcome = "done"
    reason: str | None = None
    write: Write = nothing
    seen: Mapping[str, Any] | None = None
    outside: bool = False
    failure: Exception | None = None

    @classmethod
    def without(cls, unit: Unit, why: "Lacking", write: Write = nothing) -> Self:
        """A unit that got no answer of use: parked, but where it is to be asked about again."""
        return cls(unit, "parked", why.reason, write, failure=why.failure)


class Lacking(Protocol):
    """Why there is no answer, in a sentence; `failure` says that it has to be asked again."""

    @property
    def reason(self) -> str:
        """The sentence."""
        ...

    @property
    def failure(self) -> Exception | None:
        """What went wrong."""
        ...


class Part(Enum):
    """Where in a round a stage stands."""

    FINDING = auto()
    """It finds what is to be judged: a due unit of it opens a round."""
    JUDGING = auto()
    """It brings about the statuses that the round comes to."""
    SHOWING = auto()
    """It shows what holds once the statuses are settled."""


class Stage(Protocol):
    """One stage of the way from bytes to pages.

    `work` gets up to `batch` units and answers with one Finished for each; it may raise for a single
    unit, and is called again with each unit alone when it raises for several. Slow things happen in
    `work`; `write` only writes.
    """

    name: str
    part: Part
    batch: int

    def units(self) -> UnitQuery:
        """How the stage's units are listed, and with which tool they are worked on."""
        ...

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Work on the units of one course."""
        ...
