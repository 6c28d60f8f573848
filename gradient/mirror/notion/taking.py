"""Taking back what people did in Notion: answers, texts, and what they put into the trash."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from gradient.errors import GradientError
from gradient.mirror.notion.client import NotionRefused
from gradient.mirror.notion.columns import COLUMNS, CORRECT_TOPIC, DECISION, NOTE, TITLES, marks
from gradient.mirror.notion.deciding import (
    Acting,
    answer_of,
    hidden_topics,
    is_new,
    put_off,
    retire,
    take_answer,
    take_up_again,
    told_in,
)
from gradient.mirror.notion.pinning import carry
from gradient.mirror.notion.reading import Row, blocks_of, changed_rows
from gradient.mirror.notion.rows import turn_of
from gradient.mirror.notion.workspace import Workspace
from gradient.mirror.notion.writing import look_at
from gradient.mirror.port import Taken
from gradient.mirror.removal import LARGEST_COUNT, LARGEST_SHARE
from gradient.store import notion as stored
from gradient.store.notion import LIVING, DatabaseKind, NotionPage
from gradient.store.sessions import Connection

LOOKED_THROUGH = timedelta(days=1)
"""So often every row is looked at: one that is gone for good is in no answer about changes."""

A_MINUTE_PAST = timedelta(minutes=2)
"""Once a time of an edit is so long ago, no later edit bears it: times are rounded to minutes."""

Act = Callable[[], Awaitable[None]]


class Taking:
    """One look at both databases, and the carrying out of what people did there.

    `confirmed` lets also be decided what is missing in such numbers that it looks like a mistake.
    """

    def __init__(self, workspace: Workspace, *, confirmed: bool = False, whole: bool = False) -> None:
        self._workspace = workspace
        self._confirmed = confirmed
        self._whole = whole
        self._pages: dict[str, NotionPage] = {}
        self._by_id: dict[str, NotionPage] = {}
        self._people: dict[str, str] = {}
        self._acts: list[tuple[datetime, str, Act]] = []
        self._trashed: dict[str, Row] = {}
        self._read: list[tuple[DatabaseKind, datetime | None, datetime | None]] = []
        """How far each database was read: noted once all that was seen there is carried out."""
        self._taken = Taken()

    async def take(self) -> Taken:
        """Look, note what is missing, and carry out in the order in which it was done."""
        await self._know()
        for kind in TITLES:
            await self._look_at(kind)
        for kind in TITLES:
            await self._decide_missing(kind)
        for _, _, act in sorted(self._acts, key=lambda one: one[:2]):
            await act()
        async with self._workspace.database.transaction() as connection:
            for kind, until, looked_through_at in self._read:
                await stored.note_read(connection, kind, until, looked_through_at)
        return self._taken

    async def adopt(self) -> None:
        """Note the pages that we made and nobody noted, and nothing else."""
        await self._know()
        for kind in TITLES:
            async for row in changed_rows(self._workspace, kind):
                if row.id not in self._by_id:
                    await self._adopted(kind, row)

    async def _know(self) -> None:
        async with self._workspace.database.transaction() as connection:
            self._pages = await stored.pages(connection)
        self._by_id = {one.page_id: one for one in self._pages.values() if one.page_id is not None}

    async def _look_at(self, kind: DatabaseKind) -> None:
        database = self._workspace.sources[kind].database
        now = self._workspace.clock()
        last = database.looked_through_at
        whole = self._whole or last is None or now - last >= LOOKED_THROUGH
        rows = [row async for row in changed_rows(self._workspace, kind, whole=whole)]
        trash = [row async for row in changed_rows(self._workspace, kind, whole=whole, trashed=True)]
        for row in rows:
            await self._live(kind, row)
        for row in trash:
            await self._in_trash(row)
        if whole:
            await self._gone_for_good(kind, {row.id for row in (*rows, *trash)})
        until = max((row.edited_at for row in (*rows, *trash)), default=None)
        self._read.append((kind, until, now if whole else None))

    async def _live(self, kind: DatabaseKind, row: Row) -> None:
        page = self._by_id.get(row.id) or await self._adopted(kind, row)
        if page is None:
            return
        page = await self._read_columns(page, await self._completed(row))
        if page.state in ("missing", "trashed", "gone"):
            page = await self._restored(page, row)
        if kind == "review":
            self._hear(page, row)
        else:
            await self._look_into(page, row)

    async def _adopted(self, kind: DatabaseKind, row: Row) -> NotionPage | None:
        """A row with a key of ours that nobody noted was made by us; of a known key it is someone's copy."""
        known = self._pages.get(row.key)
        if not row.key or "/" not in row.key or (known is not None and known.page_id is not None):
            return None
        rows = kind == "review"
        item, shown = await self._item_of(kind, row.key)
        page = NotionPage(
            row.key,
            kind,
            row.key.partition("/")[0],
            item,
            row.id,
            "whole" if rows else "incomplete" if shown else "theirs",
            marks({name: value for name, value in row.values.items() if name not in row.unread}),
            [] if rows else None,
        )
        await self._note(page)
        await self._redo(page)
        return page

    async def _item_of(self, kind: DatabaseKind, key: str) -> tuple[int, bool]:
        """The topic or review item that a key names, 0 while there is none, and whether we write of it.

        A page of which we do not stays as it is, until its topic comes.
        """
        course, _, name = key.partition("/")
        async with self._workspace.database.transaction() as connection:
            if kind == "topics":
                found = await stored.topic_of(connection, course, name)
            else:
                found = await stored.asked(connection, course, turn_of(name)[0])
        return (0, False) if found is None else (int(found["id"]), found["state"] != "retired")

    async def _completed(self, row: Row) -> Row:
        """The row with all of what it relates to, where a person may have changed that."""
        if not row.unread or row.edited_by == self._workspace.bot:
            return row
        values = dict(row.values)
        for name in row.unread:
            column = next(ids[name] for kind in TITLES if name in (ids := self._workspace.column_ids(kind)))
            listed = self._workspace.notion.listing(f"pages/{row.id}/properties/{column}")
            values[name] = tuple([item["relation"]["id"] async for item in listed])
        return replace(row, values=values, unread=frozenset())

    async def _read_columns(self, page: NotionPage, row: Row) -> NotionPage:
        """Note what stands in our columns; where that is not what we wrote, it is written again."""
        names = {one.name for one in COLUMNS[page.kind] if not one.theirs} - row.unread
        now = marks({name: value for name, value in row.values.items() if name in names})
        properties = {**{name: one for name, one in page.properties.items() if name in row.values}, **now}
        if properties != page.properties:
            page = replace(page, properties=properties)
            await self._note(page)
            await self._redo(page)
        return page

    async def _restored(self, page: NotionPage, row: Row) -> NotionPage:
        """A person took a page out of the trash: what followed from its being there is taken back."""
        before = page.state
        page = replace(page, state="theirs" if before == "trashed" else "whole")
        await self._note(page)
        await self._redo(page)
        if before == "gone" and page.decision_id is not None:
            acting = await self._acting(row)
            self._acts.append((row.edited_at, page.key, lambda: self._carried(take_up_again, acting, page)))
        return page

    def _hear(self, page: NotionPage, row: Row) -> None:
        """Take an answer that was not taken yet."""
        answer = answer_of(row)
        if not {DECISION, CORRECT_TOPIC, NOTE} <= row.values.keys() or not is_new(
            page, answer, hidden_topics(self._pages.values())
        ):
            return
        told = told_in(row) if row.edited_by == self._workspace.bot else None

        async def act() -> None:
            acting = told or await self._acting(row)
            topics = {one.page_id or "": one for one in self._pages.values() if one.kind == "topics"}
            await self._carried(
                lambda connection, by, one: take_answer(connection, by, one, answer, topics), acting, page
            )

        self._acts.append((told.at if told else row.edited_at, page.key, act))

    async def _look_into(self, page: NotionPage, row: Row) -> None:
        """Look at the blocks of a page that somebody may have changed."""
        by_us = row.edited_by == self._workspace.bot
        known = page.edited_at is not None and row.edited_at <= page.edited_at
        if page.blocks is None:
            return
        if page.state == "incomplete" or (by_us and known) or page.settled_at == row.edited_at:
            return
        try:
            seen = await blocks_of(self._workspace.notion, row.id, self._workspace.bot)
        except NotionRefused as unreadable:
            await self._note(replace(page, state="incomplete", failure=str(unreadable)))
            await self._redo(page)
            return
        looked = look_at(page, (), seen, whole=not by_us)
        standing = await carry(self._workspace, page, looked)
        past = self._workspace.clock() - row.edited_at >= A_MINUTE_PAST
        changed = replace(
            page,
            blocks=[one.to_json() for one in standing],
            dropped=tuple(dict.fromkeys((*page.dropped, *looked.dropped))),
            edited_at=row.edited_at,
            settled_at=row.edited_at if past else None,
        )
        await self._note(changed)
        if changed.blocks != page.blocks:
            await self._redo(changed)

    async def _in_trash(self, row: Row) -> None:
        page = self._by_id.get(row.id)
        if page is None or page.state not in (*LIVING, "missing"):
            return
        forgotten = page.edited_at is None or row.edited_at > page.edited_at
        if row.edited_by == self._workspace.bot and forgotten:  # by us, before the database was put back
            page = replace(page, state="trashed", edited_at=row.edited_at)
            await self._note(page)
            await self._redo(page)
            return
        self._trashed[page.key] = row
        if page.state != "missing":
            await self._note(replace(page, state="missing"))

    async def _gone_for_good(self, kind: DatabaseKind, found: set[str]) -> None:
        for page in list(self._pages.values()):
            if page.kind == kind and page.page_id not in found and page.state in LIVING and page.page_id:
                await self._note(replace(page, state="missing"))

    async def _decide_missing(self, kind: DatabaseKind) -> None:
        """Carry out what a page in the trash means, unless so much is missing that it may be a mistake."""
        ours = [one for one in self._pages.values() if one.kind == kind]
        missing = [one for one in ours if one.state == "missing"]
        living = [one for one in ours if one.state in LIVING]
        notices = list(self._workspace.sources[kind].notices)
        many = len(missing) > LARGEST_COUNT and len(missing) > LARGEST_SHARE * (len(missing) + len(living))
        if many and not self._confirmed:
            notices.append(
                f"{len(missing)} of our {len(missing) + len(living)} pages in {TITLES[kind]} are in the trash"
                " of Notion or gone, so nothing was decided from it; restore them there, or say gradient"
                " notion sync --confirm."
            )
        else:
            for page in missing:
                await self._will_decide(page)
        self._taken.notices += notices
        async with self._workspace.database.transaction() as connection:
            await stored.note(connection, kind, " ".join(notices) or None)

    async def _will_decide(self, page: NotionPage) -> None:
        row = self._trashed.get(page.key)
        acting = await self._acting(row) if row is not None else await self._asked_who(page)
        if page.kind == "topics":
            self._acts.append((acting.at, page.key, lambda: self._carried(retire, acting, page)))
            return
        answer = None if row is None else answer_of(row)
        if row is not None and answer is not None and answer.decision and answer.mark != page.seen:
            self._hear(page, row)
        self._acts.append((acting.at, f"{page.key} ", lambda: self._carried(put_off, acting, page)))

    async def _carried(
        self,
        act: "Callable[..., Awaitable[tuple[NotionPage, int | None]]]",
        acting: Acting,
        page: NotionPage,
    ) -> None:
        """Carry out one act and note with it that it was; one that is refused is told of on the page."""
        page = self._pages[page.key]
        async with self._workspace.database.transaction() as connection:
            try:
                async with connection.transaction():
                    after, course = await act(connection, acting, page)
            except GradientError as refusal:
                after, course = replace(page, answer=str(refusal)), None
            await stored.put_pages(connection, [after])
            await self._let_be_due(connection, after)
        self._keep(after)
        if course is not None:
            self._taken.courses.add(course)

    async def _acting(self, row: Row) -> Acting:
        """Who did something, and when."""
        return Acting(await self._name(row.edited_by), row.edited_at)

    async def _asked_who(self, page: NotionPage) -> Acting:
        """Who threw a page away that was missed before; of one that is gone for good nobody knows."""
        try:
            found = await self._workspace.notion.get(f"pages/{page.page_id}")
        except NotionRefused:
            return Acting("someone in Notion", self._workspace.clock())
        by = await self._name(found["last_edited_by"]["id"])
        return Acting(by, datetime.fromisoformat(found["last_edited_time"]))

    async def _name(self, user: str) -> str:
        if user == self._workspace.bot:
            return "someone in Notion"
        if user not in self._people:
            try:
                found = await self._workspace.notion.get(f"users/{user}")
                self._people[user] = str(found.get("name") or user)
            except GradientError:  # an integration may not be allowed to know names
                self._people[user] = user
        return self._people[user]

    async def _note(self, page: NotionPage) -> None:
        async with self._workspace.database.transaction() as connection:
            await stored.put_pages(connection, [page])
        self._keep(page)

    def _keep(self, page: NotionPage) -> None:
        self._pages[page.key] = page
        if page.page_id is not None:
            self._by_id[page.page_id] = page

    async def _redo(self, page: NotionPage) -> None:
        """Let the stage write a page, or the queue that a row belongs to, anew."""
        async with self._workspace.database.transaction() as connection:
            await self._let_be_due(connection, page)

    async def _let_be_due(self, connection: Connection, page: NotionPage) -> None:
        courses = await stored.courses_by_slug(connection)
        if page.kind == "topics":
            await stored.redo(connection, "topic", [page.item_id])
        elif page.course in courses:
            await stored.redo(connection, "review", [courses[page.course]])
        if page.course in courses:
            self._taken.courses.add(courses[page.course])
