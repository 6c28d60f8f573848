"""`gradient ingest`, `gradient retire` and `gradient forget`: what comes in and goes out by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gradient.cli.opened import completed, course_id_of, existing_home, opened_database, settings_of
from gradient.cli.options import Course, Yes, known_courses
from gradient.cli.output import is_conversation, plural, say, write
from gradient.errors import AmbiguousName, GuardRefused, UnknownName, UsageError
from gradient.work.crossing import again_if_crossed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gradient.inbox.removal import Removed
    from gradient.store import courses
    from gradient.store.sessions import Database

MOST_SHOWN = 10
CLOSE = 0.8
"""How alike two slugs have to be (2 × common letters ÷ letters of both) for one to be a slip of the other."""


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files, or folders of files.")],
    course: Annotated[
        str,
        typer.Option(
            "--course",
            "-c",
            metavar="SLUG",
            help="Their course; one that there is not yet is made.",
            autocompletion=known_courses,
        ),
    ],
    new: Annotated[
        bool, typer.Option("--new", help="Make a new course, also where one has nearly the same slug.")
    ] = False,
) -> None:
    """Take files into a course, where they are.

    They belong to it until you retire them: no scan of the inbox does.
    """
    write(completed(_ingest(paths, course, new=new)))


async def _ingest(paths: list[Path], course: str, *, new: bool) -> str:
    from gradient.home import locate
    from gradient.inbox.given import ingest as take
    from gradient.work.queue import Queue

    home = locate()
    settings_of(home)
    async with opened_database(home) as database, Queue(database).opened() as queue:
        made = await _is_new(database, course, meant=new)
        taken = await take(database, paths, course, on_change=queue.remind)
    known = taken.files - taken.added
    into = f"the new course {course}" if made else course
    more = f"; {plural(known, 'file')} there already" if known else ""
    return (
        f"{plural(taken.added, 'file')} taken into {into}{more}. The daemon reads them, or"
        " gradient run --until-idle."
    )


async def _is_new(database: "Database", course: str, *, meant: bool) -> bool:
    """Whether there is no such course yet. Raises UnknownName where its slug looks like a slip of another."""
    import difflib

    from gradient.store import courses

    async with database.transaction() as connection:
        there = await courses.all_courses(connection, retired=True)
    slugs = sorted(one.slug for one in there)
    near = courses.called(course, there) or difflib.get_close_matches(course, slugs, 1, CLOSE)
    if near and course not in slugs and not meant:
        raise UnknownName(
            f"There is no course {course!r} yet; did you mean {near[0]}? To make a new course, add --new."
        )
    return course not in slugs


def retire(
    source: Annotated[
        str | None, typer.Argument(metavar="SOURCE", help="Its path, or the end of it.")
    ] = None,
    course: Course = None,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm",
            help="Retire all sources of the course whose files are gone, and take all notes of what is no"
            " more out of the vault.",
        ),
    ] = False,
) -> None:
    """Retire a source; its file stays.

    gradient ingest FILE --course C takes it back in, where it was.

    With --course C --confirm: go on where too much would go at once. All sources of the course whose files
    are gone are retired, and all notes in the vault of topics that are no more are removed, however many.
    """
    if (source is None) != confirm or (confirm and course is None):
        raise UsageError("Name a source, or say --course C --confirm for all those whose files are gone.")
    removed, notes, back = completed(_confirm(str(course)) if source is None else _retire(source, course))
    if removed is not None:
        write(f"{plural(len(removed.paths), 'source')} retired:")
        _list(removed)
        say("What stands on nothing else goes with the next run.")
        if removed.file is not None:
            say(f"The file stays, and a scan leaves it out. To take it back in: {back}")
    if notes:
        write(f"{plural(notes, 'note')} of what is no more taken out of the mirrors.")


async def _retire(source: str, course: str | None) -> "tuple[Removed | None, int, str]":
    """What was retired, no notes, and the command that takes it back in."""
    import shlex

    from gradient.inbox import removal
    from gradient.store import courses

    async with opened_database() as database:
        removed = await removal.retire(database, source, course)
        await _remind(database, removed.course_id)
        async with database.transaction() as connection:
            slug = (await courses.by_id(connection, removed.course_id)).slug
        return removed, 0, f"gradient ingest {shlex.quote(removed.file or '')} --course {slug}"


async def _confirm(course: str) -> "tuple[Removed | None, int, str]":
    """What was retired, and how many notes went: what neither sweep nor mirror would do by itself.

    What came of files that are gone comes back with them, so no command is named.
    """
    from gradient.inbox import removal
    from gradient.mirror.removal import remove_confirmed
    from gradient.pipeline import letting_go, mirrors

    home = existing_home()
    settings = settings_of(home)
    async with opened_database(home) as database:
        refused, removed = None, None
        try:
            removed = await removal.confirm_retire(database, course)
        except GuardRefused as nothing_gone:
            refused = nothing_gone
        async with database.transaction() as connection:
            course_id = await course_id_of(connection, course)
        assert course_id is not None
        async with letting_go(mirrors(home, settings)) as to:
            notes = await remove_confirmed(database, to, course_id)
        await _remind(database, course_id)
        if refused is not None and not notes:
            raise refused
        return removed, notes, ""


def forget(
    name: Annotated[
        str | None, typer.Argument(metavar="SOURCE|COURSE", help="A path, or the slug of a course.")
    ] = None,
    course: Course = None,
    yes: Yes = False,
) -> None:
    """Erase a source or a course for good; files stay.

    What was made of it goes: texts, contents, pages. Of decisions only the bare answers stay.
    """
    if name is None:
        raise UsageError(
            f"To erase the whole course, say gradient forget {course}; else name a source."
            if course
            else "Say what to erase: the path of a source, or the slug of a course."
        )
    removed = completed(_forget(name, course, yes))
    if removed is None:
        say("Nothing was erased.")
        return
    write(f"{plural(len(removed.paths), 'source')} forgotten for good:")
    _list(removed)


async def _forget(name: str, course: str | None, yes: bool) -> "Removed | None":
    from gradient.inbox import removal
    from gradient.mirror.removal import show_no_more
    from gradient.pipeline import letting_go, mirrors
    from gradient.work.runner import utc_now

    home = existing_home()
    async with letting_go(mirrors(home, settings_of(home))) as to, opened_database(home) as database:
        what, is_course = await _meant(database, name, course)
        if not yes and not _agreed(what):
            return None
        if is_course:
            removed = await removal.forget_course(database, name)
        else:
            removed = await removal.forget_source(database, name, course)
        await show_no_more(database, to, removed.course_id, utc_now())
        await _remind(database, removed.course_id)
        return removed


@again_if_crossed
async def _remind(database: "Database", course_id: int) -> None:
    """Let a daemon see to what follows."""
    from gradient.work.queue import Queue

    async with Queue(database).opened() as queue, database.transaction() as connection:
        await queue.remind(connection, course_id)


async def _meant(database: "Database", name: str, course: str | None) -> tuple[str, bool]:
    """What a name stands for, in words, and whether that is a course."""
    from gradient.store import courses, sources

    async with database.transaction() as connection:
        there = await courses.all_courses(connection, retired=True)
        slugs = {one.slug for one in there}
        course_id = await course_id_of(connection, course)
        try:
            found = await sources.named(connection, name, course_id)
        except UnknownName:
            if course is not None:
                raise
            if name not in slugs:
                raise _neither(name, there) from None
            return f"all that was made of the course {name}", True
    if name in slugs and course is None:
        raise AmbiguousName(
            f"{name!r} is a course and a source ({found.path}); write the whole path, or --course."
        )
    return f"all that was made of {found.path}", False


def _neither(name: str, there: "Sequence[courses.Course]") -> UnknownName:
    """The error for what is neither a source nor the slug of a course."""
    from gradient.store import courses

    if courses.called(name, there):
        return courses.unknown(name, there)
    return UnknownName(
        f"There is no source and no course {name!r}; gradient sources and gradient status list them."
    )


def _agreed(what: str) -> bool:
    if not is_conversation():
        raise UsageError(f"This erases {what} for good; say --yes to agree where nobody can be asked.")
    say(f"This erases {what} for good: texts, contents, pages. The files stay, and so do the decisions.")
    return input("Type yes to go on: ").strip().casefold() == "yes"


def _list(removed: "Removed") -> None:
    for path in removed.paths[:MOST_SHOWN]:
        write(f"  {path}")
    if len(removed.paths) > MOST_SHOWN:
        write(f"  … and {len(removed.paths) - MOST_SHOWN} more")
