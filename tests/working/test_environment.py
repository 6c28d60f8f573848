"""Which errors say nothing about the work, and waiting until they have passed."""

import logging
from collections.abc import Iterator

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException
from psycopg import errors
from psycopg_pool import PoolTimeout

from gradient.work import environment
from gradient.work.environment import is_environment, patiently


def in_the_queue(cause: Exception) -> ConnectorException:
    error = ConnectorException()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        psycopg.OperationalError("the connection is closed"),
        PoolTimeout("no connection"),
        errors.AdminShutdown(),
        errors.DiskFull(),
        errors.ReadOnlySqlTransaction(),
        errors.DeadlockDetected(),
        in_the_queue(errors.DiskFull()),
    ],
    ids=repr,
)
def test_a_database_that_is_away_full_or_read_only_says_nothing_about_the_work(error: Exception) -> None:
    assert is_environment(error)


@pytest.mark.parametrize(
    "error",
    [
        errors.ProgramLimitExceeded(),
        errors.QueryCanceled(),
        errors.NotNullViolation(),
        errors.InFailedSqlTransaction(),
        psycopg.DataError("a NUL"),
        in_the_queue(errors.UndefinedTable()),
        ConnectorException(),
        OSError("disk full"),
    ],
    ids=repr,
)
def test_what_would_fail_again_is_the_fault_of_the_work(error: Exception) -> None:
    assert not is_environment(error)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "PAUSE_SECONDS", 0)


async def test_an_attempt_is_repeated_until_the_database_is_back(
    impatient: None, caplog: pytest.LogCaptureFixture
) -> None:
    faults: Iterator[Exception] = iter([errors.DiskFull("disk full"), in_the_queue(errors.DiskFull("full"))])

    async def attempt() -> str:
        for fault in faults:
            raise fault
        return "done"

    with caplog.at_level(logging.INFO):
        assert await patiently(attempt, "The scan") == "done"
    assert caplog.messages == [
        "The scan waits for the database: disk full.",
        "The database is back; The scan goes on.",
    ]


async def test_any_other_error_is_raised(impatient: None) -> None:
    async def attempt() -> None:
        raise errors.UndefinedTable("no such table")

    with pytest.raises(errors.UndefinedTable):
        await patiently(attempt, "The scan")
