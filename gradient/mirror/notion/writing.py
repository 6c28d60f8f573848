"""Writing a page: made once, brought to what it is to say block by block, unfinished to all until then."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gradient.mirror.notion.batches import Batch, batches, count
from gradient.mirror.notion.blocks import BlockWriter, standing_of
from gradient.mirror.notion.client import Answer, NotionError, NotThere, Uncertain
from gradient.mirror.notion.columns import INCOMPLETE, STATUS, Value, column, differing, mark, marks, sent
from gradient.mirror.notion.deciding import answer_of, hidden_topics, waits
from gradient.mirror.notion.difference import difference, same, without
from gradient.mirror.notion.edits import Looked, look
from gradient.mirror.notion.node import Node
from gradient.mirror.notion.reading import blocks_of, row_of, rows_of_key
from gradient.mirror.notion.standing import Seen, Standing
from gradient.mirror.notion.workspace import Workspace
from gradient.store import notion as stored
from gradient.store.notion import DatabaseKind, NotionPage

TRIES = 3
"""So often in a row a page is looked at anew where it is not known what was carried out."""

Carry = Callable[[NotionPage, Looked], Awaitable[tuple[Standing, ...]]]
"""Keeps what people did on a page; the blocks with what they belong to now."""


@dataclass(frozen=True)
class Wanted:
    """What a page is to be."""

    key: str
    kind: DatabaseKind
    course: str
    item_id: int
    values: Mapping[str, Value]
    nodes: tuple[Node, ...] = ()


class Writer:
    """Brings pages to what they are to be. What stands is noted after every step."""

    def __init__(self, workspace: Workspace, carry: Carry) -> None:
        self._workspace = workspace
        self._notion = workspace.notion
        self._carry = carry
        self._blocks = BlockWriter(workspace)

    async def bring(self, page: NotionPage | None, wanted: Wanted) -> NotionPage:
        """Write what has to be written, and nothing else. Raises NotionError, and the page says so too."""
        if page is None or page.page_id is None:
            page = await self._made(wanted)
        elif page.state in ("trashed", "gone"):
            page = await self._brought_back(page, wanted)
        if is_as_wanted(page, wanted, self._columns(wanted)):
            return await self._settled(page, wanted)
        for attempt in range(1, TRIES + 1):
            try:
                page = await self._brought(page, wanted)
                break
            except Uncertain:
                if attempt == TRIES:
                    raise
        return await self._settled(page, wanted)

    async def trash(self, page: NotionPage, *, empty: bool = False) -> NotionPage:
        """Put a page into the trash; what is to be forgotten is emptied before."""
        trashed = replace(page, state="trashed", failure=None)
        try:
            if empty:
                if page.state in ("trashed", "missing", "gone"):
                    await self._change(page, {"in_trash": False})
                texts = [name for name in self._workspace.column_ids(page.kind) if _is_text(page.kind, name)]
                values = self._sent(page.kind, dict.fromkeys(texts, ""))
                await self._change(page, {"properties": values, "erase_content": True})
                trashed = replace(trashed, properties={}, blocks=[], seen=None, answer="")
            await self._change(page, {"in_trash": True})
        except NotThere:
            trashed = replace(trashed, page_id=None, blocks=None, properties={})
        return await self._note(trashed)

    def _columns(self, wanted: Wanted) -> Mapping[str, str]:
        return self._workspace.column_ids(wanted.kind)

    async def _made(self, wanted: Wanted) -> NotionPage:
        first, *others = batches(wanted.nodes) or [()]
        whole = not others and not any(part.rest for part in first)
        values = dict(wanted.values) if whole else {**wanted.values, STATUS: INCOMPLETE}
        await self._blocks.allow(1 + count(wanted.nodes))
        source = self._workspace.sources[wanted.kind].id
        body: dict[str, Any] = {
            "parent": {"type": "data_source_id", "data_source_id": source},
            "properties": self._sent(wanted.kind, values),
        }
        if first:
            body["children"] = [part.request() for part in first]
        for attempt in range(1, TRIES + 1):
            try:
                answer = await self._notion.create("pages", body)
                break
            except Uncertain:
                known = await rows_of_key(self._workspace, wanted.kind, wanted.key)
                if known:
                    return await self._note(adopted(wanted, known[0].id, known[0].values))
                if attempt == TRIES:
                    raise
        page = NotionPage(
            wanted.key,
            wanted.kind,
            wanted.course,
            wanted.item_id,
            answer["id"],
            "whole" if whole else "incomplete",
            marks({name: values[name] for name in self._columns(wanted) if name in values}),
            _stored(standing_of(first)),
            edited_at=_edited(answer),
        )
        page = await self._note(page, 1 + sum(1 + len(part.children) for part in first))
        if whole:
            return page
        return await self._continued(page, others, done=not any(part.rest for part in first))

    async def _continued(self, page: NotionPage, others: Sequence[Batch], *, done: bool) -> NotionPage:
        """Append what did not fit into the request that made a page; a lost answer is looked up later.

        `done` says that nothing is to follow within the blocks that were made first.
        """
        standing = list(_standing(page))
        assert page.page_id is not None
        try:
            for batch in others:
                standing += await self._blocks.append(page.page_id, page.kind, batch)
                page = await self._note(replace(page, blocks=_stored(standing)))
        except Uncertain:
            return page
        return await self._note(replace(page, state="whole")) if done else page

    async def _brought_back(self, page: NotionPage, wanted: Wanted) -> NotionPage:
        """Take a page out of the trash; one that is gone for good is made anew."""
        try:
            await self._change(page, {"in_trash": False})
        except NotThere:
            return await self._made(wanted)
        return await self._note(replace(page, state="whole"))

    async def _brought(self, page: NotionPage, wanted: Wanted) -> NotionPage:
        """Bring the blocks of a page to what they are to be; people's own and what they took away stay so."""
        nodes = without(wanted.nodes, page.dropped)
        if page.state != "incomplete" and page.blocks is not None and same(_standing(page), nodes):
            return page
        page = await self._looked(page, wanted.nodes)
        nodes = without(wanted.nodes, page.dropped)
        standing = _standing(page)
        gone = [one.id for one in difference(standing, nodes).gone if one.id is not None]
        page = await self._note(replace(page, state="incomplete", doomed=gone, failure=None))
        assert page.page_id is not None
        try:
            now = await self._blocks.bring(page.page_id, page.kind, standing, nodes)
        except NotionError as error:
            await self._mark_incomplete(page, str(error))
            raise
        return await self._note(replace(page, state="whole", blocks=_stored(now), doomed=(), failure=None))

    async def _looked(self, page: NotionPage, nodes: Sequence[Node]) -> NotionPage:
        """The page with its blocks as they stand now, and what people did there kept."""
        assert page.page_id is not None
        seen = await blocks_of(self._notion, page.page_id, self._workspace.bot)
        looked = look_at(page, nodes, seen)
        standing = await self._carry(page, looked)
        dropped = tuple(dict.fromkeys((*page.dropped, *looked.dropped)))
        return await self._note(replace(page, blocks=_stored(standing), dropped=dropped))

    async def _settled(self, page: NotionPage, wanted: Wanted) -> NotionPage:
        """Write the columns that differ, the last thing that makes a page whole."""
        names = differing(wanted.values, page.properties, self._columns(wanted))
        before, page = page, replace(page, item_id=wanted.item_id, failure=None)
        if names and not await self._waits(page):
            values = {name: wanted.values[name] for name in names}
            await self._change(page, {"properties": self._sent(wanted.kind, values)})
            page = replace(page, properties={**page.properties, **marks(values)})
        return page if page == before else await self._note(page)

    async def _waits(self, page: NotionPage) -> bool:
        """Whether a person has answered in a row since it was last read; it is written once that is taken."""
        if page.kind != "review":
            return False
        found = await self._notion.get(f"pages/{page.page_id}")
        given = answer_of(row_of(self._workspace.sources["review"], found))
        async with self._workspace.database.transaction() as connection:
            topics = await stored.pages(connection, "topics")
        return waits(page, given, hidden_topics(topics.values()))

    async def _mark_incomplete(self, page: NotionPage, why: str) -> None:
        """Let everybody see that a page is not finished, if that can be written."""
        page = replace(page, failure=why)
        known = page.properties.get(STATUS)
        if STATUS in self._workspace.column_ids(page.kind) and known != mark(INCOMPLETE):
            try:
                values: dict[str, Value] = {STATUS: INCOMPLETE}
                await self._change(page, {"properties": self._sent(page.kind, values)})
                page = replace(page, properties={**page.properties, **marks(values)})
            except NotionError:  # what was cut off is known here, and told by the status
                pass
        await self._note(page)

    async def _change(self, page: NotionPage, body: Mapping[str, Any]) -> None:
        """Change what is not in blocks.

        When that was is not noted: it may hide when a person edited, so the blocks are looked at again.
        """
        await self._notion.change(f"pages/{page.page_id}", body)

    def _sent(self, kind: DatabaseKind, values: Mapping[str, Value]) -> dict[str, Any]:
        ids = self._workspace.column_ids(kind)
        return {ids[name]: sent(column(kind, name), value) for name, value in values.items() if name in ids}

    async def _note(self, page: NotionPage, made: int = 0) -> NotionPage:
        """Note how a page stands, and how many blocks were made for it."""
        async with self._workspace.database.transaction() as connection:
            await stored.put_pages(connection, [page])
            await stored.note_made(connection, page.kind, made)
        return page


