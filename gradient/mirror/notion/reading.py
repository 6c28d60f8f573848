"""Reading what stands in Notion: rows that changed, and the blocks of a page."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from gradient.mirror.notion.client import Notion
from gradient.mirror.notion.columns import COLUMNS, KEY, Value, read
from gradient.mirror.notion.standing import Seen
from gradient.mirror.notion.workspace import Source, Workspace
from gradient.store.notion import DatabaseKind

BACK = timedelta(minutes=2)
"""So far before the latest edit that was seen rows are asked for again: times are rounded to minutes."""


@dataclass(frozen=True)
class Row:
    """A page or row as it was read. `values` holds those of our columns that can be read, by our names."""

    id: str
    key: str
    values: Mapping[str, Value]
    edited_at: datetime
    edited_by: str
    made_at: str
    trashed: bool
    unread: frozenset[str] = frozenset()
    """Relations of which Notion shows a part alone."""


async def changed_rows(
    workspace: Workspace, kind: DatabaseKind, *, whole: bool = False, trashed: bool = False
) -> AsyncIterator[Row]:
    """The rows of a database that were edited since it was last read, in that order; all if it is `whole`."""
    source = workspace.sources[kind]
    since = source.database.seen_until
    body: dict[str, Any] = {"sorts": [{"timestamp": "last_edited_time", "direction": "ascending"}]}
    if since is not None and not whole:
        after = (since - BACK).astimezone(UTC).isoformat()
        body["filter"] = {"timestamp": "last_edited_time", "last_edited_time": {"on_or_after": after}}
    if trashed:
        body["in_trash"] = True
    async for page in workspace.notion.listing(f"data_sources/{source.id}/query", body, query=True):
        yield row_of(source, page)


async def rows_of_key(workspace: Workspace, kind: DatabaseKind, key: str) -> list[Row]:
    """The rows of a key, the oldest first; a person may have made copies."""
    source = workspace.sources[kind]
    body = {"filter": {"property": source.columns[KEY], "rich_text": {"equals": key}}}
    listed = workspace.notion.listing(f"data_sources/{source.id}/query", body, query=True)
    found = [row_of(source, page) async for page in listed]
    return sorted(found, key=lambda one: (one.made_at, one.id))


async def blocks_of(notion: Notion, page: str, bot: str) -> tuple[Seen, ...]:
    """The blocks of a page with those within them."""
    found = []
    async for block in notion.listing(f"blocks/{page}/children"):
        inside = block["has_children"] and block["type"] not in ("child_page", "child_database")
        below = await blocks_of(notion, block["id"], bot) if inside else ()
        found.append(Seen.of(block, bot, below))
    return tuple(found)


def row_of(source: Source, page: Mapping[str, Any]) -> Row:
    """A page of an answer as a row of its database."""
    by_id = {one["id"]: one for one in page["properties"].values()}
    values: dict[str, Value] = {}
    unread = set()
    for one in COLUMNS[source.database.kind]:
        found = by_id.get(source.columns.get(one.name, ""))
        if found is None or found["type"] != one.type:
            continue
        values[one.name] = read(found)
        if found.get("has_more"):
            unread.add(one.name)
    return Row(
        page["id"],
        str(values.get(KEY, "")),
        values,
        datetime.fromisoformat(page["last_edited_time"]),
        page["last_edited_by"]["id"],
        page["created_time"],
        bool(page["in_trash"]),
        frozenset(unread),
    )
