"""`gradient sources` and `gradient changes`: the files, and what happened to what was made of them."""

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from gradient.cli.coverage import pages
from gradient.cli.left_out import left_out, show_left_out
from gradient.cli.opened import completed, course_id_of, existing_home, settings_of, transaction
from gradient.cli.options import AsJson, Course
from gradient.cli.output import DIM, Styled, paragraph, percent, say, title, write, write_json
from gradient.cli.paused import show_paused
from gradient.cli.printable import one_line
from gradient.cli.tables import Column, table
from gradient.errors import UnknownName
from gradient.files import key_of
from gradient.home import expanded

SOURCE_COLUMNS = (
    Column("course", "course", yields="end"),
    Column("path", "path", yields="beginning"),
    Column("type", "type"),
    Column("state", "state"),
    Column("read", "share", "right"),
    Column("parts", "pages", "right"),
    Column("characters", "characters", "right"),
)
PLAIN_ENCODINGS = ("utf-8", "utf-8-sig", "ascii")
"""Encodings that nobody has to be told."""


LeftOut = Annotated[
    bool,
    typer.Option("--left-out", help="Show the passages that nothing is learnt from, and by which rule."),
]


Asked = Annotated[
    str | None,
    typer.Argument(
        metavar="PATH", help="A file or a folder, from the inbox or from here, or the end of a path."
    ),
]


def sources(
    path: Asked = None, as_json: AsJson = False, course: Course = None, without: LeftOut = False
) -> None:
    """Every file, and what became of it.

    With PATH those alone that lie there.
    The states are read, partial, unread, skipped, failed, parked and retired.
    """
    found, pauses = completed(_found(path, course, without=without))
    if as_json:
        write_json(found)
    elif without:
        show_left_out(found)
    elif found:
        _show_sources(found)
        show_paused(pauses)
    else:
        say("There is no source yet: put files into a folder under the inbox, then say gradient run.")


def _show_sources(found: list[dict[str, Any]]) -> None:
    several = len({one["course"] for one in found}) > 1
    rows = [_row(one) for one in found]
    table(SOURCE_COLUMNS if several else SOURCE_COLUMNS[1:], rows)
    said = [(one["path"], said) for one in found for said in _said(one) if said]
    if said:
        write()
    for path, sentence in said:
        paragraph(sentence if sentence.startswith(path) else f"{path}: {sentence}", others="    ")


def _said(one: dict[str, Any]) -> list[str | None]:
    """What there is to say of a source, beside its row."""
    copies = ", ".join(one["also_at"])
    return [
        one["reason"],
        *one["notes"],
        _written(one),
        f"also at {copies}, the same byte by byte." if copies else None,
    ]


def _written(one: dict[str, Any]) -> str | None:
    """The language of a source where its course has another, and its encoding where that is not UTF-8."""
    said = []
    if one["language"] and _base(one["language"]) != _base(one["course_language"] or one["language"]):
        said.append(f"its language is {one['language']}, that of the course {one['course_language']}")
    if one["encoding"] and one["encoding"] not in PLAIN_ENCODINGS:
        said.append(f"its encoding is {one['encoding']}")
    return f"{'; '.join(said)}." if said else None


def _base(language: str) -> str:
    return language.partition("-")[0]


def _row(one: dict[str, Any]) -> dict[str, Any]:
    coverage = one["coverage"]
    characters = f"{coverage['characters']:,}" if coverage else None
    share = percent(one["share_read"])
    return {**one, "share": share, "pages": pages(coverage), "characters": characters}


async def _found(
    path: str | None, course: str | None, *, without: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The files or what was left out of them, and the roles that are paused."""
    from gradient.store import holds

    found = await _asked_for(path, course, without=without)
    async with transaction() as connection:
        return found, await holds.pauses(connection)


async def _asked_for(path: str | None, course: str | None, *, without: bool) -> list[dict[str, Any]]:
    if path is None:
        return await left_out(course) if without else await _sources(course)
    home = existing_home()
    inbox = home.path(settings_of(home).inbox.dir)
    listed = await _sources(course)
    meant = [one for one in listed if at_path(path, inbox, [one["path"], *one["also_at"]])]
    if not meant:
        raise UnknownName(f"There is no source at {path!r}; gradient sources lists them all.")
    paths = {one["path"] for one in meant}
    return [one for one in await left_out(course) if one["path"] in paths] if without else meant


def at_path(asked: str, inbox: Path, paths: Sequence[str]) -> bool:
    """Whether a file with these paths is what a person means by a path, or lies below it.

    The path may start from the inbox or from the working directory, or be a part of one.
    """
    wanted = f"/{key_of(os.path.normpath(asked)).strip('/')}/"
    here = f"{key_of(os.path.normpath(Path.cwd() / expanded(Path(asked))))}/"
    return any(
        wanted in f"/{key_of(path)}/" or f"{key_of(str(inbox / path))}/".startswith(here) for path in paths
    )


async def _sources(course: str | None) -> list[dict[str, Any]]:
    from gradient.store import sources as store

    async with transaction() as connection:
        found = await store.listing(connection, await course_id_of(connection, course))
    languages = defaultdict[str, Counter[str]](Counter)
    for one in found:
        if one["language"]:
            languages[one["course"]][one["language"]] += 1
    return [
        {**one, "course_language": one["course_language"] or _commonest(languages[one["course"]])}
        for one in found
    ]


def _commonest(languages: Counter[str]) -> str | None:
    return languages.most_common(1)[0][0] if languages else None


def changes(
    as_json: AsJson = False,
    course: Course = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="TIME", help='A date, a time, or how long ago: "2h", "3d".'),
    ] = None,
) -> None:
    """What the last run changed, and what caused it.

    The last run is the last one that changed something; what people did since the one before belongs to it.
    """
    from gradient.cli.times import moment

    found = completed(_changes(course, None if since is None else moment(since)))
    if as_json:
        write_json(found)
    elif found:
        _show_changes(found)
    else:
        say("Nothing has changed.")


async def _changes(course: str | None, since: datetime | None) -> list[dict[str, Any]]:
    from gradient.store import changes as store
    from gradient.store import status

    async with transaction() as connection:
        course_id = await course_id_of(connection, course)
        if since is None:
            since = await status.before_last_run(connection, course_id)
        return sorted(await store.since(connection, since, course_id), key=lambda one: str(one["course"]))


def _show_changes(found: list[dict[str, Any]]) -> None:
    course, cause = None, None
    for one in found:
        if one["course"] != course:
            if course is not None:
                write()
            course, cause = one["course"], None
            title(course)
        if _heading(one) not in (None, cause):
            cause = _heading(one)
            paragraph(f"{cause}:", first="  ", others="    ")
        at = f"{one['at'].astimezone():%Y-%m-%d %H:%M}"
        write("  ", Styled(f"{at}  {one['kind']:<12}  ", DIM), one_line(one["what"]))


def _heading(one: dict[str, Any]) -> str | None:
    """What stands above a change: what caused it, None where the change itself names that.

    A cause with a full stop is a sentence of its own.
    """
    if one["kind"] == "decision":
        return "what people did"
    stated = str(one["cause"])
    cause = stated.rstrip(".")
    if not cause or cause in one["what"]:
        return None
    return cause if stated.endswith(".") else f"because of {cause}"
