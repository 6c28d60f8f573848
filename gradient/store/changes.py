"""What was added, changed or flipped, and what caused it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute_many, row, rows

Kind = Literal["course", "source", "topic", "tag", "prerequisite", "page", "notice"]

MOST_NAMED = 3
"""So many files, or acts of people, are named as the cause of a change."""

_queries, _decisions = load("changes"), load("decisions")
_acts = _queries.acts.replace("{about}", _decisions.about)
_act = _queries.act.replace("{acts}", _acts)
_acts_of_round = _queries.acts_of_round.replace("{acts}", _acts)
_since = _queries.since.replace("{acts}", _acts)


@dataclass(frozen=True)
class Change:
    """One change: `what` is a sentence, `cause` the file or decision behind it."""

    course_id: int
    kind: Kind
    what: str
    cause: str
    at: datetime


async def record(connection: Connection, changes: Sequence[Change]) -> None:
    """Add changes to the record."""
    await execute_many(connection, _queries.record, [dict(vars(change)) for change in changes])


async def note(
    connection: Connection, course_id: int, kind: Kind, what: str, cause: str, at: datetime
) -> None:
    """Add one change to the record."""
    await record(connection, [Change(course_id, kind, what, cause, at)])


async def cause(connection: Connection, course_id: int, acting_since: datetime | None = None) -> str:
    """What is behind the changes of a round: the files that changed, else what people did since the last one.

    While a person acts, it is what they did from `acting_since` on.
    """
    acts = [
        one["what"] for one in await rows(connection, _acts_of_round, course=course_id, after=acting_since)
    ]
    if acting_since is not None and acts:
        return _named(acts)
    files = [one["path"] for one in await rows(connection, _queries.files_of_round, course=course_id)]
    return _named(files or acts) or "a new version of Gradient, or other settings"


async def act(connection: Connection, decision_id: int) -> str:
    """What a person did with a decision, in a sentence without its full stop."""
    found = await row(connection, _act, id=decision_id)
    return f"decision {decision_id}" if found is None else str(found["what"])


async def since(
    connection: Connection, after: datetime | None = None, course_id: int | None = None
) -> list[dict[str, Any]]:
    """The changes after a time (all), oldest first, with the slug of their course.

    What people did (kind `decision`), and how many pages were written (`page`), are told along with them.
    """
    return await rows(connection, _since, after=after, course=course_id)


def _named(causes: Sequence[str]) -> str:
    return ", ".join(causes[:MOST_NAMED]) + (" and others" if len(causes) > MOST_NAMED else "")
