"""A connection to each database of a test, kept as long as the database.

Rows are made one statement at a time, and a session that has just begun has to learn anew what tables there
are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

_kept: dict[str, psycopg.Connection[Any] | None] = {}


@contextmanager
def kept_connection(url: str) -> Iterator[None]:
    """Within it, all that is asked of this database goes over one connection."""
    _kept[url] = None
    try:
        yield
    finally:
        connection = _kept.pop(url)
        if connection is not None:
            connection.close()


@contextmanager
def connected(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection in which every statement is a transaction of its own."""
    if url not in _kept:
        with _connect(url) as own:
            yield own
        return
    connection = _kept[url]
    if connection is None or not _lives(connection):
        connection = _kept[url] = _connect(url)
    yield connection


def _lives(connection: psycopg.Connection[Any]) -> bool:
    """Whether nobody has ended the session meanwhile; a notice of that waits unread, like any other word."""
    if not connection.closed:
        try:
            connection.execute("")
        except psycopg.OperationalError:
            connection.close()
    return not connection.closed


def _connect(url: str) -> psycopg.Connection[Any]:
    return psycopg.connect(url, autocommit=True, prepare_threshold=None)
