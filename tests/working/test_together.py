"""Loops that end together, and of which no error is lost."""

import asyncio
import contextlib
import logging

import pytest

from gradient.work import together as module
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


async def test_a_loop_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CANCEL_AGAIN_SECONDS", 0.01)
    ended: list[str] = []

    async def forgetful() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await forever(ended)

    async with asyncio.timeout(10):
        await together(asyncio.sleep(0), forgetful())
    assert ended == ["forever"]
