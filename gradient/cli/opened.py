"""Opens what a command works on: home, settings, database, course."""

import os
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gradient.errors import DatabaseUnreachable
from gradient.home import Home, locate
from gradient.variables import HOME
from gradient.vouched import require_settings

if TYPE_CHECKING:
    from gradient.settings import Settings
    from gradient.store.sessions import Connection, Database

Result = TypeVar("Result")

CONNECTIONS = 4


def completed(work: Coroutine[Any, Any, Result]) -> Result:
    """What a command's asynchronous part comes to. Raises KeyboardInterrupt where that was called off."""
    import asyncio

    try:
        return asyncio.run(work)
    except asyncio.CancelledError:
        # Whoever cancels some of its own tasks meanwhile may hide that it was the keyboard.
        raise KeyboardInterrupt from None


def checked_home() -> Home:
    """The home of the working directory, made or not. Raises SettingsError if its settings are wrong."""
    home = locate()
    require_settings(home)
    return home


def existing_home() -> Home:
    """The same. Raises DatabaseUnreachable too, where there is no Gradient yet."""
    home = checked_home()
    if home.database_url is None and not home.directory.is_dir():
        if os.environ.get(HOME):
            raise DatabaseUnreachable(
                f"There is no Gradient in {home.directory} yet, which {HOME} names; `gradient run` makes one,"
                " or name another folder."
            )
        raise DatabaseUnreachable(
            f"There is no Gradient in {Path.cwd()} yet; `gradient run` makes one, or go to the folder of its"
            " gradient.toml, or set GRADIENT_HOME."
        )
    return home


def begun_home() -> Home:
    """The same, for what may come before the first run: settings that are written down are a beginning."""
    home = checked_home()
    return existing_home() if home.config_file is None else home


def settings_of(home: Home) -> "Settings":
    """The checked settings of a home."""
    from gradient.settings import load

    return load(home)


@contextmanager
def migrated(home: Home) -> Iterator[str]:
    """The address of the home's database, up and at its newest form."""
    from gradient.store.embedded import database
    from gradient.store.migrate import upgrade

    with database(home) as url:
        upgrade(url)
        yield url


@asynccontextmanager
async def opened_database(home: Home | None = None) -> "AsyncIterator[Database]":
    """The database of a home, by default of the one that exists here."""
    from gradient.store.sessions import Database

    with migrated(home or existing_home()) as url:
        async with Database(url, connections=CONNECTIONS) as database:
            yield database


@asynccontextmanager
async def transaction() -> "AsyncIterator[Connection]":
    """One transaction on the database of the working directory."""
    async with opened_database() as database, database.transaction() as connection:
        yield connection


async def course_id_of(connection: "Connection", slug: str | None) -> int | None:
    """The id of a course that was named, or None. Raises UnknownName if there is no such course."""
    from gradient.store import courses

    return None if slug is None else (await courses.by_slug(connection, slug)).id
