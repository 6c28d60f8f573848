"""A command line on a pseudo terminal, with a person who waits for what they read before they type."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence

from tests.conftest import CHECKOUT

ROWS, COLUMNS = 40, 90
PATIENCE_SECONDS = 60
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """Runs a command line; `read_until` waits for words, `type` sends keys, `ended` waits for its end."""

    def __init__(self, *arguments: str, styled: bool = True) -> None:
        self.seen = ""
        self._read = 0
        self._process, self._screen = pty.fork()
        if self._process == 0:
            # Tests that are started in the background ignore it, and so would this.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.environ.update(TERM="xterm-256color", PYTHONPATH=str(CHECKOUT))
            os.environ.pop("NO_COLOR", None)
            if not styled:
                os.environ["NO_COLOR"] = "1"
            os.execv(sys.executable, [sys.executable, "-m", "gradient.cli.main", *arguments])
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def read_until(self, words: str) -> str:
        """What came up since the last time, up to these words, without styles."""
        while words not in self._unread():
            assert self._more(), f"{words!r} did not come up in {self.plain()[-2000:]!r}"
        unread = self._unread()
        end = unread.index(words) + len(words)
        self._read += end
        return unread[:end]

    def ended(self) -> int:
        """The exit code, once all was read."""
        while self._more():
            pass
        _, status = os.waitpid(self._process, 0)
        os.close(self._screen)
        return os.waitstatus_to_exitcode(status)

    def plain(self) -> str:
        """All that came up, without styles."""
        return _STYLE.sub("", self.seen)

    def _unread(self) -> str:
        return self.plain()[self._read :]

    def _more(self) -> bool:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self._screen], [], [], 0.1)
            if ready:
                try:
                    piece = os.read(self._screen, 65536)
                except OSError:
                    return False
                self.seen += piece.decode("utf-8", "replace")
                return bool(piece)
        return False


def dialogue(terminal: Terminal, steps: Sequence[tuple[str, str]]) -> None:
    """For each pair: wait for the words, then type the keys."""
    for words, keys in steps:
        terminal.read_until(words)
        terminal.type(keys)
