"""Starts the command line so that it is killed at its n-th write, file or removal, or so its n-th parser."""

import os
import re
import signal
import sys
from typing import Any

import psycopg

from gradient.cli.main import main
from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.reading.room_child import Child

WRITE = re.compile(
    rb"^\s*(?:--[^\n]*\n|\s)*(?:INSERT|UPDATE|DELETE|WITH .*?(?:INSERT|UPDATE|DELETE) )",
    re.DOTALL | re.IGNORECASE,
)


class Death:
    """Comes when it has been called often enough."""

    def __init__(self, calls: int) -> None:
        self._left = calls

    def step(self, process: int) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(process, signal.SIGKILL)


def die_at_write(death: Death) -> None:
    """The n-th statement that writes has been carried out; its transaction is open."""
    for method in ("execute", "executemany"):
        original = getattr(psycopg.AsyncCursor, method)

        async def counted(self: Any, query: Any, *rest: Any, original: Any = original, **named: Any) -> Any:
            text = query if isinstance(query, bytes) else str(query).encode()
            result = await original(self, query, *rest, **named)
            if WRITE.match(text):
                death.step(os.getpid())
            return result

        setattr(psycopg.AsyncCursor, method, counted)


def die_at_parse(death: Death, *, child: bool = False) -> None:
    """A parser has been told to parse and is at it: it dies, or the whole program."""
    original = Child._answer

    async def answered(self: Any, *rest: Any, **named: Any) -> Any:
        death.step(self.process.pid if child else os.getpid())
        return await original(self, *rest, **named)

    Child._answer = answered  # type: ignore[method-assign]


def die_at_removal(death: Death) -> None:
    """A mirror is about to be told to take something away."""
    original = MarkdownMirror.remove

    async def removed(self: Any, *given: Any) -> None:
        death.step(os.getpid())
        await original(self, *given)

    MarkdownMirror.remove = removed  # type: ignore[method-assign]


if __name__ == "__main__":
    where, _, number = os.environ["DIE_AT"].partition(" ")
    death = Death(int(number))
    if where == "write":
        die_at_write(death)
    elif where == "removal":
        die_at_removal(death)
    else:
        die_at_parse(death, child=where == "parser")
    sys.exit(main())
