"""What is measured in a database of its own leaves nothing behind."""

import psycopg
import pytest

from gradient.errors import DatabaseError
from gradient.store import temporary
from gradient.store.temporary import temporary_database


def left(url: str) -> list[str]:
    """The databases that were made from this one and are there."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [temporary._prefix(connection)]
        )
        return [name for (name,) in found.fetchall()]


def test_it_is_migrated_and_gone_in_the_end(database_url: str) -> None:
    with temporary_database(database_url) as own:
        with psycopg.connect(own) as connection:
            assert connection.execute("SELECT count(*) FROM topics").fetchone() == (0,)
        assert len(left(database_url)) == 1
    assert left(database_url) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_it_goes_after_an_error_too_also_while_somebody_is_connected(
    database_url: str, error: type[BaseException]
) -> None:
    def fail() -> None:
        with temporary_database(database_url) as own, psycopg.connect(own):
            raise error

    with pytest.raises(error):
        fail()
    assert left(database_url) == []


def test_what_a_killed_process_left_goes_and_what_another_one_uses_stays(database_url: str) -> None:
    with temporary_database(database_url):
        (used,) = left(database_url)
        with psycopg.connect(database_url, autocommit=True) as connection:
            abandoned = f"{temporary._prefix(connection)}abandoned"
            connection.execute(f"CREATE DATABASE {abandoned}".encode())
        with temporary_database(database_url):
            there = left(database_url)
        assert used in there
        assert abandoned not in there


def test_a_server_that_lets_nobody_make_databases_is_refused(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE ROLE lowly")
        try:
            url = psycopg.conninfo.make_conninfo(database_url, options="-crole=lowly")
            with pytest.raises(DatabaseError, match=r"makes no database to measure in .*permission denied"):
                temporary_database(url).__enter__()
        finally:
            connection.execute("DROP ROLE lowly")
