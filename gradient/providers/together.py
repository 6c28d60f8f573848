"""Several requests at once."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

Result = TypeVar("Result")


async def together(pieces: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """What each comes to, in their order; when one fails the others are broken off."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(piece) for piece in pieces]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
    return [task.result() for task in tasks]
