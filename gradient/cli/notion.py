"""`gradient notion`: the topics and the review queue in Notion, both ways."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import begun_home, completed, existing_home, opened_database, settings_of
from gradient.cli.options import AsJson
from gradient.cli.output import plural, say, write, write_json
from gradient.cli.tables import Column, table
from gradient.errors import Exit
from gradient.home import Home

if TYPE_CHECKING:
    from gradient.mirror.notion.mirror import NotionMirror
    from gradient.mirror.notion.setup import SetUp
    from gradient.mirror.notion.sync import Synced
    from gradient.settings import Settings
    from gradient.store.sessions import Database

app = typer.Typer(
    add_completion=False,
    help="The topics and the review queue in Notion.",
    rich_markup_mode=None,
)

Parent = Annotated[
    str, typer.Option("--parent", metavar="PAGE", help="The address or the id of a page shared with it.")
]


@app.command("setup")
def setup(parent: Parent, as_json: AsJson = False) -> None:
    """Make the two databases below a page.

    Those that are there are taken on, and what is missing in them is made.
    """
    from gradient.mirror.notion.columns import TITLES

    done = completed(_setup(parent))
    if as_json:
        write_json([_set_up(one) for one in done])
        return
    for one in done:
        name = TITLES[one.database.kind]
        what = "made" if one.made else "taken on"
        mended = f"; put back: {', '.join(one.mended)}" if one.mended else ""
        write(f"The database {name} is {what}{mended}.")
    say("Set enabled = true under [notion] for gradient run to keep it in step, or say gradient notion sync.")


async def _setup(parent: str) -> "list[SetUp]":
    from gradient.mirror.notion.setup import page_id, set_up

    page = page_id(parent)
    async with _mirror(begun_home()) as (mirror, database, _):
        return await set_up(mirror.notion, database, page)


def _set_up(one: "SetUp") -> dict[str, Any]:
    return {
        "kind": one.database.kind,
        "database": one.database.database_id,
        "data_source": one.database.data_source_id,
        "made": one.made,
        "mended": list(one.mended),
    }


@app.command("sync")
def sync(
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Decide also what is missing in great numbers.")
    ] = False,
    whole: Annotated[
        bool, typer.Option("--all", help="Look at every row, not only at those that changed.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Bring both sides into step once."""
    synced = completed(_sync(confirm, whole))
    if as_json:
        write_json(
            {
                "in_step": synced.in_step,
                "removed": synced.removed,
                "failures": [
                    {"kind": one.kind, "id": one.item_id, "error": one.reason} for one in synced.unwritten
                ],
                "notices": synced.notices,
            }
        )
    else:
        write(f"{plural(synced.in_step, 'item')} in step, {synced.removed} removed.")
        for one in synced.unwritten:
            write(f"Not written, {one.kind} {one.item_id}: {one.reason}")
        for sentence in synced.notices:
            say(sentence)
    return Exit.WORK_FAILED if synced.unwritten else Exit.DONE


async def _sync(confirm: bool, whole: bool) -> "Synced":
    from gradient.mirror.notion.sync import sync as synced
    from gradient.pipeline import settle_stage
    from gradient.work.queue import Queue

    async with _mirror() as (mirror, database, settings), Queue(database).opened() as queue:
        stage = settle_stage(settings)

        async def settle(courses: Sequence[int]) -> None:
            for course in courses:
                async with database.transaction() as connection:
                    await stage.settle(connection, course)
                    await queue.remind(connection, course)

        return await synced(mirror, database, settle, confirmed=confirm, whole=whole)


@app.command("status")
def status(as_json: AsJson = False) -> None:
    """What is in step, what is pending, what failed and why.

    Notion is not asked.
    """
    found = completed(_status())
    if as_json:
        write_json(found)
        return
    if not found["databases"]:
        write("There are no databases in Notion yet; gradient notion setup --parent PAGE makes them.")
        return
    columns = [
        Column("database", "kind"),
        Column("pages", "pages", "right"),
        Column("incomplete", "incomplete", "right"),
        Column("in the trash", "trashed", "right"),
        Column("blocks made", "blocks_made", "right"),
        Column("read until", "seen_until"),
    ]
    table(columns, found["databases"])
    write(f"{found['in_step']} in step, {len(found['pending'])} pending, {len(found['failures'])} failed.")
    for one in found["failures"]:
        write(f"{one['key']}: {one['failure'] or 'It is not finished; the next sync goes on with it.'}")
    for sentence in found["notices"]:
        say(sentence)


