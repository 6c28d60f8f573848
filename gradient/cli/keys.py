"""Single keys and short lines from a terminal, read without a thread that would outlive the conversation."""

import asyncio
import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

ESCAPE = "\x1b"
PIECE = 1024


class Keyboard:
    """The keyboard of the terminal at stdin; `opened` puts it into the mode that hands over single keys."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._typed = ""

    @contextmanager
    def opened(self) -> Iterator["Keyboard"]:
        """Hand over keys as they are pressed, unseen, for as long as the context lasts.

        The terminal is as it was afterwards. Ctrl-C still interrupts.
        """
        before = termios.tcgetattr(self._terminal)
        # Draining, not flushing: what a quick person has typed already counts.
        tty.setcbreak(self._terminal, termios.TCSADRAIN)
        try:
            yield self
        finally:
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, before)

    async def key(self) -> str:
        """The next key: a character, or all that a special key sends; empty at the end of the input."""
        if not self._typed:
            self._typed = await self._read()
        if self._typed.startswith(ESCAPE):
            key, self._typed = self._typed, ""
        else:
            key, self._typed = self._typed[:1], self._typed[1:]
        return key

    async def line(self, prompt: str) -> str:
        """A line, which the person sees and may correct; empty at the end of the input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        single = termios.tcgetattr(self._terminal)
        lines = termios.tcgetattr(self._terminal)
        lines[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, lines)
        try:
            return (self._typed + await self._read()).strip()
        finally:
            self._typed = ""
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, single)

    async def _read(self) -> str:
        """What the terminal has to give, once it has something."""
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self._terminal, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._terminal)
        return os.read(self._terminal, PIECE).decode("utf-8", "replace")
