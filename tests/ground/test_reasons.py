"""What the client library of the database says, made one line."""

import psycopg
import pytest

from gradient.store.reasons import reason_of


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            'connection failed: connection to server at "::1" failed: Connection refused\n\tIs it on?',
            'connection to server at "::1" failed: Connection refused',
        ),
        ("the connection is lost.", "the connection is lost"),
        ("", "OperationalError"),
    ],
)
def test_a_reason_is_one_line_without_what_the_library_asks_back(said: str, reason: str) -> None:
    assert reason_of(psycopg.OperationalError(said)) == reason
