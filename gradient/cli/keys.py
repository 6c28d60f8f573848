"""Single keys and short lines from a terminal, read without a thread that would outlive the conversation."""

import asyncio
import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from gradient.cli.tables import columns_of

ESCAPE = "\x1b"
ERASE_ONE = ("\x7f", "\b")
ERASING = (*ERASE_ONE, "\x15")
"""Backspace takes a character away, Ctrl-U all of them."""

LINE_ENDS = ("\n", "\r", "", "\x04")
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
        """A line, which the person sees and may correct; empty at the end of the input, and after Esc.

        It is read key by key: the terminal's own line would take Esc for a character.
        """
        self._echo(prompt)
        written = ""
        while (key := await self.key()) not in LINE_ENDS:
            if key.startswith(ESCAPE):
                if key != ESCAPE:
                    continue
                written = ""
                break
            if key in ERASING:
                last = "\b \b" * (columns_of(written[-1:]) if key in ERASE_ONE else columns_of(written))
                written = written[:-1] if key in ERASE_ONE else ""
                self._echo(last)
            elif key.isprintable():
                written += key
                self._echo(key)
        self._echo("\n")
        return written.strip()

    def _echo(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

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
