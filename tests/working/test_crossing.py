"""Work that a deadlock or a failure to serialise undid is done again, a few times."""

import pytest
from procrastinate.exceptions import ConnectorException
from psycopg import errors

from gradient.work import crossing
from gradient.work.crossing import again_if_crossed


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossing, "PAUSES_SECONDS", (0.0, 0.0))


class Work:
    """Fails with these errors, one a time, and then comes to what it is given."""

    def __init__(self, *fails: Exception) -> None:
        self.fails = list(fails)
        self.times = 0

    async def __call__(self, given: int) -> int:
        self.times += 1
        if self.fails:
            raise self.fails.pop(0)
        return given


def in_the_queue(cause: Exception) -> ConnectorException:
    error = ConnectorException()
    error.__cause__ = cause
    return error


async def done(work: Work) -> int:
    @again_if_crossed
    async def tried(given: int) -> int:
        return await work(given)

    return await tried(7)


@pytest.mark.parametrize(
    "error",
    [errors.DeadlockDetected(), errors.SerializationFailure(), in_the_queue(errors.DeadlockDetected())],
)
async def test_what_crossed_other_work_is_done_again(error: Exception) -> None:
    work = Work(error, error)
    assert await done(work) == 7
    assert work.times == 3


async def test_it_ends_some_time() -> None:
    work = Work(*(errors.DeadlockDetected() for _ in range(9)))
    with pytest.raises(errors.DeadlockDetected):
        await done(work)
    assert work.times == 3


@pytest.mark.parametrize("error", [errors.UniqueViolation(), errors.AdminShutdown(), OSError("disk full")])
async def test_every_other_error_is_raised_at_once(error: Exception) -> None:
    work = Work(error)
    with pytest.raises(type(error)):
        await done(work)
    assert work.times == 1
