"""`gradient doctor`: whether everything that Gradient needs is there and in order."""

import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

import typer

from gradient.cli.asked_roles import asked_roles
from gradient.cli.opened import completed, opened_database, settings_of
from gradient.cli.options import AsJson
from gradient.cli.output import (
    GREEN,
    PROSE_WIDTH,
    RED,
    YELLOW,
    Styled,
    plural,
    terminal_width,
    wrapped,
    write,
)
from gradient.cli.output import write_json as write_as_json
from gradient.cli.paused import held, paused
from gradient.errors import Exit, GradientError, SettingsError
from gradient.home import Home, locate
from gradient.playing import is_service

if TYPE_CHECKING:
    from gradient.settings import Settings
    from gradient.store.sessions import Connection
    from gradient.store.vector_indexes import VectorIndex

State = Literal["well", "note", "wrong"]
STYLES = {"well": GREEN, "note": YELLOW, "wrong": RED}
MARGIN = 19
_STATES: dict[bool | None, State] = {True: "well", False: "wrong", None: "note"}


@dataclass(frozen=True)
class Finding:
    """What a look at one thing came to: `wrong` has to be put right, a `note` is good to know."""

    about: str
    state: State
    said: str


def doctor(as_json: AsJson = False) -> None:
    """Whether everything that Gradient needs is in order.

    Each role that a model plays is asked one small question, which costs as much as it says.
    """
    found = completed(_told(as_json))
    if as_json:
        write_as_json([asdict(one) for one in found])
    if any(one.state == "wrong" for one in found):
        raise typer.Exit(Exit.WORK_FAILED)


async def _told(as_json: bool) -> list[Finding]:
    """All findings, each shown as soon as it is there: a model may take its time."""
    found = []
    async for one in _findings():
        found.append(one)
        if not as_json:
            _show(one)
            sys.stdout.flush()
    return found


def _show(one: Finding) -> None:
    head = f"{one.about:<10}"
    for number, line in enumerate(wrapped(one.said, min(PROSE_WIDTH, terminal_width()) - MARGIN)):
        if number == 0:
            write(head, "  ", Styled(f"{one.state:<5}", STYLES[one.state]), "  ", line)
        else:
            write(" " * MARGIN, line)


async def _findings() -> AsyncIterator[Finding]:
    """Each thing that is looked at, in the order in which they need one another."""
    from gradient.pipeline import model_remarks
    from gradient.work.runner import utc_now

    try:
        home = locate()
        settings = settings_of(home)
    except GradientError as error:
        yield Finding("settings", "wrong", str(error))
        return
    roles = _roles(settings)
    for one in (_settings(home), roles, _jobs(home), *_inbox(home, settings)):
        yield one
    for sentence in await model_remarks(settings, utc_now()):
        yield Finding("models", "note", sentence)
    async for one in _database(home, settings, played=roles.state == "well"):
        yield one


def _settings(home: Home) -> Finding:
    if home.config_file is None:
        return Finding(
            "settings", "note", "All are the defaults; gradient init writes a file to change them."
        )
    return Finding("settings", "well", f"{home.config_file} is in order.")


def _roles(settings: "Settings") -> Finding:
    from gradient.providers.registry import page_reader

    players = sorted({player for _, player in settings.roles})
    try:
        page_reader(settings.roles.read)
    except SettingsError as error:
        return Finding("roles", "wrong", str(error))
    if players == ["offline"]:
        return Finding("roles", "well", "The offline methods play all of them: no network, no cost.")
    return Finding("roles", "well", f"They are played by {', '.join(players)}.")


def _jobs(home: Home) -> Finding:
    from gradient.work.job_files import load_jobs

    try:
        jobs = load_jobs(home.directory)
    except GradientError as error:
        return Finding("jobs", "wrong", str(error))
    return Finding("jobs", "well", f"{plural(len(jobs), 'job')} of the clock are in order.")


