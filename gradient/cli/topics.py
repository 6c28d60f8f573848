"""`gradient topics`: the outline as it stands, and what people do to it by hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import completed, course_id_of, transaction
from gradient.cli.options import AsJson, Course, Note, TopicSlug, known_topics
from gradient.cli.output import BOLD, Styled, say, write, write_json
from gradient.cli.tables import Column, table
from gradient.work.crossing import again_if_crossed

if TYPE_CHECKING:
    from gradient.cli.deciding import Act
    from gradient.outline.curation import Curator

LISTED = ("slug", "title", "aliases", "path", "course", "contents", "prerequisites", "first_taught", "page")
COLUMNS = (
    Column("topic", "path", yields="beginning"),
    Column("slug", "slug", yields="end"),
    Column("contents", "contents", "right"),
    Column("needs", "prerequisites", "right"),
    Column("first taught in", "first_taught", yields="beginning"),
    Column("page", "page"),
)
UNPLACED = (
    "first taught in –: no file with a place in the teaching order teaches it. Files have a place by the"
    " numbers in their names; those without have none until order in course.toml names them."
)

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
)

Title = Annotated[str, typer.Argument(metavar="TITLE", help="Its title, as it is shown.")]
Parent = Annotated[
    str | None,
    typer.Option("--parent", metavar="TOPIC", help="The topic above it.", autocompletion=known_topics),
]
Aliases = Annotated[
    list[str] | None, typer.Option("--alias", metavar="NAME", help="Another name; may be repeated.")
]
Absorbed = Annotated[
    str, typer.Argument(metavar="ABSORBED", help="The topic that goes.", autocompletion=known_topics)
]
Into = Annotated[
    str, typer.Argument(metavar="INTO", help="The topic that is left.", autocompletion=known_topics)
]


@app.callback()
def listing(context: typer.Context, course: Course = None, as_json: AsJson = False) -> None:
    """The topics, and curating them by hand.

    Without a command they are listed, as they are taught.
    """
    context.obj = course
    if context.invoked_subcommand is not None:
        return
    found = completed(_listing(course))
    if as_json:
        write_json(found)
    elif found:
        _show(found)
    else:
        say("There is no topic yet.")


async def _listing(course: str | None) -> list[dict[str, Any]]:
    from gradient.store import pages, topics

    async with transaction() as connection:
        await course_id_of(connection, course)
        found = await topics.listing(connection, course)
        states: dict[int, str] = {}
        for course_id in {one["course_id"] for one in found}:
            states |= await pages.states(connection, course_id)
    return [{**{key: one[key] for key in LISTED}, "page": states.get(one["id"])} for one in found]


def _show(found: list[dict[str, Any]]) -> None:
    courses = list(dict.fromkeys(one["course"] for one in found))
    for number, course in enumerate(courses):
        if len(courses) > 1:
            write("\n" if number else "", Styled(course, BOLD))
        table(COLUMNS, [one for one in found if one["course"] == course])
    if any(one["first_taught"] is None for one in found):
        say(UNPLACED)


@app.command("show")
def show(
    context: typer.Context,
    topic: TopicSlug,
    course: Course = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also the prerequisites that were rejected.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """One topic with all that belongs to it.

    Its names, what it needs, what it leads to, and its contents, each with the number that explains it.
    """
    from gradient.cli.topic_card import card, show_card

    found = completed(card(topic, course or context.obj))
    if as_json:
        write_json(found)
    else:
        show_card(found, everything=everything)


@app.command("add")
def add(
    context: typer.Context,
    title: Title,
    course: Course = None,
    parent: Parent = None,
    alias: Aliases = None,
    note: Note = None,
) -> None:
    """Add a topic to a course."""
    write(completed(_add(title, course or context.obj, parent, alias or [], note)))


@again_if_crossed
async def _add(
    title: str, course: str | None, parent: str | None, aliases: list[str], note: str | None
) -> str:
    from gradient.cli.naming import topic_of

    async with _act() as act:
        curator = await _curator(act, await _only_course(act, course))
        above = await topic_of(act.connection, parent, curator.course) if parent else None
        slug, decision = await curator.add(title, parent=above, aliases=aliases, note=note)
        await act.settle(curator.course_id)
    return f"{title} is a topic of {curator.course} now, by the slug {slug} (decision {decision})."


@app.command("rename")
def rename(
    context: typer.Context, topic: TopicSlug, title: Title, course: Course = None, note: Note = None
) -> None:
    """Give a topic another title; its slug stays."""
    write(completed(_rename(topic, title, course or context.obj, note)))


@again_if_crossed
async def _rename(slug: str, title: str, course: str | None, note: str | None) -> str:
    async with _act() as act:
        topic, curator = await _topic(act, slug, course)
        decision = await curator.rename(topic, title, note=note)
        await act.settle(curator.course_id)
    return f"{topic['title']} is called {title} now; its slug is still {topic['slug']} (decision {decision})."


@app.command("merge")
def merge(
    context: typer.Context,
    absorbed: Absorbed,
    into: Into,
    course: Course = None,
    note: Note = None,
) -> None:
    """Let a topic absorb another with all it has.

    Names, contents and prerequisites go over; the absorbed slug leads to the topic that is left.
    """
    write(completed(_merge(absorbed, into, course or context.obj, note)))


@again_if_crossed
async def _merge(absorbed: str, into: str, course: str | None, note: str | None) -> str:
    from gradient.cli.naming import topic_of

    async with _act() as act:
        kept, curator = await _topic(act, into, course)
        gone = await topic_of(act.connection, absorbed, curator.course)
        decision = await curator.merge(gone, kept, note=note)
        await act.settle(curator.course_id)
    still = f"{gone['slug']} still leads there"
    return f"{gone['title']} is part of {kept['title']} now; {still} (decision {decision})."


@app.command("split")
def split(
    context: typer.Context,
    topic: TopicSlug,
    title: Title,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="A name that goes to the new topic; may be repeated."),
    ] = None,
    content: Annotated[
        list[int] | None,
        typer.Option("--content", metavar="ID", help="A content that goes to it; may be repeated."),
    ] = None,
    course: Course = None,
    note: Note = None,
) -> None:
    """Make a topic of a part of another.

    Say with --name or --content what goes to the new topic (gradient topics show TOPIC lists both); the
    next run looks at the other contents again.
    """
    write(completed(_split(topic, title, name or [], content or [], course or context.obj, note)))


@again_if_crossed
async def _split(
    slug: str, title: str, names: list[str], contents: list[int], course: str | None, note: str | None
) -> str:
    async with _act() as act:
        topic, curator = await _topic(act, slug, course)
        new, decision = await curator.split(topic, title, names=names, contents=contents, note=note)
        await act.settle(curator.course_id)
    return f"{title} is a topic beside {topic['title']} now, by the slug {new} (decision {decision})."


@app.command("retire")
def retire(context: typer.Context, topic: TopicSlug, course: Course = None, note: Note = None) -> None:
    """Take a topic out of the outline."""
    write(completed(_retire(topic, course or context.obj, note)))


@again_if_crossed
async def _retire(slug: str, course: str | None, note: str | None) -> str:
    async with _act() as act:
        topic, curator = await _topic(act, slug, course)
        decision = await curator.retire(topic, note=note)
        await act.settle(curator.course_id)
    return f"{topic['title']} is no topic of {curator.course} any more (decision {decision})."


@app.command("undo")
def undo(
    context: typer.Context,
    decision: Annotated[
        int | None,
        typer.Argument(metavar="DECISION", help="Its number in gradient review log; without it, the newest."),
    ] = None,
    course: Course = None,
    note: Note = None,
) -> None:
    """Take an act on the outline back."""
    write(completed(_undo(decision, course or context.obj, note)))


@again_if_crossed
async def _undo(number: int | None, course: str | None, note: str | None) -> str:
    from gradient.cli.fallout import fallout, standing
    from gradient.errors import UnknownName
    from gradient.outline import curation
    from gradient.store import curation as store
    from gradient.store import decisions

    async with _act() as act:
        course_id = await course_id_of(act.connection, course)
        if number is None:
            found = await store.newest_act(act.connection, course_id)
        else:
            found = await decisions.one(act.connection, number)
        if found is None:
            raise UnknownName("There is no act on the outline that could be taken back.")
        before = await act.before(found["course_id"])
        await curation.undo(act.connection, found, person=act.person, now=act.now, note=note)
        await act.settle(found["course_id"])
        more = fallout(before, await standing(act.connection, found["course_id"]))
    told = f"Decision {found['id']} ({found['act']} {found['details'].get('topic', '')}) is taken back."
    return " ".join([told, *more])


@asynccontextmanager
async def _act() -> "AsyncIterator[Act]":
    from gradient.cli.deciding import one_act

    async with one_act() as act:
        yield act


async def _topic(act: "Act", slug: str, course: str | None) -> "tuple[dict[str, Any], Curator]":
    from gradient.cli.naming import topic_of

    topic = await topic_of(act.connection, slug, course)
    return topic, await _curator(act, topic["course"])


async def _curator(act: "Act", course: str) -> "Curator":
    from gradient.outline.curation import Curator
    from gradient.store import courses

    found = await courses.by_slug(act.connection, course)
    return Curator(act.connection, found.id, found.slug, act.person, act.now)


async def _only_course(act: "Act", course: str | None) -> str:
    """The course that was named, or the only one there is."""
    from gradient.errors import AmbiguousName, UnknownName
    from gradient.store import courses

    if course is not None:
        return course
    there = [one.slug for one in await courses.all_courses(act.connection)]
    if not there:
        raise UnknownName("There is no course: put files into a folder under the inbox first.")
    if len(there) > 1:
        raise AmbiguousName(f"There are several courses ({', '.join(there)}); say which with --course.")
    return there[0]
