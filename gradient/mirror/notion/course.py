"""Writing what is to be shown of one course."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from gradient.errors import GradientError, Outage
from gradient.mirror.notion.client import NotionRefused, NotThere
from gradient.mirror.notion.columns import LEARN_FIRST, marks
from gradient.mirror.notion.content import topic_nodes
from gradient.mirror.notion.pinning import carry
from gradient.mirror.notion.queue import Queue
from gradient.mirror.notion.rows import topic_key, topic_values
from gradient.mirror.notion.workspace import NotSetUp, Workspace
from gradient.mirror.notion.writing import Wanted, Writer, is_as_wanted
from gradient.mirror.port import Unwritten
from gradient.store import notion as stored
from gradient.store.mirrors import IndexItem, Item, ItemKey, Link, ReviewItem, TopicItem, Written
from gradient.store.notion import LIVING, DatabaseKind, NotionDatabase, NotionPage
from gradient.store.sessions import Database


def writer_of(workspace: Workspace) -> Writer:
    """What writes pages there; what people wrote meanwhile is kept."""
    return Writer(workspace, lambda page, looked: carry(workspace, page, looked))


class CourseWriting:
    """Items of one course, written in one go. Notion is not asked anything while all stands as it should."""

    def __init__(self, database: Database, course: str, opened: Callable[[], Awaitable[Workspace]]) -> None:
        self._database = database
        self._course = course
        self._opened = opened
        self._workspace: Workspace | None = None
        self._databases: Mapping[DatabaseKind, NotionDatabase] = {}
        self._pages: dict[str, NotionPage] = {}
        self._made = False
        """Whether a page was made that others may wait for."""

    async def write(self, items: Sequence[Item]) -> list[Written | Unwritten]:
        """Write the items, topics after those that are learnt before them."""
        await self._read()
        if not self._databases:
            await self._opened()
        topics = {item.topic.slug: item for item in items if isinstance(item, TopicItem)}
        done: dict[ItemKey, Written | Unwritten] = {}
        for slug in _in_order(topics):
            done[("topic", topics[slug].item_id)] = await self._topic(topics[slug])
        for one in items:
            if isinstance(one, ReviewItem):
                done[("review", one.item_id)] = await self._review(one)
            elif isinstance(one, IndexItem):
                done[("index", one.item_id)] = Written("index", one.item_id, self._place("topics"), "")
        if self._made:
            async with self._database.transaction() as connection:
                await stored.retry(connection, self._course)
        return [done[(one.kind, one.item_id)] for one in items]

    async def pending(self, items: Sequence[Item]) -> list[str]:
        """What does not stand as it should, by the keys of pages; nothing is written."""
        await self._read()
        if not self._databases:
            return []
        wanted = [self._wanted(item) for item in items if isinstance(item, TopicItem)]
        for item in items:
            if isinstance(item, ReviewItem):
                wanted += self._queue().wanted(item)
        return [one.key for one in wanted if not self._stands(one)]

    async def _read(self) -> None:
        async with self._database.transaction() as connection:
            self._databases = await stored.databases(connection)
            self._pages = await stored.pages(connection, course=self._course)

    async def _writer(self) -> Writer:
        """What writes; before the first call it is known anew which pages are there."""
        if self._workspace is None:
            self._workspace = await self._opened()
            await self._read()
        return writer_of(self._workspace)

    def _stands(self, wanted: Wanted) -> bool:
        page = self._pages.get(wanted.key)
        if page is None or page.failure is not None or page.item_id != wanted.item_id:
            return False
        return is_as_wanted(page, wanted, self._databases[wanted.kind].properties)

    async def _topic(self, item: TopicItem) -> Written | Unwritten:
        """Write the page of a topic; what stands against it is its own trouble, unless Notion is away."""
        wanted = self._wanted(item)
        page = self._pages.get(wanted.key)
        if page is not None and page.state == "missing":
            return Written("topic", item.item_id, page.page_id or wanted.key, "")
        if not self._stands(wanted):
            trouble = await self.bring(wanted, lambda: self._wanted(item))
            if trouble is not None:
                return Unwritten("topic", item.item_id, trouble)
        waits = [link.title for link in item.before if self._is_to_come(link.slug)]
        if waits:
            return Unwritten("topic", item.item_id, f"It waits for the page of {waits[0]}.")
        place = self._pages[wanted.key].page_id or wanted.key
        return Written("topic", item.item_id, place, _hash(self._wanted(item), item.before))

    def _wanted(self, item: TopicItem) -> Wanted:
        key = topic_key(self._course, item.topic.slug)
        values = topic_values(item, self._living())
        return Wanted(key, "topics", self._course, item.item_id, values, topic_nodes(item))

    async def bring(self, wanted: Wanted, again: Callable[[], Wanted] | None = None) -> str | None:
        """Bring a page to what it is to be; what stood against it, None if nothing did.

        `again` says anew what is wanted once it is known which pages are there.
        """
        writer = await self._writer()
        if again is not None:
            wanted = again()
        known = self._pages.get(wanted.key)
        try:
            self._pages[wanted.key] = await writer.bring(known, wanted)
        except Outage:
            raise
        except GradientError as error:
            return await self._failed(wanted, error)
        self._made = self._made or known is None or known.page_id is None
        return None

    def _is_to_come(self, slug: str) -> bool:
        """Whether a page is not there yet; one that a person put into the trash is not waited for."""
        page = self._pages.get(topic_key(self._course, slug))
        return page is None or page.page_id is None

    def _living(self) -> dict[str, str]:
        """The pages of topics that can be related to, by slug."""
        return {
            key.partition("/")[2]: one.page_id
            for key, one in self._pages.items()
            if one.kind == "topics" and one.page_id is not None and one.state in LIVING
        }

    async def _failed(self, wanted: Wanted, error: GradientError) -> str:
        """Note why a page could not be written; one that is gone is a person's doing, decided elsewhere."""
        async with self._database.transaction() as connection:
            known = await stored.pages(connection, keys=[wanted.key])
        page = known.get(wanted.key)
        if page is None:
            page = NotionPage(wanted.key, wanted.kind, self._course, wanted.item_id, None, "incomplete")
        if (
            isinstance(error, NotionRefused)
            and page.page_id is not None
            and await self._is_gone(page.page_id)
        ):
            page = replace(page, state="missing")
        page = replace(page, failure=str(error))
        async with self._database.transaction() as connection:
            await stored.put_pages(connection, [page])
        self._pages[wanted.key] = page
        return str(error)

    async def _is_gone(self, page_id: str) -> bool:
        assert self._workspace is not None
        try:
            page = await self._workspace.notion.get(f"pages/{page_id}")
        except NotThere:
            return True
        return bool(page["in_trash"])

    async def _review(self, item: ReviewItem) -> Written | Unwritten:
        for page in [one for one in self._pages.values() if one.state == "forgotten"]:
            await (await self._writer()).trash(page, empty=True)
        troubles = await self._queue().write(item)
        if troubles:
            return Unwritten("review", item.item_id, troubles[0])
        asked = hashlib.sha256(repr(item.asked).encode()).hexdigest()
        return Written("review", item.item_id, self._place("review"), asked)

    def _queue(self) -> Queue:
        return Queue(self._course, self._pages, self._stands, self.bring, self._trash)

    async def _trash(self, page: NotionPage) -> None:
        writer = await self._writer()
        self._pages[page.key] = await writer.trash(page)

    def _place(self, kind: DatabaseKind) -> str:
        if kind not in self._databases:
            raise NotSetUp("There are no databases in Notion yet.")
        return f"{self._databases[kind].database_id}/{self._course}"


def _in_order(topics: Mapping[str, TopicItem]) -> list[str]:
    """The slugs of topics, each after those that are learnt before it; so it can relate to their pages."""
    before = {
        slug: sorted(link.slug for link in item.before if link.slug in topics)
        for slug, item in sorted(topics.items())
    }
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError:  # an outline may state a circle; then some pages wait for others
        return sorted(topics)


def _hash(wanted: Wanted, before: Sequence[Link]) -> str:
    """The hash of what a page is to say; whether there are pages already that it relates to is not in it."""
    said = [[node.signature, [child.signature for child in node.children]] for node in wanted.nodes]
    values = {**wanted.values, LEARN_FIRST: tuple(link.slug for link in before)}
    return hashlib.sha256(json.dumps([marks(values), said], sort_keys=True).encode()).hexdigest()
