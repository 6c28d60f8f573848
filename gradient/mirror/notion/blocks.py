"""Writing the blocks of a page: as few calls as bring one list of children to another."""

from collections.abc import Sequence
from typing import Any

from gradient.mirror.notion.batches import Batch, batches
from gradient.mirror.notion.client import NotionError
from gradient.mirror.notion.difference import difference, same
from gradient.mirror.notion.node import Node
from gradient.mirror.notion.standing import Standing
from gradient.mirror.notion.workspace import Workspace
from gradient.store import notion as stored
from gradient.store.notion import DatabaseKind


class AllowanceUsedUp(NotionError):
    """Nothing more may be made in this workspace."""


class BlockWriter:
    """Writes lists of blocks, and counts what is made."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._notion = workspace.notion

    async def bring(
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
            children = await self.bring(one.id, kind, children, node.children)
        return Standing.of(node, one.id, children)

    async def _insert(
        self, parent: str, kind: DatabaseKind, nodes: Sequence[Node], after: str | None, among: bool
    ) -> list[Standing]:
        """Put new blocks behind another, or at the start; how they stand."""
        made: list[Standing] = []
        for batch in batches(nodes):
            await self.allow(sum(1 + len(part.children) for part in batch))
            place: dict[str, Any] | None = {"type": "start"} if among else None
            if after is not None:
                place = {"type": "after_block", "after_block": {"id": after}}
            made += await self.append(parent, kind, batch, place)
            after = made[-1].id
        return made

    async def append(
        self, parent: str, kind: DatabaseKind, batch: Batch, place: dict[str, Any] | None = None
    ) -> list[Standing]:
        """Append the blocks of one request, or put them at a place; how they stand."""
        body: dict[str, Any] = {"children": [part.request() for part in batch]}
        if place is not None:
            body["position"] = place
        answer = await self._notion.create(f"blocks/{parent}/children", body, "PATCH")
        await self._count(kind, sum(1 + len(part.children) for part in batch))
        made = []
        for part, block in zip(batch, answer["results"], strict=True):
            below = [Standing.of(child) for child in part.children]
            for more in batches(part.rest):
                below += await self.append(block["id"], kind, more)
            made.append(Standing.of(part.node, block["id"], below))
        return made

    async def allow(self, blocks: int) -> None:
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


def standing_of(batch: Batch) -> list[Standing]:
    """Blocks that were made by one request."""
    return [
        Standing.of(part.node, children=[Standing.of(child) for child in part.children]) for part in batch
    ]