def _inbox(home: Home, settings: "Settings") -> Iterator[Finding]:
    from gradient.cli.plan import notices_of
    from gradient.inbox.walk import walk

    inbox = home.path(settings.inbox.dir)
    try:
        walked = walk(inbox)
    except GradientError as error:
        yield Finding("inbox", "wrong", str(error))
        return
    files, folders = plural(len(walked.files), "file"), plural(len(walked.folders), "course folder")
    yield Finding("inbox", "well", f"{inbox} holds {files} in {folders}.")
    for sentence in notices_of(inbox, walked):
        yield Finding("inbox", "wrong", sentence)


async def _database(home: Home, settings: "Settings", *, played: bool) -> AsyncIterator[Finding]:
    """What the database says; how the work stands can be asked only where all roles are `played`.

    Where models are asked there has to be one, since every call of theirs is written down.
    """
    asks = any(is_service(player) for _, player in settings.roles)
    if home.database_url is None and not home.directory.is_dir() and not asks:
        yield Finding("database", "note", "There is none yet; gradient run makes it.")
        return
    try:
        async with opened_database(home) as database:
            async with database.transaction() as connection:
                async for one in _standing(connection, home, settings, played=played):
                    yield one
            if played:
                async for answers, said in asked_roles(database, settings):
                    yield Finding("role", _STATES[answers], said)
    except GradientError as error:
        yield Finding("database", "wrong", str(error))


async def _standing(
    connection: "Connection", home: Home, settings: "Settings", *, played: bool
) -> AsyncIterator[Finding]:
    yield Finding("database", "well", await _place(connection, home))
    yield await _daemon(connection)
    if played:
        async for one in _work(connection, home, settings):
            yield one
    for index in await _indexes(connection):
        yield index
    for circle in await _circles(connection):
        yield circle


async def _place(connection: "Connection", home: Home) -> str:
    from gradient.store.embedded import data_of
    from gradient.store.migrate import without_password
    from gradient.store.status import server_version

    version = await server_version(connection)
    where = data_of(home.directory) if home.database_url is None else without_password(home.database_url)
    return f"PostgreSQL {version} answers, at its newest form: {where}."


async def _daemon(connection: "Connection") -> Finding:
    from gradient.store import daemons

    holder = await daemons.holder(connection)
    if holder is None:
        return Finding("daemon", "note", "None runs; gradient run starts one.")
    return Finding("daemon", "well", f"One runs: {holder['name'] or 'of another role'}.")


async def _work(connection: "Connection", home: Home, settings: "Settings") -> AsyncIterator[Finding]:
    from gradient.cli.status import collected

    found: dict[str, Any] = await collected(connection, home, settings, counted=False)
    failed = found["failures"]
    if failed:
        pieces = plural(len(failed), "piece")
        said = f"{pieces} of it failed or are parked; gradient status says which and why."
        yield Finding("work", "wrong", said)
    else:
        yield Finding("work", "well", "Nothing failed or is parked.")
    for one in found["paused"]:
        yield Finding("role", "wrong", paused(one))
    for one in found["held"]:
        yield Finding("work", "note", held(one))
    for sentence in found["notices"]:
        yield Finding("course", "note", sentence)


async def _indexes(connection: "Connection") -> list[Finding]:
    """How much of what exact search finds the indexes over vectors find."""
    from gradient.store import vector_indexes

    return [_index(index) for index in await vector_indexes.every(connection)]


def _index(index: "VectorIndex") -> Finding:
    searches = plural(index.sampled, "search", "searches")
    found = f"{index.recall:.1%} of the nearest in {searches} that exact search finds"
    said = f"It holds {index.vectors} vectors of {index.model} and finds {found}"
    if index.good:
        return Finding("index", "well", f"{said}.")
    return Finding("index", "note", f"{said}: too few, so search stays exact.")


async def _circles(connection: "Connection") -> list[Finding]:
    """A circle among accepted prerequisites, which settle never makes, but a hand in the database can."""
    from gradient.graph.cycles import circle_text, find_circle
    from gradient.store import courses, prerequisites

    found = []
    for course in await courses.all_courses(connection):
        if circle := find_circle(await prerequisites.accepted_edges(connection, course.id)):
            said = f"Accepted prerequisites of {course.slug} go round in a circle: {circle_text(circle)}."
            way_out = f"Take one out: gradient prereqs remove A B --course {course.slug}."
            found.append(Finding("circle", "wrong", f"{said} {way_out}"))
    return found
