"""What a job file says of a stage holds for the jobs of that stage."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from gradient import daemon
from gradient.home import Home
from gradient.settings import Settings
from tests.working.toys import MeetingToys, ToyStage

JOB = """
stage = "page"
every = "1h"
batch = {batch}
concurrency = {concurrency}
time_limit = "{time_limit}"
"""

WorkedOff = Callable[..., Any]


@pytest.fixture
def worked_off(home: Home, course: int, monkeypatch: pytest.MonkeyPatch) -> WorkedOff:
    """Runs the job of a toy stage with a job file, by a runner as daemons and workers have it."""

    async def work_off(stage: ToyStage, **job: Any) -> None:
        @asynccontextmanager
        async def opened_stages(*_: Any, **__: Any) -> AsyncIterator[list[Any]]:
            yield [stage]

        (home.directory / "jobs").mkdir()
        (home.directory / "jobs" / "page.toml").write_text(JOB.format(**job))
        monkeypatch.setattr(daemon, "opened_stages", opened_stages)
        async with daemon.opened_runner(str(home.database_url), home, Settings(), None) as (_, runner):
            await runner.run("page", course)

    return work_off


async def test_a_job_takes_as_many_units_at_once_as_its_file_says(worked_off: WorkedOff) -> None:
    stage = MeetingToys("page", batch=1, wanted=2)
    await worked_off(stage, batch=2, concurrency=2, time_limit="1m")
    assert stage.most == 2
    assert sorted(stage.worked) == [1, 2]


async def test_a_job_begins_nothing_after_the_time_limit_of_its_file(
    worked_off: WorkedOff, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = ToyStage("page", batch=1)
    passing = SimpleNamespace(monotonic=lambda: 20.0 * len(stage.worked))
    monkeypatch.setattr("gradient.work.runner.time", passing)
    await worked_off(stage, batch=3, concurrency=1, time_limit="30s")
    assert stage.worked == [1, 2]
