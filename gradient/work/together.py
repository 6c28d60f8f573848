"""Several loops as one: when one of them ends, all do, and no error of theirs is lost."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)


async def together(*loops: Coroutine[Any, Any, None]) -> None:
    """Run all until the first one ends; then the others are cancelled, and have ended on return.

    Raises what the first one raised. What others raise on their way out is logged.
    """
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        first = next((task for task in tasks if _failed(task)), None)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in tasks:
            if task is not first and _failed(task):
                logger.info("On the way out: %r", task.exception())
    if first is not None:
        first.result()


def _failed(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is not None
