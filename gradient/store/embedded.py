"""The embedded database as its users see it: theirs while they need it, gone when the last one ends.

Two locks in the place of the database keep its users apart. `starting.lock` is held alone while somebody
starts or stops the server. `users.lock` is shared by everybody who uses it: whoever gets it alone is the
last one and stops the server. The system frees both when a process ends, in whatever way.
"""

import contextlib
import fcntl
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from gradient.errors import DatabaseError
from gradient.home import Home
from gradient.store.embedded_place import SOCKET_NAME, is_root, owner_of, place_of, prepare

URL_FILE = "database.url"
LEAVING_SECONDS = 1.0
"""How long a closed connection may still be listed by the server."""


@contextlib.contextmanager
def database(home: Home) -> Iterator[str]:
    """The address of the database of a home: the stated one, or the embedded one, started if need be."""
    if home.database_url is not None:
        yield home.database_url
        return
    with embedded(home.directory) as url:
        yield url


@contextlib.contextmanager
def embedded(home: Path, options: Sequence[str] = ()) -> Iterator[str]:
    """Uses the embedded database of a home directory, and stops it at the end unless others use it.

    `options` are settings of PostgreSQL (`fsync=off`) for the case that the server has to be started.
    Raises DatabaseError if it cannot be made or started.
    """
    place = prepare(home)
    try:
        with _locked(place / "users.lock", fcntl.LOCK_SH):
            yield _running(place) or _started(place, options)
    finally:
        _stop_if_last(place)


def revive(home: Home) -> bool:
    """Start the embedded database of a home again if it died under its users; whether it had.

    Raises DatabaseError if it cannot be started.
    """
    if home.database_url is not None:
        return False
    place = place_of(home.directory)
    if _running(place) is not None:
        return False
    _started(place, ())
    return True


def data_of(home: Path) -> Path:
    """The folder of the embedded database's files."""
    return place_of(home) / "postgres"


@contextlib.contextmanager
def _locked(file: Path, kind: int) -> Iterator[None]:
    try:
        lock = file.open("a")
    except OSError as error:
        raise DatabaseError(
            f"{file} of the embedded database cannot be opened ({error.strerror}); run Gradient as the user"
            " who made it, or set GRADIENT_HOME."
        ) from error
    with lock:
        fcntl.flock(lock, kind)
        yield


@contextlib.contextmanager
def _allowed(place: Path) -> Iterator[None]:
    """Say whose the database is to a user who may not touch it: another one, or root without its rights."""
    try:
        yield
    except PermissionError as error:
        data = place / "postgres"
        owner = owner_of(data if data.exists() else place)
        way_out = "with all rights of root (CAP_DAC_OVERRIDE is missing)" if is_root() else f"as {owner}"
        raise DatabaseError(
            f"{error.filename or place} belongs to {owner}, and this process may not touch it"
            f" ({error.strerror}); run Gradient {way_out}, or set GRADIENT_DATABASE_URL to a PostgreSQL."
        ) from error


def _running(place: Path) -> str | None:
    """The address of the running server, found without any of its programs."""
    try:
        url = (place / URL_FILE).read_text("utf-8").strip()
        folder = parse_qs(urlsplit(url).query)["host"][0]
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(str(Path(folder) / SOCKET_NAME))
    except (OSError, KeyError):
        return None
    return url


def _started(place: Path, options: Sequence[str]) -> str:
    from gradient.store.embedded_server import ensure_running, server_in

    with _allowed(place), _locked(place / "starting.lock", fcntl.LOCK_EX):
        server = server_in(place)
        ensure_running(server, options)
        new = place / f"{URL_FILE}.new"
        new.write_text(f"{server.url}\n", "utf-8")
        new.replace(place / URL_FILE)
    return server.url


def _stop_if_last(place: Path) -> None:
    with (
        _locked(place / "starting.lock", fcntl.LOCK_EX),
        contextlib.suppress(BlockingIOError),
        _locked(place / "users.lock", fcntl.LOCK_EX | fcntl.LOCK_NB),
    ):
        if (place / URL_FILE).exists():
            _stop_unless_visited(place)


def _stop_unless_visited(place: Path) -> None:
    """Stops the server, unless a client that is none of ours is connected, such as a person with psql."""
    from gradient.store.embedded_server import has_clients, server_in, stop

    with _allowed(place):
        server = server_in(place)
        if not has_clients(server, LEAVING_SECONDS):
            (place / URL_FILE).unlink()
            stop(server)
