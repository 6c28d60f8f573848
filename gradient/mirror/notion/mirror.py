"""The mirror in Notion."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from gradient.mirror.notion.client import Notion
from gradient.mirror.notion.course import CourseWriting, writer_of
from gradient.mirror.notion.taking import Taking
from gradient.mirror.notion.workspace import Workspace, opened
from gradient.mirror.port import Answer, Taken, Unwritten
from gradient.store import notion as stored
from gradient.store.mirrors import Item, ItemKey, Written
from gradient.store.notion import NotionDatabase, NotionPage
from gradient.store.sessions import Database


class NotionMirror:
    """Two databases in Notion: a page a topic, a row a question. `allowance` is in blocks, 0 for none."""

    name = "notion"

    def __init__(
        self,
        notion: Notion,
        clock: Callable[[], datetime],
        allowance: int = 0,
        database: Database | None = None,
    ) -> None:
        self.notion = notion
        self._clock = clock
        self._allowance = allowance
        self._database = database
        self._workspace: Workspace | None = None

    def on(self, database: Database) -> "NotionMirror":
        """The mirror of a database."""
        return NotionMirror(self.notion, self._clock, self._allowance, database)

    def now(self) -> datetime:
        """The time on our clock."""
        return self._clock()

    def standing(self) -> None:
        """It has a place for every course, and notices itself when that is lost."""

    async def write(
        self,
        course: str,
        items: Sequence[Item],
        written: Mapping[ItemKey, Written],  # noqa: ARG002  what stands is known here block by block
    ) -> list[Written | Unwritten]:
        """Bring pages and rows to what the items say, topics after those that are learnt before them."""
        database = self._on()
        async with stored.alone(database):
            return await CourseWriting(database, course, self._looked_over).write(items)

    async def remove(self, items: Sequence[Written]) -> None:
        """Put pages into the trash; those that a person took out of it stay."""
        if not items:
            return
        database = self._on()
        async with stored.alone(database):
            writer = writer_of(await self._looked_over())
            async with database.transaction() as connection:
                pages = await stored.pages(connection)
            for item in items:
                for page in pages.values():
                    if _belongs(page, item) and (item.forgotten or page.state in ("whole", "incomplete")):
                        await writer.trash(page, empty=item.forgotten)

    async def answers(self) -> list[Answer]:
        """None: they are carried out where they are taken back, with who gave them and when."""
        return []

    async def slips(self) -> list[str]:
        """What a person should know of the databases."""
        if self._database is None:
            return []
        async with self._database.transaction() as connection:
            found = await stored.databases(connection)
        return [one.notice for one in found.values() if one.notice]

    async def pending(self, course: str, items: Sequence[Item]) -> list[str]:
        """What of these items does not stand in Notion as it should, in words; Notion is not asked."""
        return await CourseWriting(self._on(), course, self.opened).pending(items)

    async def take_back(self, *, confirmed: bool = False, whole: bool = False) -> Taken:
        """Carry out what people did in Notion since the last time."""
        async with stored.alone(self._on()):
            self._workspace = await self.opened()
            return await Taking(self._workspace, confirmed=confirmed, whole=whole).take()

    async def aclose(self) -> None:
        """Let the connection to Notion go."""
        await self.notion.aclose()

    async def opened(self) -> Workspace:
        """Both databases, looked at. Raises NotSetUp before there are any, DatabaseGone if one is away."""
        return await opened(self.notion, self._on(), self._clock, self._allowance)

    async def _looked_over(self) -> Workspace:
        """The same; what stands there and nobody noted is taken on, unless all was just taken back."""
        async with self._on().transaction() as connection:
            now = [_place(one) for one in (await stored.databases(connection)).values()]
        known = () if self._workspace is None else self._workspace.sources.values()
        if self._workspace is None or any(_place(one.database) not in now for one in known):
            self._workspace = await self.opened()
            await Taking(self._workspace).adopt()
        return self._workspace

    def _on(self) -> Database:
        if self._database is None:
            raise RuntimeError("the mirror in Notion works on a database; on() names it")
        return self._database


def _place(database: NotionDatabase) -> tuple[str, Mapping[str, str]]:
    return database.data_source_id, database.properties


def _belongs(page: NotionPage, item: Written) -> bool:
    if item.kind == "topic":
        return page.kind == "topics" and page.item_id == item.item_id
    return item.kind == "review" and page.kind == "review" and page.course == item.place.rpartition("/")[2]