def is_as_wanted(page: NotionPage, wanted: Wanted, columns: Iterable[str]) -> bool:
    """Whether nothing has to be written of a page."""
    if page.state not in ("whole", "theirs") or (page.blocks is None and wanted.kind == "topics"):
        return False
    return not differing(wanted.values, page.properties, columns) and same(
        _standing(page), without(wanted.nodes, page.dropped)
    )


def look_at(
    page: NotionPage, nodes: Sequence[Node], seen: Sequence[Seen], *, whole: bool | None = None
) -> Looked:
    """What became of the blocks of a page; those of one that was never looked at count as the wanted ones.

    `whole` is as in `edits.look`, by default what the page says of itself.
    """
    if page.blocks is None:
        return look([Standing.of(node) for node in nodes], seen, whole=False)
    whole = page.state != "incomplete" if whole is None else whole
    return look(_standing(page), seen, whole=whole, doomed=page.doomed)


def adopted(wanted: Wanted, page_id: str, values: Mapping[str, Value]) -> NotionPage:
    """A page that stands there already, made by us though nobody noted it."""
    rows = wanted.kind == "review"
    return NotionPage(
        wanted.key,
        wanted.kind,
        wanted.course,
        wanted.item_id,
        page_id,
        "whole" if rows else "incomplete",
        marks(values),
        [] if rows else None,
    )


def _standing(page: NotionPage) -> tuple[Standing, ...]:
    return tuple(Standing.from_json(one) for one in page.blocks or ())


def _stored(standing: Sequence[Standing]) -> list[Any]:
    return [one.to_json() for one in standing]


def _edited(answer: Answer) -> datetime:
    return datetime.fromisoformat(answer["last_edited_time"])


def _is_text(kind: DatabaseKind, name: str) -> bool:
    one = column(kind, name)
    return one.type in ("title", "rich_text") and not one.theirs
