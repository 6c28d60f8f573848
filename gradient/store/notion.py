"""What stands in Notion, and what people did there that has to be carried out."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from psycopg.types.json import Jsonb

from gradient.store.queries import load
from gradient.store.sessions import Connection, Database, execute, execute_many, row, rows, value

NOTION_LOCK = 1_196_572_999
"""Advisory lock of whoever works in Notion."""

_queries = load("notion")

DatabaseKind = Literal["topics", "review"]
PageState = Literal["whole", "incomplete", "trashed", "missing", "gone", "theirs", "forgotten"]
LIVING = frozenset({"whole", "incomplete", "theirs"})
"""The states of pages that are not in the trash."""


@dataclass(frozen=True)
class NotionDatabase:
    """A database in Notion. `properties` are the ids of its columns by our names."""

    kind: DatabaseKind
    database_id: str
    data_source_id: str
    properties: Mapping[str, str]
    seen_until: datetime | None = None
    looked_through_at: datetime | None = None
    blocks_made: int = 0
    notice: str | None = None


@dataclass(frozen=True)
class NotionPage:
    """A page or row in Notion as it was last written or seen; the columns of its table say what is what."""

    key: str
    kind: DatabaseKind
    course: str
    item_id: int
    page_id: str | None
    state: PageState
    properties: Mapping[str, str] = field(default_factory=dict)
    blocks: Sequence[Any] | None = None
    dropped: Sequence[str] = ()
    doomed: Sequence[str] = ()
    edited_at: datetime | None = None
    settled_at: datetime | None = None
    seen: str | None = None
    answer: str = ""
    decision_id: int | None = None
    failure: str | None = None


@dataclass(frozen=True)
class PinnedText:
    """What a person wrote on the page of a topic, as a block of it.

    `block_id` is the block that they changed, None for a new one; that comes behind the block `after`, at the
    start without one.
    """

    topic_id: int
    block_id: int | None
    after: int | None
    type: str
    content: str
    content_hash: str


@asynccontextmanager
async def alone(database: Database) -> AsyncIterator[None]:
    """Within it nobody else works in Notion for this database: two would make a page twice."""
    async with database.pool.connection() as connection:
        await execute(connection, _queries.lock, key=NOTION_LOCK)
        await connection.commit()
        try:
            yield
        finally:
            await execute(connection, _queries.unlock, key=NOTION_LOCK)
            await connection.commit()


async def databases(connection: Connection) -> dict[DatabaseKind, NotionDatabase]:
    """The databases that were set up, by kind; none before that."""
    found = await rows(connection, _queries.databases)
    return {one["kind"]: NotionDatabase(**one) for one in found}


async def put_database(connection: Connection, database: NotionDatabase) -> None:
    """Note where a database is. How far it was read is kept as long as it is the same one."""
    await execute(
        connection,
        _queries.put_database,
        **{**vars(database), "properties": Jsonb(dict(database.properties))},
    )


async def note_read(
    connection: Connection,
    kind: DatabaseKind,
    seen_until: datetime | None,
    looked_through_at: datetime | None,
) -> None:
    """Note up to which edit a database was read, and when as a whole (None: not now)."""
    await execute(
        connection, _queries.note_read, kind=kind, seen_until=seen_until, looked_through_at=looked_through_at
    )


async def note_made(connection: Connection, kind: DatabaseKind, blocks: int) -> None:
    """Count pages and blocks that were made."""
    if blocks:
        await execute(connection, _queries.note_made, kind=kind, blocks=blocks)


async def note(connection: Connection, kind: DatabaseKind, notice: str | None) -> None:
    """Keep what a person should know of a database; None if there is nothing."""
    await execute(connection, _queries.note, kind=kind, notice=notice)


async def forget_all(connection: Connection, kind: DatabaseKind | None = None) -> None:
    """Forget what stands in the databases, or in one: it stands there no more."""
    await execute(connection, _queries.forget_pages, kind=kind)
    await execute(connection, _queries.forget_items)
    await execute(connection, _queries.forget_outcomes)


async def pages(
    connection: Connection,
    kind: DatabaseKind | None = None,
    course: str | None = None,
    keys: Sequence[str] | None = None,
) -> dict[str, NotionPage]:
    """The pages that are known, by key: of a database, of a course, of some keys, or all."""
    found = await rows(
        connection, _queries.pages, kind=kind, course=course, keys=None if keys is None else list(keys)
    )
    return {one["key"]: NotionPage(**one) for one in found}


async def put_pages(connection: Connection, found: Sequence[NotionPage]) -> None:
    """Note how pages stand."""
    await execute_many(
        connection,
        _queries.put_page,
        [
            {
                **vars(one),
                "properties": Jsonb(dict(one.properties)),
                "blocks": None if one.blocks is None else Jsonb(list(one.blocks)),
                "dropped": list(one.dropped),
                "doomed": list(one.doomed),
            }
            for one in found
        ],
    )


async def topic_of(connection: Connection, course: str, slug: str) -> dict[str, Any] | None:
    """The topic that the key of a page names: id, slug, title, state, course_id; None if there is none."""
    return await row(connection, _queries.topic_of, course=course, slug=slug)


async def asked(connection: Connection, course: str, name: str) -> dict[str, Any] | None:
    """The review item of a kind and what is asked: id, state, course_id; None if there is none."""
    return await row(connection, _queries.asked, course=course, name=name)


async def courses_by_slug(connection: Connection) -> dict[str, int]:
    """The ids of all courses by slug."""
    return {one["slug"]: one["id"] for one in await rows(connection, _queries.courses)}


async def forget_columns(
    connection: Connection, kind: DatabaseKind, names: Sequence[str], *, answers: bool
) -> None:
    """Let columns be written anew that lost what stood in them.

    With `answers` no answer stands in the rows any more either, which takes none of them back.
    """
    found = await rows(connection, _queries.forget_columns, kind=kind, names=list(names), answers=answers)
    if kind == "topics":
        await redo(connection, "topic", [one["item_id"] for one in found])
    else:
        courses = await courses_by_slug(connection)
        named = {one["course"] for one in found}
        await redo(connection, "review", [number for slug, number in courses.items() if slug in named])


async def redo(connection: Connection, kind: Literal["topic", "review"], item_ids: Sequence[int]) -> None:
    """Let items of the mirror be due: what stands in Notion is not what was written."""
    await execute(connection, _queries.redo, kind=kind, ids=list(item_ids))


async def retry(connection: Connection, course: str) -> None:
    """Let what failed in the mirrors of a course be tried again now: what it waited for has come."""
    await execute(connection, _queries.retry, course=course)


async def pin(connection: Connection, text: PinnedText) -> int:
    """Store what a person wrote on a page, so that no stage changes it; the id of its block."""
    parameters = vars(text)
    if text.block_id is not None:
        found = await value(connection, _queries.pin, **parameters)
        if found is not None:
            return int(found)
    await execute(connection, _queries.ensure_page, topic_id=text.topic_id)
    return int(await value(connection, _queries.insert_pin, **parameters))


async def failures(connection: Connection) -> list[dict[str, Any]]:
    """The pages that could not be written or are incomplete: key, kind, state, failure."""
    return await rows(connection, _queries.failures)


async def counts(connection: Connection) -> dict[tuple[str, str], int]:
    """How many pages there are, by database and state."""
    found = await rows(connection, _queries.counts)
    return {(one["kind"], one["state"]): one["pages"] for one in found}
