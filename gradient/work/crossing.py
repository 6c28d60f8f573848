"""What the database calls off because it crossed other work is done again."""

import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

PAUSES_SECONDS = (0.1, 0.3, 1.0, 3.0)
"""How long to wait each time before work that crossed other work is done again."""


def again_if_crossed(
    work: Callable[Given, Coroutine[Any, Any, Result]],
) -> Callable[Given, Coroutine[Any, Any, Result]]:
    """The same work, done again a few times where a deadlock or a failure to serialise undid it.

    For work that is one transaction, so that nothing of it is there when it is done again. The last failure
    is raised, and every other error at once.
    """

    @functools.wraps(work)
    async def repeated(*given: Given.args, **named: Given.kwargs) -> Result:
        import asyncio

        import psycopg
        from procrastinate.exceptions import ConnectorException

        from gradient.work.environment import is_crossing

        for pause in PAUSES_SECONDS:
            try:
                return await work(*given, **named)
            except (psycopg.Error, ConnectorException) as error:
                if not is_crossing(error):
                    raise
            await asyncio.sleep(pause)
        return await work(*given, **named)

    return repeated
