"""Making the databases in Notion, or taking on those that are there."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.errors import UsageError
from gradient.mirror.notion.client import Notion, NotionRefused, NotThere, Uncertain
from gradient.mirror.notion.columns import COLUMNS, KEY, STATE, TITLES, Column, config
from gradient.mirror.notion.workspace import add_columns, forget_lost
from gradient.store import notion as stored
from gradient.store.notion import DatabaseKind, NotionDatabase
from gradient.store.sessions import Database

ICONS: dict[DatabaseKind, str] = {"topics": "📚", "review": "❓"}
_ID = re.compile(r"([0-9a-f]{32})(?:[?#].*)?\Z")


@dataclass(frozen=True)
class SetUp:
    """A database that is set up; `made` anew, or taken on; `mended` are the columns that had to be made."""

    database: NotionDatabase
    made: bool
    mended: tuple[str, ...]


def page_id(named: str) -> str:
    """The id of a page from its address or from the id itself. Raises UsageError for anything else."""
    found = _ID.search(named.strip().lower().replace("-", ""))
    if found is None:
        raise UsageError(
            f"{named} is no page of Notion; give its address, or its id of 32 digits and letters."
        )
    digits = found[1]
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


async def set_up(notion: Notion, database: Database, parent: str) -> list[SetUp]:
    """Bring both databases about below a page, and note where they are; done again it mends what is missing.

    Databases of another place are forgotten with all that is known of them, since they are gone or someone
    else's. Raises NotThere if the page is not shared with us.
    """
    await _require_shared(notion, parent)
    async with database.transaction() as connection:
        known = await stored.databases(connection)
    done: list[SetUp] = []
    topics: str | None = None
    for kind in TITLES:
        one = await _brought(notion, kind, known.get(kind), parent, topics)
        topics = topics or one.database.data_source_id
        async with database.transaction() as connection:
            before = known.get(kind)
            if before is None or before.data_source_id != one.database.data_source_id:
                await stored.forget_all(connection, kind)
            await stored.put_database(connection, one.database)
            await forget_lost(connection, kind, one.mended)
        done.append(one)
    return done


async def _require_shared(notion: Notion, parent: str) -> None:
    try:
        page = await notion.get(f"pages/{parent}")
    except NotThere as hidden:
        raise NotThere(
            f"There is no page {parent}, or it is not shared with your integration; in Notion, open the page"
            " and add the integration under Connections.",
            hidden.status,
        ) from hidden
    if page.get("in_trash"):
        raise UsageError(f"The page {parent} is in the trash of Notion; restore it, or name another.")


async def _brought(
    notion: Notion, kind: DatabaseKind, known: NotionDatabase | None, parent: str, topics: str | None
) -> SetUp:
    found = None if known is None else await _alive(notion, known.data_source_id)
    made = False
    if found is None:
        found = await _found_below(notion, kind, parent)
    if found is None:
        found, made = await _made(notion, kind, parent, topics), True
    database_id, source = found
    return await _mended(notion, kind, database_id, source, known, topics or source["id"], made=made)


async def _alive(notion: Notion, source_id: str) -> tuple[str, dict[str, Any]] | None:
    try:
        source = await notion.get(f"data_sources/{source_id}")
    except NotThere:
        return None
    return None if source.get("in_trash") else (source["parent"]["database_id"], source)


async def _found_below(notion: Notion, kind: DatabaseKind, parent: str) -> tuple[str, dict[str, Any]] | None:
    """The database of a kind that stands on the page: known by what its column for the key says of itself."""
    async for block in notion.listing(f"blocks/{parent}/children"):
        if block["type"] != "child_database":
            continue
        found = await notion.get(f"databases/{block['id']}")
        for one in found["data_sources"]:
            source = await notion.get(f"data_sources/{one['id']}")
            if _is_ours(source, kind):
                return block["id"], source
    return None


def _is_ours(source: Mapping[str, Any], kind: DatabaseKind) -> bool:
    mark = f"(gradient {kind})"
    return any(mark in (one.get("description") or "") for one in source["properties"].values())


async def _made(
    notion: Notion, kind: DatabaseKind, parent: str, topics: str | None
) -> tuple[str, dict[str, Any]]:
    properties = {one.name: config(kind, one, topics) for one in COLUMNS[kind]}
    body = {
        "parent": {"type": "page_id", "page_id": parent},
        "title": [{"type": "text", "text": {"content": TITLES[kind]}}],
        "icon": {"type": "emoji", "emoji": ICONS[kind]},
        "initial_data_source": {"properties": {name: one for name, one in properties.items() if one}},
    }
    try:
        made = await notion.create("databases", body)
    except Uncertain:
        found = await _found_below(notion, kind, parent)
        if found is None:
            raise
        return found
    source = await notion.get(f"data_sources/{made['data_sources'][0]['id']}")
    await _view(notion, kind, made["id"], source)
    return made["id"], source


async def _view(notion: Notion, kind: DatabaseKind, database_id: str, source: Mapping[str, Any]) -> None:
    """A view of the open questions, where the API makes views; without one the table is there as it is."""
    if kind != "review":
        return
    columns = source["properties"]
    body = {
        "database_id": database_id,
        "data_source_id": source["id"],
        "name": "Open questions",
        "type": "table",
        "filter": {"property": columns[STATE]["id"], "select": {"equals": "open"}},
        "sorts": [{"property": columns["Priority"]["id"], "direction": "descending"}],
    }
    try:
        await notion.create("views", body)
    except (NotionRefused, Uncertain):
        return


async def _mended(
    notion: Notion,
    kind: DatabaseKind,
    database_id: str,
    source: dict[str, Any],
    known: NotionDatabase | None,
    topics: str,
    *,
    made: bool,
) -> SetUp:
    """The database with every column that it needs, and every option of those that people answer with."""
    ids = _columns(kind, source, known)
    there = {one["id"]: one for one in source["properties"].values()}
    found = NotionDatabase(kind, database_id, source["id"], ids)
    missing = [one for one in COLUMNS[kind] if one.name not in ids]
    ids |= await add_columns(notion, found, missing, topics)
    await _add_options(notion, source["id"], [(one, there[ids[one.name]]) for one in COLUMNS[kind]
                                              if one.options and ids[one.name] in there])  # fmt: skip
    mended = () if made else tuple(one.name for one in missing)
    return SetUp(NotionDatabase(kind, database_id, source["id"], ids), made, mended)


def _columns(kind: DatabaseKind, source: Mapping[str, Any], known: NotionDatabase | None) -> dict[str, str]:
    """The ids of our columns that are there: those that are known, else those of our name and type."""
    there = {one["id"]: one for one in source["properties"].values()}
    same = known is not None and known.data_source_id == source["id"]
    before = known.properties if known is not None and same else {}
    ids = {name: one for name, one in before.items() if one in there}
    taken = set(ids.values())
    for one in COLUMNS[kind]:
        fits = [each for each in there.values() if each["type"] == one.type and each["id"] not in taken]
        if one.name not in ids:
            match = next((each for each in fits if _is_called(one, each, kind)), None)
            if match is not None:
                ids[one.name] = match["id"]
                taken.add(match["id"])
    return ids


def _is_called(one: Column, found: Mapping[str, Any], kind: DatabaseKind) -> bool:
    if one.type == "title" or found["name"] == one.name:
        return True
    return one.name == KEY and f"(gradient {kind})" in (found.get("description") or "")


async def _add_options(notion: Notion, source_id: str, columns: Sequence[tuple[Column, Any]]) -> None:
    """Put options back that went; those that are there are named with them, else they would go."""
    body = {}
    for one, found in columns:
        if found["type"] != "select":
            continue
        there = [option["name"] for option in found["select"]["options"]]
        lacking = [option for option in one.options if option not in there]
        if lacking:
            kept = [{"id": option["id"], "name": option["name"]} for option in found["select"]["options"]]
            body[found["id"]] = {"select": {"options": [*kept, *({"name": option} for option in lacking)]}}
    if body:
        await notion.change(f"data_sources/{source_id}", {"properties": body})
