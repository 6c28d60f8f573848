"""Folders in each other, deeper than what clears up after tests can follow."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BOTTOMLESS = 1200
"""More levels than Python calls functions within each other."""


@contextmanager
def dug(folder: Path, levels: int) -> Iterator[None]:
    """Folders in each other below `folder`, a file in the last, for as long as the context lasts."""
    at = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=at)
        at = _into("d", at)
    os.close(os.open("1.md", os.O_WRONLY | os.O_CREAT, dir_fd=at))
    try:
        yield
    finally:
        os.unlink("1.md", dir_fd=at)
        for _ in range(levels):
            at = _into("..", at)
            os.rmdir("d", dir_fd=at)
        os.close(at)


def _into(name: str, at: int) -> int:
    """The folder of that name, open, in place of the one it is in: many at a time would be too many."""
    entered = os.open(name, os.O_RDONLY, dir_fd=at)
    os.close(at)
    return entered
