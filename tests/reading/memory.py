"""What a process has taken at the most."""

import re
from pathlib import Path

from gradient.reading.room import Room


def most_memory(pid: int) -> int:
    """The most bytes that a running process has had in memory since it began."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def most_memory_in(room: Room) -> int:
    """The same of the one child of a room."""
    (child,) = room._children
    assert child.process.returncode is None
    return most_memory(child.process.pid)
