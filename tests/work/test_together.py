"""Loops that end together, and of which no error is lost."""

import asyncio
import logging

import pytest

from gradient.work.together import together


async def forever(ended: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        ended.append("forever")


async def fail(error: Exception) -> None:
    raise error


async def test_the_first_error_ends_the_others_and_is_raised() -> None:
    ended: list[str] = []
    with pytest.raises(LookupError):
        await together(forever(ended), fail(LookupError()))
    assert ended == ["forever"]


async def test_the_first_end_ends_the_others() -> None:
    ended: list[str] = []
    await together(asyncio.sleep(0), forever(ended))
    assert ended == ["forever"]


async def test_a_cancellation_ends_all() -> None:
    ended: list[str] = []
    task = asyncio.create_task(together(forever(ended), forever(ended)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["forever", "forever"]


async def test_errors_on_the_way_out_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def clumsy() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError("clumsy")

    with caplog.at_level(logging.INFO), pytest.raises(LookupError):
        await together(clumsy(), fail(LookupError()))
    assert "clumsy" in caplog.text
