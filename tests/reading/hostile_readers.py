"""Readers that do what hostile files make real ones do; the room registers them in tests alone."""

import contextlib
import gc
import os
import signal
import sys
from pathlib import Path

from gradient.text.document import Document

HERE = "gradient_extra_readers"


class Crashing:
    """Dies of a segmentation fault."""

    def read(self, data: bytes, name: str) -> Document:
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError


class Hanging:
    """Never comes back from one call into C, which holds the interpreter's lock."""

    def read(self, data: bytes, name: str) -> Document:
        return Document(str(sum(range(10**13))))


class Orphaned:
    """Notes its own process id in the file that the data name, kills its parent and never comes back."""

    def read(self, data: bytes, name: str) -> Document:
        Path(os.fsdecode(data)).write_text(str(os.getpid()))
        os.kill(os.getppid(), signal.SIGKILL)
        return Document(str(sum(range(10**13))))


class Greedy:
    """Unpacks to more than there is."""

    def read(self, data: bytes, name: str) -> Document:
        return Document("x" * 4_000_000_000)


class Crammed:
    """Fills all memory with small pieces and holds them while it fails."""

    def read(self, data: bytes, name: str) -> Document:
        gc.disable()
        held: dict[str, object] = {}
        while True:
            held = {"held": held}


class Leaving:
    """Ends its process in the middle of a file, slowly: its end closes before it is gone."""

    def read(self, data: bytes, name: str) -> Document:
        for number in range(3, 20):
            with contextlib.suppress(OSError):
                os.close(number)
        os.close(0)
        sum(range(10**7))
        os._exit(7)


class Verbose:
    """Answers with what takes more memory as a message than as a document."""

    def read(self, data: bytes, name: str) -> Document:
        return Document("\u4e00" * 90_000_000)


class Starved:
    """Calls a library in C that gets no more memory."""

    def read(self, data: bytes, name: str) -> Document:
        raise RuntimeError("code=1: malloc (123456789 bytes) failed")


class Wordy:
    """Answers with a text of a million characters."""

    def read(self, data: bytes, name: str) -> Document:
        return Document("x" * 1_000_000)


class Faulty:
    """Has a fault."""

    def read(self, data: bytes, name: str) -> Document:
        raise ZeroDivisionError("no denominator")


class Noisy:
    """Prints where answers go, then tells which process it is and what it knows of the environment."""

    def read(self, data: bytes, name: str) -> Document:
        print("chatter")
        os.write(1, b"more chatter")
        sys.stdout.flush()
        return Document(f"{os.getpid()} {sorted(os.environ)} {data!r}")


READERS = {
    f".{kind.__name__.lower()}": f"{HERE}:{kind.__name__}"
    for kind in (
        Crashing,
        Hanging,
        Orphaned,
        Greedy,
        Crammed,
        Leaving,
        Verbose,
        Starved,
        Wordy,
        Faulty,
        Noisy,
    )
}
