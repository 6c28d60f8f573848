"""Bringing a database to the newest form of its tables.

A database that is up to date is recognised by one query; only one that is not costs the import of Alembic.
"""

import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.pq import PGconn, Ping
from psycopg.rows import TupleRow

from gradient.errors import DatabaseError, DatabaseUnreachable
from gradient.home import packaged
from gradient.store.ownership import is_ours, refuse_others
from gradient.store.reasons import reason_of

MIGRATION_LOCK = 0x6772_6164_6D69_6772
"""The advisory lock under which a database is migrated ("gradmigr")."""
LOCK_WAIT = "120s"
CONNECT_SECONDS = 10
START_SECONDS = 30.0
PAUSE_SECONDS = 0.2

_TAKEN_NAMES = (
    psycopg.errors.DuplicateTable,
    psycopg.errors.DuplicateObject,
    psycopg.errors.DuplicateFunction,
    psycopg.errors.UniqueViolation,
)
_REVISION = re.compile(r"^revision(?:\s*:[^=]+)?\s*=\s*['\"]([^'\"]+)['\"]", re.MULTILINE)
_USER_PASSWORD = re.compile(r"(?<=//)([^/@:]*):(.*)@")
_PASSWORD = re.compile(r"(password\s*=\s*)(?:'(?:\\.|[^'\\])*'|[^&\s]+)")
_QUOTED = re.compile('"[^"]*"')
_PARENT = re.compile(r"^down_revision(?:\s*:[^=]+)?\s*=\s*['\"]([^'\"]+)['\"]", re.MULTILINE)


def upgrade(url: str, migrations: Path | None = None, *, beside_others: bool = False) -> bool:
    """Brings the database to the newest revision and says whether that took any step.

    Safe to call from several processes at once: one migrates, the others wait for it. One that holds tables
    of others is taken only where a person said so (`beside_others`). Raises DatabaseUnreachable if it does
    not answer, DatabaseError if it cannot be migrated.
    """
    folder = migrations or packaged("migrations")
    known, head = known_revisions(folder)
    with connected(url) as connection:
        if is_ours(connection) and revision_of(connection) == head:
            return False
        with _migration_lock(connection):
            if is_ours(connection):
                current = revision_of(connection)
                if current == head:
                    return False
                _refuse_unknown(current, known, head)
            else:
                refuse_others(connection, without_password(url), beside_others=beside_others)
            _require_vector(connection)
            _run_alembic(url, folder)
    return True


def known_revisions(migrations: Path) -> tuple[frozenset[str], str]:
    """All revisions that a folder of migrations holds, and the newest one, read without running them."""
    texts = [file.read_text("utf-8") for file in sorted((migrations / "versions").glob("*.py"))]
    revisions = {found[1] for text in texts if (found := _REVISION.search(text))}
    parents = {found[1] for text in texts if (found := _PARENT.search(text))}
    newest = revisions - parents
    if len(newest) != 1:
        raise DatabaseError(
            f"{migrations} does not hold one newest migration but {sorted(newest)}; reinstall."
        )
    return frozenset(revisions), newest.pop()


def revision_of(connection: psycopg.Connection[TupleRow]) -> str | None:
    """The revision that the database is at; None for one that was never migrated."""
    if _value(connection, "SELECT to_regclass('alembic_version')::text") is None:
        return None
    return _value(connection, "SELECT version_num FROM alembic_version")


def _refuse_unknown(current: str | None, known: Collection[str], head: str) -> None:
    if current is None:
        raise DatabaseError(
            "The database holds Gradient's tables, but its table alembic_version no longer says which"
            " revision they are at; restore a backup, or name an empty database in GRADIENT_DATABASE_URL."
        )
    if current not in known:
        raise DatabaseError(
            f"The database was last used by a newer Gradient (its revision is {current}, the newest one known"
            f" here is {head}); install that version."
        )


@contextmanager
def connected(url: str) -> Iterator[psycopg.Connection[TupleRow]]:
    """A connection without transactions of its own. Raises DatabaseUnreachable if there is none to be had."""
    try:
        connection = _connected_once_up(url)
    except psycopg.OperationalError as error:
        reason = _unrevealing(url, reason_of(error))
        raise DatabaseUnreachable(
            f"The database {without_password(url)} does not answer ({reason}); start it,"
            " or correct GRADIENT_DATABASE_URL or database.url in gradient.toml."
        ) from error
    except psycopg.ProgrammingError as error:
        reason = _QUOTED.sub("…", str(error).strip())
        raise DatabaseUnreachable(
            f"The address of the database is malformed ({reason}); write it as postgresql://user@host/name."
        ) from error
    with connection:
        yield connection


def _connected_once_up(url: str) -> psycopg.Connection[TupleRow]:
    """A connection; a server that is just starting, perhaps after a crash, is given the time for it."""
    ends_at = time.monotonic() + START_SECONDS
    while True:
        try:
            return psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except psycopg.OperationalError:
            if not _is_starting(url) or time.monotonic() >= ends_at:
                raise
            time.sleep(PAUSE_SECONDS)


def _is_starting(url: str) -> bool:
    return PGconn.ping(url.encode()) == Ping.REJECT


def without_password(url: str) -> str:
    """The address of a database as it may be shown, also one that is malformed."""
    return _PASSWORD.sub(r"\1…", _USER_PASSWORD.sub(r"\1@", url))


def _unrevealing(url: str, reason: str) -> str:
    """Why an address leads nowhere, without what of a password was taken for a host or a port."""
    found = _USER_PASSWORD.search(url)
    parts = re.split("[@/:?]", found[2]) if found else []
    if any(part in reason for part in parts if part):
        return "characters of its password such as @ and / have to be written as %40 and %2F"
    return reason


@contextmanager
def _migration_lock(connection: psycopg.Connection[TupleRow]) -> Iterator[None]:
    connection.execute(f"SET lock_timeout = '{LOCK_WAIT}'")
    try:
        connection.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
    except psycopg.errors.LockNotAvailable as error:
        raise DatabaseError(
            f"Another process has been migrating the database for {LOCK_WAIT}; try again when it is done."
        ) from error
    try:
        yield
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def _require_vector(connection: psycopg.Connection[TupleRow]) -> None:
    if _value(connection, "SELECT name FROM pg_available_extensions WHERE name = 'vector'") is None:
        raise DatabaseError(
            "The database has no vector extension to offer; install pgvector on its server, or unset"
            " GRADIENT_DATABASE_URL to use the embedded database."
        )


def _run_alembic(url: str, folder: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (DBAPIError, psycopg.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        reason = str(cause).strip().splitlines()[0].rstrip(".")
        if isinstance(cause, _TAKEN_NAMES):
            raise DatabaseError(
                f"The database {without_password(url)} holds something of another program under a name that"
                f" Gradient needs ({reason}), so nothing was changed; name an empty database in"
                " GRADIENT_DATABASE_URL."
            ) from error
        raise DatabaseError(
            f"The database cannot be migrated ({reason}); it is unchanged. Mend that and run"
            " `gradient db upgrade`."
        ) from error


def _value(connection: psycopg.Connection[TupleRow], query: LiteralString) -> str | None:
    row = connection.execute(query).fetchone()
    return str(row[0]) if row and row[0] is not None else None
