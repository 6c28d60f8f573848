"""One child process of the room, seen from outside."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from gradient.reading.frames import HEAD, length_of

_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "VIRTUAL_ENV", "PYTHONHASHSEED")
_LINGER_SECONDS = 5
_MODULE = "gradient.reading.child"


class ChildEnded(Exception):
    """The process ended before it had answered."""


@dataclass(eq=False)
class Child:
    """A running child. `files` counts what it was asked to read."""

    process: Process
    files: int = field(default=0)

    @classmethod
    async def start(cls, *arguments: str) -> Self:
        """A child that is ready. It gets no secret of ours: few variables of the environment are passed on.

        Raises ChildEnded where it does not come up.
        """
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", _MODULE, "--parent", str(os.getpid()), *arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=_environment(),
            start_new_session=True,
        )
        return cls(process)

    async def ask(self, *messages: bytes, longest: int) -> dict[str, Any]:
        """Sends the messages and waits for an answer of at most `longest` bytes. Raises ChildEnded."""
        assert self.process.stdin is not None
        try:
            for message in messages:
                self.process.stdin.write(message)
                await self.process.stdin.drain()
            return await self._answer(longest)
        except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError) as error:
            raise ChildEnded from error

    async def ended(self) -> int:
        """The exit code of a process that has closed its end; it is killed where it lingers."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LINGER_SECONDS):
                return await self.process.wait()
        return await self.kill()

    async def kill(self) -> int:
        """Kills it where it still runs and waits until it is gone: its exit code, negative for a signal."""
        if self.process.returncode is None:
            # Not process.kill(), which may collect the exit code before asyncio does; it would be lost.
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        return await self.process.wait()

    async def _answer(self, longest: int) -> dict[str, Any]:
        assert self.process.stdout is not None
        size = length_of(await self.process.stdout.readexactly(HEAD))
        if size > longest:
            raise ChildEnded
        answer: dict[str, Any] = json.loads(await self.process.stdout.readexactly(size))
        return answer


def _environment() -> dict[str, str]:
    home = str(Path(__file__).parents[2])
    return {name: os.environ[name] for name in _PASSED_ON if name in os.environ} | {"PYTHONPATH": home}
