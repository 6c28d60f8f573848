"""What is done by the clock: jobs tick with their stage, and an error among them is not lost."""

import asyncio

import pytest

from gradient.work.job_files import JobFile
from gradient.work.ticks import ticking

OFTEN = JobFile(name="often", stage="page", every="0.01s", time_limit="1m")
NIGHTLY = JobFile(name="nightly", stage="read", cron="30 2 * * *", time_limit="1m")


async def test_a_job_ticks_with_its_stage() -> None:
    ticks: asyncio.Queue[str] = asyncio.Queue()
    with ticking([OFTEN, NIGHTLY], ticks.put):
        async with asyncio.timeout(10):
            assert [await ticks.get(), await ticks.get()] == ["page", "page"]


async def test_the_error_of_a_tick_is_handed_on() -> None:
    async def tick(stage: str) -> None:
        raise LookupError(stage)

    with ticking([OFTEN], tick) as fault:
        async with asyncio.timeout(10):
            with pytest.raises(LookupError, match="page"):
                await fault


async def test_a_tick_that_the_end_cuts_off_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    begun, cut_off = asyncio.Event(), asyncio.Event()

    async def tick(_: str) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cut_off.set()

    async with asyncio.timeout(10):
        with ticking([OFTEN], tick) as fault:
            await begun.wait()
        await cut_off.wait()
        await asyncio.sleep(0)
    assert not fault.done()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
