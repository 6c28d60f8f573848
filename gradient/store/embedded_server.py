"""Making, starting and stopping the PostgreSQL server of an embedded database."""

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg.rows import TupleRow

from gradient.errors import DatabaseError
from gradient.store.embedded_place import (
    SOCKET_NAME,
    Account,
    account_for,
    make_folder,
    programs_for,
    sockets_of,
)

DATABASE = "gradient"
USER = "gradient"
DEFAULT_OPTIONS = ("listen_addresses=", "log_checkpoints=off", "max_wal_size=512MB", "shared_buffers=512MB")
"""With PostgreSQL's 128 MB of buffers a search by an index over 100,000 vectors spends half its time fetching
pages. Of the room only what is used is taken."""
START_SECONDS = 60
STOP_SECONDS = 30
ORPHAN_SECONDS = 5
STATUS_LINES = 8
"""Lines of a complete `postmaster.pid`; the last one says whether the server is ready."""


@dataclass(frozen=True)
class Server:
    """A server of the data in one folder, running or not."""

    data: Path
    programs: Path
    sockets: Path
    account: Account | None

    @property
    def url(self) -> str:
        """What clients connect to."""
        return self.url_of(DATABASE)

    def url_of(self, database: str) -> str:
        """The address of one database of the server."""
        return f"postgresql://{USER}@/{database}?host={quote(str(self.sockets), safe='')}"


def server_in(place: Path) -> Server:
    """The server of a place; makes its cluster if there is none."""
    data = place / "postgres"
    account = account_for(data)
    programs = programs_for(account)
    if not data.is_dir():
        _make_cluster(data, programs, account)
    return Server(data, programs, sockets_of(data, account), account)


def ensure_running(server: Server, options: Sequence[str] = ()) -> None:
    """Starts the server unless it runs, and makes its database unless it is there. Needs the start lock."""
    if _postmaster(server) is None:
        _start(server, options)
    else:
        _wait_until_ready(server)
    _ensure_database(server)


def stop(server: Server) -> None:
    """Ends the server within STOP_SECONDS; its clients are disconnected. Needs the start lock."""
    if _postmaster(server) is None:
        return
    for manner in ("fast", "immediate"):
        ended = _run(
            server, "pg_ctl", "-D", server.data, "-m", manner, "-w", "-t", STOP_SECONDS, "-s", "stop"
        )
        if ended.returncode == 0 or _postmaster(server) is None:
            return
    raise DatabaseError(f"The database in {server.data} does not stop: {_last_line(ended.stderr)}.")


def has_clients(server: Server, patience: float) -> bool:
    """Whether clients stay connected for longer than `patience` seconds."""
    deadline = time.monotonic() + patience
    try:
        with psycopg.connect(server.url_of("postgres"), autocommit=True) as connection:
            while _clients(connection):
                if time.monotonic() > deadline:
                    return True
                time.sleep(0.02)
    except psycopg.OperationalError:
        # A server that does not answer serves nobody.
        return False
    return False


def _clients(connection: psycopg.Connection[TupleRow]) -> int:
    found = connection.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    ).fetchone()
    return int(found[0]) if found else 0


def _make_cluster(data: Path, programs: Path, account: Account | None) -> None:
    # A cluster that was made halfway must never be taken for one: it gets its name when it is whole.
    unfinished = data.with_name("postgres.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    make_folder(unfinished, 0o700, account)
    encoding = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    target = ("-D", unfinished, "-U", USER, "--auth=trust", "--no-instructions")
    made = _run(Server(unfinished, programs, unfinished, account), "initdb", *target, *encoding)
    if made.returncode != 0:
        raise DatabaseError(
            f"The embedded database cannot be made in {data}: {_last_line(made.stderr)}."
            " Set GRADIENT_DATABASE_URL to use another PostgreSQL."
        )
    unfinished.rename(data)


def _start(server: Server, options: Sequence[str]) -> None:
    sockets = '"' + str(server.sockets).replace('"', '""') + '"'
    stated = [*DEFAULT_OPTIONS, f"unix_socket_directories={sockets}", *options]
    arguments = " ".join(f"-c {shlex.quote(option)}" for option in stated)
    log = server.data / "server.log"
    _forget_recycled_number(server)
    target = ("-D", server.data, "-l", log, "-o", arguments)
    deadline = time.monotonic() + ORPHAN_SECONDS
    while True:
        started = _run(server, "pg_ctl", *target, "-w", "-t", START_SECONDS, "-s", "start")
        # The children of a server that was killed hold its memory for a moment longer.
        if started.returncode == 0 or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    if started.returncode != 0:
        said = _last_line(log.read_text("utf-8", "replace")) if log.exists() else _last_line(started.stderr)
        raise DatabaseError(
            f"The embedded database in {server.data} does not start: {said}. Its log is {log}."
        )


def _postmaster(server: Server) -> int | None:
    """The process id of the running server, which may still be starting."""
    lines = _status_lines(server)
    if not lines or not lines[0].strip().isdigit():
        return None
    process = int(lines[0])
    return process if _is_postgres(process) else None


def _is_postgres(process: int) -> bool:
    """Whether a living process of this number is a PostgreSQL."""
    if not _lives(process):
        return False
    stated = Path(f"/proc/{process}/stat")
    return not stated.exists() or stated.read_text("utf-8", "replace").rpartition(")")[0].endswith(
        "(postgres"
    )


def _lives(process: int) -> bool:
    """Whether the process runs; one that is dead and unburied does not."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    except FileNotFoundError:
        # No /proc here, or the process ended in between; the former is far more frequent.
        return True
    return state not in "ZX"


def _forget_recycled_number(server: Server) -> None:
    """Removes the traces of a dead server whose number another program bears by now.

    PostgreSQL would take that program for the server. In all other cases the traces stay: they keep a new
    server from the memory that children of a dead one still use.
    """
    lines = _status_lines(server)
    if lines and lines[0].strip().isdigit() and _lives(int(lines[0])):
        for trace in (server.data / "postmaster.pid", server.sockets / f"{SOCKET_NAME}.lock"):
            trace.unlink(missing_ok=True)


def _status_lines(server: Server) -> list[str]:
    try:
        return (server.data / "postmaster.pid").read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        lines = _status_lines(server)
        if len(lines) >= STATUS_LINES and lines[STATUS_LINES - 1].strip() == "ready":
            return
        time.sleep(0.05)
    raise DatabaseError(
        f"The database in {server.data} has not become ready in {START_SECONDS} s; see its log."
    )


def _ensure_database(server: Server) -> None:
    with psycopg.connect(server.url_of("postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f'CREATE DATABASE "{DATABASE}"')


def _run(server: Server, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs one of PostgreSQL's programs as the server's account.

    Its output goes to files: a server that inherited a pipe would keep the reader waiting while it lives.
    """
    account = server.account
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        ended = subprocess.run(
            [str(server.programs / program), *map(str, arguments)],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd="/",
            env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(ended.args, ended.returncode, out.read(), err.read())


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else "it says nothing"
