"""Writing a page: made once, brought to what it is to say block by block, unfinished to all until then."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gradient.mirror.notion.batches import Batch, batches, count
from gradient.mirror.notion.client import Answer, NotionError, NotThere, Uncertain
from gradient.mirror.notion.columns import INCOMPLETE, STATUS, Value, column, differing, mark, marks, sent
from gradient.mirror.notion.difference import difference, same, without
from gradient.mirror.notion.edits import Looked, look
from gradient.mirror.notion.node import Node
from gradient.mirror.notion.reading import blocks_of, rows_of_key
from gradient.mirror.notion.standing import Seen, Standing
from gradient.mirror.notion.workspace import Workspace
from gradient.store import notion as stored
from gradient.store.notion import DatabaseKind, NotionPage

TRIES = 3
"""So often in a row a page is looked at anew where it is not known what was carried out."""

Carry = Callable[[NotionPage, Looked], Awaitable[tuple[Standing, ...]]]
"""Keeps what people did on a page; the blocks with what they belong to now."""


class AllowanceUsedUp(NotionError):
    """Nothing more may be made in this workspace."""


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
                page = await self._blocks(page, wanted)
                break
            except Uncertain:
                if attempt == TRIES:
                    raise
        return await self._settled(page, wanted)

    async def trash(self, page: NotionPage, *, empty: bool = False) -> NotionPage:
        """Put a page into the trash; what is to be forgotten is emptied before."""
        values: dict[str, Value] = {}
        body: dict[str, Any] = {"in_trash": True}
        if empty:
            texts = [name for name in self._workspace.column_ids(page.kind) if _is_text(page.kind, name)]
            values = dict.fromkeys(texts, "")
            await self._change(page, {"properties": self._sent(page.kind, values), "erase_content": True})
        try:
            await self._change(page, body)
        except NotThere:
            return await self._note(replace(page, state="trashed", page_id=None, blocks=None, properties={}))
        return await self._note(replace(page, state="trashed", failure=None))

    def _columns(self, wanted: Wanted) -> Mapping[str, str]:
        return self._workspace.column_ids(wanted.kind)

    async def _made(self, wanted: Wanted) -> NotionPage:
        first, *others = batches(wanted.nodes) or [()]
        whole = not others and not any(part.rest for part in first)
        values = dict(wanted.values) if whole else {**wanted.values, STATUS: INCOMPLETE}
        await self._allow(1 + count(wanted.nodes))
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
                standing += await self._append(page.page_id, page.kind, batch, None)
                page = await self._note(replace(page, blocks=_stored(standing)))
        except Uncertain:
            return page
        return await self._note(replace(page, state="whole")) if done else page

    async def _brought_back(self, page: NotionPage, wanted: Wanted) -> NotionPage:
        """Take a page out of the trash; one that is gone for good is made anew."""
        try:
            page = await self._change(page, {"in_trash": False})
        except NotThere:
            return await self._made(wanted)
        return await self._note(replace(page, state="whole"))

    async def _blocks(self, page: NotionPage, wanted: Wanted) -> NotionPage:
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
            now = await self._level(page.page_id, page.kind, standing, nodes)
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

    async def _level(
        self, parent: str, kind: DatabaseKind, standing: Sequence[Standing], nodes: Sequence[Node]
    ) -> list[Standing]:
        """Bring one list of children to what it is to be; how it stands then."""
        found = difference(standing, nodes)
        now: list[Standing] = []
        new: list[Node] = []
        last: str | None = None
        for slot in found.slots:
            if slot.standing is None:
                if slot.node is not None:
                    new.append(slot.node)
                continue
            now += await self._insert(parent, kind, new, last, bool(standing))
            new = []
            kept = slot.standing
            if slot.node is not None:
                kept = await self._kept(kept, slot.node, kind, said=slot.says_the_same)
            now.append(kept)
            last = kept.id
        now += await self._insert(parent, kind, new, last, bool(standing))
        for one in found.gone:
            await self._notion.delete(f"blocks/{one.id}")
        return now

    async def _kept(self, one: Standing, node: Node, kind: DatabaseKind, *, said: bool) -> Standing:
        assert one.id is not None
        if not said:
            await self._notion.change(f"blocks/{one.id}", node.change())
        children: Sequence[Standing] = one.children
        if not same(children, node.children):
            children = await self._level(one.id, kind, children, node.children)
        return Standing.of(node, one.id, children)

    async def _insert(
        self, parent: str, kind: DatabaseKind, nodes: Sequence[Node], after: str | None, among: bool
    ) -> list[Standing]:
        """Put new blocks behind another, or at the start; how they stand."""
        made: list[Standing] = []
        for batch in batches(nodes):
            await self._allow(sum(1 + len(part.children) for part in batch))
            place: dict[str, Any] | None = {"type": "start"} if among else None
            if after is not None:
                place = {"type": "after_block", "after_block": {"id": after}}
            made += await self._append(parent, kind, batch, place)
            after = made[-1].id
        return made

    async def _append(
        self, parent: str, kind: DatabaseKind, batch: Batch, place: dict[str, Any] | None
    ) -> list[Standing]:
        body: dict[str, Any] = {"children": [part.request() for part in batch]}
        if place is not None:
            body["position"] = place
        answer = await self._notion.create(f"blocks/{parent}/children", body, "PATCH")
        await self._count(kind, sum(1 + len(part.children) for part in batch))
        made = []
        for part, block in zip(batch, answer["results"], strict=True):
            below = [Standing.of(child) for child in part.children]
            for more in batches(part.rest):
                below += await self._append(block["id"], kind, more, None)
            made.append(Standing.of(part.node, block["id"], below))
        return made

    async def _settled(self, page: NotionPage, wanted: Wanted) -> NotionPage:
        """Write the columns that differ, the last thing that makes a page whole."""
        names = differing(wanted.values, page.properties, self._columns(wanted))
        before, page = page, replace(page, item_id=wanted.item_id, failure=None)
        if names:
            values = {name: wanted.values[name] for name in names}
            page = await self._change(page, {"properties": self._sent(wanted.kind, values)})
            page = replace(page, properties={**page.properties, **marks(values)})
        return page if page == before else await self._note(page)

    async def _mark_incomplete(self, page: NotionPage, why: str) -> None:
        """Let everybody see that a page is not finished, if that can be written."""
        page = replace(page, failure=why)
        known = page.properties.get(STATUS)
        if STATUS in self._workspace.column_ids(page.kind) and known != mark(INCOMPLETE):
            try:
                values: dict[str, Value] = {STATUS: INCOMPLETE}
                page = await self._change(page, {"properties": self._sent(page.kind, values)})
                page = replace(page, properties={**page.properties, **marks(values)})
            except NotionError:  # what was cut off is known to us, and told by the status
                pass
        await self._note(page)

    async def _change(self, page: NotionPage, body: Mapping[str, Any]) -> NotionPage:
        answer = await self._notion.change(f"pages/{page.page_id}", body)
        return replace(page, edited_at=_edited(answer))

    def _sent(self, kind: DatabaseKind, values: Mapping[str, Value]) -> dict[str, Any]:
        ids = self._workspace.column_ids(kind)
        return {ids[name]: sent(column(kind, name), value) for name, value in values.items() if name in ids}

    async def _note(self, page: NotionPage, made: int = 0) -> NotionPage:
        """Note how a page stands, and how many blocks were made for it."""
        async with self._workspace.database.transaction() as connection:
            await stored.put_pages(connection, [page])
            await stored.note_made(connection, page.kind, made)
        return page

    async def _allow(self, blocks: int) -> None:
        """Raises AllowanceUsedUp if so many blocks more are too many for the workspace."""
        allowance = self._workspace.allowance
        if not allowance:
            return
        async with self._workspace.database.transaction() as connection:
            made = sum(one.blocks_made for one in (await stored.databases(connection)).values())
        if made + blocks > allowance:
            raise AllowanceUsedUp(
                f"{made} of the {allowance} blocks that this workspace allows are made, and this needs"
                f" {blocks} more; raise notion.block_allowance, or set it to 0 if your plan has no limit."
            )

    async def _count(self, kind: DatabaseKind, blocks: int) -> None:
        async with self._workspace.database.transaction() as connection:
            await stored.note_made(connection, kind, blocks)


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


def standing_of(batch: Batch) -> list[Standing]:
    """Blocks that were made by one request."""
    return [
        Standing.of(part.node, children=[Standing.of(child) for child in part.children]) for part in batch
    ]


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
