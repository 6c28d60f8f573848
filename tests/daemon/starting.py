"""Starts the command line in a process of its own: a fresh one, or the copy of one that has imported it."""

import array
import atexit
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any, Protocol

CHECKOUT = Path(__file__).parents[2]
IMPORTED = Path(__file__).with_name("imported.py")
SEEDS = 2
"""So many processes are copied in turn. Each has its own order of sets, and what two runs have in common must
not come from that."""

READ_AT_THE_START = ("PYTHON", "LC_", "LANG")
"""How the variables begin that an interpreter reads before anything is imported."""
NUMBER = array.array("i").itemsize


class Process(Protocol):
    """What there is of a started program, as `subprocess.Popen` has it."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def kill(self) -> None: ...


def start(
    folder: Path,
    launcher: Path | None,
    arguments: tuple[str, ...],
    added: dict[str, str],
    stream: IO[bytes],
    errors: IO[bytes],
) -> Process:
    """`gradient …` in a folder, with these variables besides; a launcher is a script that starts the same."""
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)} | added
    if not hasattr(os, "fork") or any(name.startswith(READ_AT_THE_START) for name in added):
        program = [str(launcher)] if launcher else ["-m", "gradient.cli.main"]
        return subprocess.Popen(
            [sys.executable, *program, *arguments], cwd=folder, env=environment, stdout=stream, stderr=errors
        )
    request = {
        "folder": str(folder),
        "environment": environment,
        "command": [str(launcher) if launcher else None, *arguments],
    }
    return Copy(next(_in_turn()), request, stream, errors)


class Copy:
    """A program that began as the copy of a process which had imported it."""

    def __init__(
        self, original: socket.socket, request: dict[str, Any], stream: IO[bytes], errors: IO[bytes]
    ) -> None:
        self.returncode: int | None = None
        self._told, telling = socket.socketpair()
        with telling:
            numbers = [stream.fileno(), errors.fileno(), telling.fileno()]
            socket.send_fds(original, [json.dumps(request).encode()], numbers)
        self.pid = self._number()

    def poll(self) -> int | None:
        """The exit code, None as long as it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, negative for a signal. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                self.returncode = self._number()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("gradient", timeout or 0) from None
            self._told.close()
        return self.returncode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _number(self) -> int:
        told = self._told.recv(NUMBER)
        assert len(told) == NUMBER, "the process that is copied has ended"
        return array.array("i", told)[0]


@cache
def _in_turn() -> Iterator[socket.socket]:
    """The processes that are copied, one after the other."""
    return itertools.cycle([_imported() for _ in range(SEEDS)])


def _imported() -> socket.socket:
    """One more such process; it ends with the tests, as the socket does over which it is asked."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, str(IMPORTED), str(theirs.fileno())],
            env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours
