"""What a command costs as a whole process, its children included."""

import contextlib
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
GRADIENT = (sys.executable, "-m", "gradient.cli.main")
LOOK_SECONDS = 0.05
TIMES = 5


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock, seconds of processor, and the highest sum of resident memory in MB.

    The server of the embedded database goes its own way and is in none of them but the first.
    """

    wall: float
    cpu: float
    peak: float

    def __str__(self) -> str:
        return f"{self.wall:7.2f} s, {self.cpu:6.2f} s of processor, {self.peak:4.0f} MB at most"


def cost_of(command: Sequence[str], folder: Path) -> Cost:
    """Run a command in a folder. RuntimeError with what it said if it fails."""
    started = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "GRADIENT_HOME": str(folder / ".gradient")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        with _peak_of(process.pid) as peak:
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - started
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}: {said}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, max(peak, default=0.0))


def compared(name: str, command: Sequence[str], other: str, yardstick: Sequence[str], folder: Path) -> None:
    """Print the medians of two commands that take turns, and the median of their ratios."""
    pairs = [(cost_of(command, folder), cost_of(yardstick, folder)) for _ in range(TIMES + 1)][1:]
    for label, figures in ((name, [one for one, _ in pairs]), (other, [one for _, one in pairs])):
        print(f"{label:32} {_median([one.wall for one in figures]) * 1000:6.0f} ms,"
              f" {_median([one.cpu for one in figures]) * 1000:6.0f} ms of processor")  # fmt: skip
    wall = _median([one.wall / yard.wall for one, yard in pairs])
    cpu = _median([one.cpu / yard.cpu for one, yard in pairs])
    print(f"{'ratio':32} {wall:6.2f} by the clock, {cpu:.2f} of processor")


def _median(figures: Sequence[float]) -> float:
    return statistics.median(figures)


@contextlib.contextmanager
def _peak_of(process: int) -> Iterator[list[float]]:
    """The sums of resident memory of a process and its descendants, in MB, looked at again and again."""
    seen: list[float] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(LOOK_SECONDS):
            seen.append(_resident(process))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        ended.set()
        looking.join()


def _resident(root: int) -> float:
    children: dict[int, list[int]] = defaultdict(list)
    pages: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            stated = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            children[int(stated[1])].append(int(folder.name))
            pages[int(folder.name)] = int(stated[21])
    family = [root]
    for one in family:
        family += children[one]
    return sum(pages.get(one, 0) for one in family) * os.sysconf("SC_PAGE_SIZE") / 2**20
