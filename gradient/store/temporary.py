"""Databases that live for one piece of work, beside Gradient's own on the same server."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from gradient.errors import DatabaseError
from gradient.store.migrate import connected, upgrade, without_password
from gradient.store.reasons import reason_of

IN_USE = 0x6772_6576
"""With the hash of its name the advisory lock that whoever made such a database holds ("grev")."""

Maintenance = psycopg.Connection[TupleRow]


@contextmanager
def temporary_database(url: str) -> Iterator[str]:
    """The address of a new, migrated database on the server of `url`; it is dropped in the end.

    What a process that was killed left behind is dropped first. Raises DatabaseError if the server does not
    let this account make one.
    """
    with connected(url) as connection:
        prefix = _prefix(connection)
        _drop_abandoned(connection, prefix)
        name = f"{prefix}{uuid4().hex[:12]}"
        _lock(connection, name)
        try:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        except psycopg.Error as error:
            raise DatabaseError(
                f"The server of {without_password(url)} makes no database to measure in"
                f" ({reason_of(error)}); let this account create databases, or unset GRADIENT_DATABASE_URL."
            ) from error
        try:
            own = make_conninfo(url, dbname=name)
            upgrade(own)
            yield own
        finally:
            _drop(connection, name)


def _prefix(connection: Maintenance) -> str:
    """How the databases are named that are made from this one: its advisory locks are seen in it alone."""
    row = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return f"gradient_eval_{row[0]}_"


def _drop_abandoned(connection: Maintenance, prefix: str) -> None:
    found = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix])
    for (name,) in found.fetchall():
        if _lock(connection, name):
            _drop(connection, name)
            connection.execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", [IN_USE, name])


def _lock(connection: Maintenance, name: str) -> bool:
    """Take the lock of a database; whether nobody else holds it."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [IN_USE, name]).fetchone()
    return bool(row and row[0])


def _drop(connection: Maintenance, name: str) -> None:
    connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
