"""Starts the command line so that it is killed at its n-th write, or at the n-th file it has parsed."""

import os
import re
import signal
import sys
from typing import Any

import psycopg

from gradient.cli.main import main
from gradient.reading.room_child import Child

WRITE = re.compile(
    rb"^\s*(?:--[^\n]*\n|\s)*(?:INSERT|UPDATE|DELETE|WITH .*?(?:INSERT|UPDATE|DELETE) )",
    re.DOTALL | re.IGNORECASE,
)


class Death:
    """Comes when it has been called often enough."""

    def __init__(self, calls: int) -> None:
        self._left = calls

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def die_at_write(death: Death) -> None:
    for method in ("execute", "executemany"):
        original = getattr(psycopg.AsyncCursor, method)

        async def counted(self: Any, query: Any, *rest: Any, original: Any = original, **named: Any) -> Any:
            text = query if isinstance(query, bytes) else str(query).encode()
            result = await original(self, query, *rest, **named)
            if WRITE.match(text):
                death.step()
            return result

        setattr(psycopg.AsyncCursor, method, counted)


def die_at_parse(death: Death) -> None:
    original = Child._answer

    async def answered(self: Any, *rest: Any, **named: Any) -> Any:
        """The child has been told to parse and is at it."""
        death.step()
        return await original(self, *rest, **named)

    Child._answer = answered  # type: ignore[method-assign]


if __name__ == "__main__":
    where, _, number = os.environ["DIE_AT"].partition(" ")
    {"write": die_at_write, "parse": die_at_parse}[where](Death(int(number)))
    sys.exit(main())
