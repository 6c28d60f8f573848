"""Gradient's two databases in Notion as they are found: which columns they have, and who we are there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from gradient.errors import Outage
from gradient.mirror.notion.client import Notion, NotThere
from gradient.mirror.notion.columns import COLUMNS, DECISION, TITLES, Column, config
from gradient.store import notion as stored
from gradient.store.notion import DatabaseKind, NotionDatabase
from gradient.store.sessions import Connection, Database


class NotSetUp(Outage):
    """There are no databases in Notion yet."""


class DatabaseGone(Outage):
    """A whole database is gone, or hidden from us: nothing is decided from what is missing in it."""


@dataclass(frozen=True)
class Source:
    """A database that was looked at. `columns` are the ids of those that can be used, by our names."""

    database: NotionDatabase
    columns: Mapping[str, str]
    notices: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    """Our names of the columns that were just made anew, and of those that hold nothing of ours now."""

    @property
    def id(self) -> str:
        """What its rows are asked for by."""
        return self.database.data_source_id


@dataclass(frozen=True)
class Workspace:
    """Notion as we work in it. `bot` is who we are there; `allowance` (blocks) 0 means that there is none."""

    notion: Notion
    database: Database
    clock: Callable[[], datetime]
    bot: str
    sources: Mapping[DatabaseKind, Source]
    allowance: int = 0

    def column_ids(self, kind: DatabaseKind) -> Mapping[str, str]:
        """The ids of the usable columns of a database, by our names."""
        return self.sources[kind].columns


async def opened(
    notion: Notion, database: Database, clock: Callable[[], datetime], allowance: int = 0
) -> Workspace:
    """Look at both databases: a column that went is put back, one of another type is told of.

    Raises NotSetUp before there are any, DatabaseGone if one is not there.
    """
    async with database.transaction() as connection:
        known = await stored.databases(connection)
    if len(known) < len(TITLES):
        raise NotSetUp(
            "There are no databases in Notion yet; share a page with your integration and say gradient notion"
            " setup --parent PAGE."
        )
    bot = str((await notion.get("users/me"))["id"])
    sources: dict[DatabaseKind, Source] = {}
    for kind in TITLES:
        try:
            sources[kind] = await _looked_at(notion, known[kind], known["topics"].data_source_id)
        except DatabaseGone as gone:
            async with database.transaction() as connection:
                await stored.note(connection, kind, str(gone))
            raise
        async with database.transaction() as connection:
            if sources[kind].database != known[kind]:
                await stored.put_database(connection, sources[kind].database)
            await forget_lost(connection, kind, sources[kind].lost)
    return Workspace(notion, database, clock, bot, sources, allowance)


async def _looked_at(notion: Notion, known: NotionDatabase, topics_source: str) -> Source:
    name = TITLES[known.kind]
    try:
        source = await notion.get(f"data_sources/{known.data_source_id}")
    except NotThere as gone:
        raise DatabaseGone(_gone(name)) from gone
    if source.get("in_trash"):
        raise DatabaseGone(_gone(name))
    there = {one["id"]: one for one in source["properties"].values()}
    columns, notices, lost = {}, [], []
    for one in COLUMNS[known.kind]:
        found = there.get(known.properties.get(one.name, ""))
        if found is not None and found["type"] == one.type:
            columns[one.name] = found["id"]
        elif found is not None:
            lost.append(one.name)
            notices.append(
                f"The column {found['name']} of {name} is of the type {found['type']} now, which holds no"
                f" {one.name}; make it {one.type} again, or delete it and it is made anew."
            )
    missing = [one for one in COLUMNS[known.kind] if known.properties.get(one.name, "") not in there]
    columns |= await add_columns(notion, known, missing, topics_source)
    ids = {**known.properties, **columns}
    return Source(
        replace(known, properties=ids), columns, tuple(notices), (*lost, *(one.name for one in missing))
    )


async def forget_lost(connection: Connection, kind: DatabaseKind, lost: Sequence[str]) -> None:
    """Let what stood in columns that lost it be written again; an answer that went so is not taken back."""
    if lost:
        await stored.forget_columns(connection, kind, lost, answers=DECISION in lost)


async def add_columns(
    notion: Notion, known: NotionDatabase, missing: list[Column], topics_source: str
) -> dict[str, str]:
    """Make columns that are not there; their ids by our names."""
    if not missing:
        return {}
    source = await notion.get(f"data_sources/{known.data_source_id}")
    taken = set(source["properties"])
    names = {one.name: one.name if one.name not in taken else f"{one.name} (Gradient)" for one in missing}
    body = {names[one.name]: config(known.kind, one, topics_source) for one in missing}
    changed = await notion.change(f"data_sources/{known.data_source_id}", {"properties": body})
    return {one.name: changed["properties"][names[one.name]]["id"] for one in missing}


def _gone(name: str) -> str:
    return (
        f"The database {name} is in the trash of Notion or no longer shared with the integration, so nothing"
        " was decided from what is missing; restore it there, or say gradient notion setup --parent PAGE for"
        " a new one."
    )
