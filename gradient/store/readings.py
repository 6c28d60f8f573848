"""What readers made of the bytes of revisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, rows, value

_queries = load("readings")


@dataclass(frozen=True)
class ToRead:
    """A revision that is to be read.

    `files` are the (inbox, stored path) where its bytes lie; those that were given lie in no inbox.
    """

    revision_id: int
    source_id: int
    type: str
    path: str
    sha256: str
    suffix: str
    files: tuple[tuple[str | None, str], ...]


@dataclass(frozen=True)
class Reading:
    """What a reader made of some bytes; see the table `readings`."""

    sha256: str
    suffix: str
    tool: str
    text: str
    text_hash: str
    structure: Mapping[str, Any]
    language: str | None
    encoding: str | None
    share_read: float
    missing: str | None


def units(tool: str, *, free: bool) -> UnitQuery:
    """The units of read."""
    return UnitQuery("read", _queries.units, tool, free)


async def to_read(connection: Connection, revision_ids: Sequence[int]) -> list[ToRead]:
    """What the read stage needs to know of revisions."""
    found = await rows(connection, _queries.to_read, ids=list(revision_ids))
    return [
        ToRead(files=tuple(zip(one.pop("inboxes"), one.pop("paths"), strict=True)), **one) for one in found
    ]


async def known(connection: Connection, sha256: str, suffix: str, tool: str) -> int | None:
    """The id of the reading of these bytes by this tool, or None."""
    found = await value(connection, _queries.known, sha256=sha256, suffix=suffix, tool=tool)
    return None if found is None else int(found)


async def keep(connection: Connection, reading: Reading) -> int:
    """Store a reading, or find that of another worker; its id."""
    values = {**vars(reading), "structure": Jsonb(dict(reading.structure))}
    kept = int(await value(connection, _queries.keep, **values))
    parts = [page for page in reading.structure.get("pages", ()) if page["end"] > page["start"]]
    starts = [page["start"] for page in parts]
    labels = [page["label"] or f"page {page['number']}" for page in parts]
    await execute(connection, _queries.keep_places, reading=kept, starts=starts, labels=labels)
    return kept


async def attach(connection: Connection, revision_id: int, reading_id: int) -> None:
    """Give a revision its reading, and make it live unless that would replace text by none."""
    await execute(connection, _queries.attach, revision=revision_id, reading=reading_id)
    await execute(connection, _queries.make_live, revision=revision_id)
