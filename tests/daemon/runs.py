"""Running the real daemon in a process of its own."""

import contextlib
import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from gradient.work.job_files import STAGES
from tests.connections import connected
from tests.daemon.starting import CHECKOUT, Process, start

SAMPLE = CHECKOUT / "inbox"
SETTINGS = """
[inbox]
settle_seconds = {settle}
watch = {watch}

[database]
url = "{url}"
"""
SCANS = """
stage = "scan"
every = "1s"
time_limit = "1m"
"""
JOB = """
stage = "{stage}"
every = "{every}"
time_limit = "1m"
"""
LIMIT = 90.0
LONGEST = 300.0


def make_home(folder: Path, url: str, *, settle: float = 0, watch: bool = True) -> Path:
    """A folder with settings for quick tests and an empty inbox; the database is the given one."""
    (folder / "inbox").mkdir(parents=True, exist_ok=True)
    settings = SETTINGS.format(url=url, settle=settle, watch=str(watch).lower())
    (folder / "gradient.toml").write_text(settings, encoding="utf-8")
    (folder / ".gradient" / "jobs").mkdir(parents=True, exist_ok=True)
    (folder / ".gradient" / "jobs" / "scan.toml").write_text(SCANS, encoding="utf-8")
    return folder


def make_quiet(home: Path, url: str, **every: str) -> None:
    """Let an idle daemon do nothing by itself for an hour, save what the given stages do more often."""
    make_home(home, url, watch=False)
    for stage in STAGES:
        job = JOB.format(stage=stage, every=every.get(stage, "1h"))
        (home / ".gradient" / "jobs" / f"{stage}.toml").write_text(job, encoding="utf-8")


def put(home: Path, path: str, text: str | bytes) -> Path:
    """Put a file into the inbox, as a whole."""
    file = home / "inbox" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def run(
    home: Path, *arguments: str, launcher: Path | None = None, code: int | None = 0, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`gradient …` in a home; with a launcher, a script that starts the same after some mischief.

    Fails unless it ends with `code`; None takes any.
    """
    with TemporaryFile() as output, TemporaryFile() as errors:
        process = start(home, launcher, arguments, environment, output, errors)
        try:
            ended = process.wait(LONGEST)
        finally:
            process.kill()
        result = subprocess.CompletedProcess(arguments, ended, _all_of(output), _all_of(errors))
    if code is not None and result.returncode != code:
        raise AssertionError(f"{arguments} ended with {result.returncode}:\n{result.stdout}\n{result.stderr}")
    return result


def answer(home: Path, *arguments: str, **given: Any) -> Any:
    """What a command says with --json."""
    return json.loads(run(home, *arguments, "--json", **given).stdout)


def _all_of(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()


class Running:
    """A command that goes on, and what it has said on stderr."""

    def __init__(self, process: Process, log: Path) -> None:
        self.process = process
        self._log = log

    @property
    def said(self) -> str:
        return self._log.read_text("utf-8", errors="replace")

    def until(self, true: Callable[[], Any], what: str = "it", limit: float = LIMIT) -> Any:
        """Wait until something is true; fails when the command ends or takes too long."""
        ends_at = time.monotonic() + limit
        while time.monotonic() < ends_at:
            if found := true():
                return found
            assert self.process.poll() is None, f"ended before {what}:\n{self.said}"
            time.sleep(0.05)
        raise AssertionError(f"{what} did not come to pass within {limit} s:\n{self.said}")

    def stop(self, number: int = signal.SIGTERM, limit: float = 30) -> int:
        """Send a signal and wait for the end; the code that it ended with."""
        self.process.send_signal(number)
        return self.process.wait(limit)


@contextlib.contextmanager
def running(
    home: Path, *arguments: str, launcher: Path | None = None, **environment: str
) -> Iterator[Running]:
    """A command that goes on until it is stopped, or killed at the end."""
    log = home / f"{'-'.join(arguments)}-{time.monotonic_ns()}.log"
    with log.open("wb") as stream:
        process = start(home, launcher, arguments, environment, stream, stream)
    try:
        yield Running(process, log)
    finally:
        process.kill()
        process.wait()


def ask(url: str, query: str, **parameters: Any) -> list[Any]:
    """The rows of a query, in a transaction of its own; of one column, its values."""
    with connected(url) as connection:
        cursor = connection.execute(query.encode(), parameters)
        rows = cursor.fetchall() if cursor.description is not None else []
    return [row[0] if len(row) == 1 else row for row in rows]


def children_of(process: int) -> list[int]:
    """The processes that a process has started and that live."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = status.read_text().rpartition(")")
            if int(rest.split()[1]) == process and rest.split()[0] != "Z":
                found.append(int(name.split()[0]))
    return found
