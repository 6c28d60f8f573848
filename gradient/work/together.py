"""Several loops as one: when one of them ends, all do, and no error of theirs is lost."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Any

logger = logging.getLogger(__name__)

CANCEL_AGAIN_SECONDS = 15.0
"""Python 3.11 loses a cancellation that comes in the moment in which a wait ends; more than any grace."""


async def together(*loops: Coroutine[Any, Any, None]) -> None:
    """Run all until the first one ends; then the others are cancelled, and have ended on return.

    Raises what the first one raised. What others raise on their way out is logged.
    """
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        first = next((task for task in tasks if _failed(task)), None)
        await _ended(tasks)
        for task in tasks:
            if task is not first and _failed(task):
                logger.info("On the way out: %r", task.exception())
    if first is not None:
        first.result()


async def _ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel until all have ended."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)


def _failed(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is not None