async def _status() -> dict[str, Any]:
    from gradient.mirror.notion.client import Notion, Pace
    from gradient.mirror.notion.mirror import NotionMirror
    from gradient.store import mirrors, notion
    from gradient.store.courses import all_courses
    from gradient.work.runner import utc_now

    async with opened_database() as database:
        offline = NotionMirror(Notion("", "", Pace(1)), utc_now).on(database)
        async with database.transaction() as connection:
            databases = await notion.databases(connection)
            counts = await notion.counts(connection)
            failures = await notion.failures(connection)
            shown = {
                one.slug: await mirrors.items(connection, one.id) for one in await all_courses(connection)
            }
        pending = [
            key for course, items in shown.items() for key in await offline.pending(course, [*items.values()])
        ]
    failed = {one["key"] for one in failures}
    there = sum(pages for (_, state), pages in counts.items() if state in ("whole", "theirs"))
    return {
        "databases": [
            {
                "kind": one.kind,
                "pages": sum(counts.get((one.kind, state), 0) for state in ("whole", "theirs")),
                "incomplete": counts.get((one.kind, "incomplete"), 0),
                "trashed": sum(counts.get((one.kind, state), 0) for state in ("trashed", "missing", "gone")),
                "blocks_made": one.blocks_made,
                "seen_until": None if one.seen_until is None else one.seen_until.isoformat(),
            }
            for one in databases.values()
        ],
        "in_step": max(0, there - len([key for key in pending if key not in failed])),
        "pending": [key for key in pending if key not in failed],
        "failures": [{"key": one["key"], "failure": one["failure"]} for one in failures],
        "notices": [one.notice for one in databases.values() if one.notice],
    }


@app.command("doctor")
def doctor(
    written: Annotated[
        bool, typer.Option("--write", help="Write a page for a trial, read it back and remove it.")
    ] = False,
    parent: Annotated[
        str | None,
        typer.Option("--parent", metavar="PAGE", help="Where the trial goes; else beside the databases."),
    ] = None,
) -> None:
    """Whether Notion takes the token, and both databases are in order."""
    for sentence in completed(_doctor(written, parent)):
        write(sentence)


async def _doctor(written: bool, parent: str | None) -> list[str]:
    from gradient.mirror.notion.setup import page_id
    from gradient.mirror.notion.trial import round_trip
    from gradient.mirror.notion.workspace import NotSetUp

    told: list[str] = []
    async with _mirror() as (mirror, _, _):
        who = await mirror.notion.get("users/me")
        told.append(f"Notion takes the token; we are {who.get('name') or 'a nameless integration'} there.")
        place = None if parent is None else page_id(parent)
        try:
            workspace = await mirror.opened()
            told.append("Both databases are there, with all their columns.")
            told += [sentence for one in workspace.sources.values() for sentence in one.notices]
            if place is None:
                database = workspace.sources["topics"].database.database_id
                place = (await mirror.notion.get(f"databases/{database}"))["parent"]["page_id"]
        except NotSetUp as missing:
            if written and place is None:
                raise
            told.append(str(missing))
        if written and place is not None:
            await round_trip(mirror.notion, place)
            told.append("A page was written, changed, read back as it was written, and removed.")
    return told


@asynccontextmanager
async def _mirror(home: Home | None = None) -> "AsyncIterator[tuple[NotionMirror, Database, Settings]]":
    """The mirror in Notion on the database of a home, whether or not it is switched on there.

    By default that is the one of the working directory, which has to be there.
    """
    from gradient.pipeline import notion_mirror

    home = home or existing_home()
    settings = settings_of(home)
    unbound = notion_mirror(settings)
    async with opened_database(home) as database:
        try:
            yield unbound.on(database), database, settings
        finally:
            await unbound.aclose()
