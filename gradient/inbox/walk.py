"""Lists what lies in an inbox, without opening a file."""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gradient.course_file import COURSE_FILE
from gradient.errors import InboxMissing
from gradient.files import Stamp, stored
from gradient.inbox.names import ignored_file, ignored_folder, is_device

DEEPEST = 64
"""So many folders, counted from the course's, may lie in each other; what lies deeper is told, not read."""


@dataclass(frozen=True)
class Listed:
    """A regular file: its stored path relative to the inbox, and its stamp."""

    path: str
    stamp: Stamp

    @property
    def folder(self) -> str:
        """The course folder that it lies in."""
        return self.path.partition("/")[0]


@dataclass
class Walked:
    """What a walk found.

    `files` are possible sources; `course_files` are the `course.toml` of each course folder; `strays` lie
    in no course folder. `complete` is false when a folder could not be listed. `notices` are sentences.
    """

    folders: list[str] = field(default_factory=list)
    files: list[Listed] = field(default_factory=list)
    course_files: dict[str, Listed] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)
    complete: bool = True
    notices: list[str] = field(default_factory=list)


def named_for_device(path: str) -> str:
    """A sentence on a file or folder that has the name of a device."""
    return f"{path} has the name of a device, so it is not read; give it another name."


def missing(inbox: Path) -> str:
    """A sentence on an inbox that is no folder."""
    if inbox.exists():
        return f"The inbox {inbox} is a file; move it away, or name a folder with --inbox."
    return f"The inbox {inbox} does not exist; create it, or name another with --inbox."


def walk(inbox: Path) -> Walked:
    """All regular files below the course folders of `inbox`, sorted by path.

    Links are followed only where they stay in the inbox. Raises InboxMissing if there is no inbox.
    """
    if not inbox.is_dir():
        raise InboxMissing(missing(inbox))
    walked = Walked()
    found = inbox.stat()
    _Walk(inbox.resolve(), walked).into(inbox, "", frozenset({(found.st_dev, found.st_ino)}))
    walked.folders.sort()
    walked.files.sort(key=lambda file: file.path)
    walked.strays.sort()
    return walked


class _Walk:
    def __init__(self, root: Path, walked: Walked) -> None:
        self._root = root
        self._walked = walked

    def into(self, folder: Path, prefix: str, above: frozenset[tuple[int, int]]) -> None:
        """List a folder whose stored path is `prefix`; `above` guards against links that lead in circles."""
        for entry in self._entries(folder, prefix):
            path = f"{prefix}/{stored(entry.name)}" if prefix else stored(entry.name)
            found = self._stat(entry, path)
            if found is None:
                continue
            if entry.is_symlink() and not self._stays_inside(entry):
                self._outside(path, entry)
            elif is_device(entry.name):
                self._walked.notices.append(named_for_device(path))
            elif stat.S_ISREG(found.st_mode):
                self._file(path, entry.name, Stamp.of(found))
            elif stat.S_ISDIR(found.st_mode):
                identity = (found.st_dev, found.st_ino)
                if identity in above or ignored_folder(entry.name):
                    continue
                if len(above) > DEEPEST:
                    self._too_deep(path)
                else:
                    self._folder(path)
                    self.into(Path(entry.path), path, above | {identity})
            elif not ignored_file(entry.name):
                self._walked.notices.append(
                    f"{path} is no file but a pipe, socket or device, so it is not read; remove it."
                )

    def _stat(self, entry: os.DirEntry[str], path: str) -> os.stat_result | None:
        """What an entry leads to; None where that is gone, which a link may be and a file must not."""
        try:
            return entry.stat()
        except FileNotFoundError:
            if not (entry.is_symlink() or ignored_file(entry.name)):
                self._walked.complete = False
        except OSError as error:
            if error.errno == errno.ELOOP:
                self._circle(path, entry)
            else:
                self._unlisted(path, error)
        return None

    def _entries(self, folder: Path, prefix: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                yield from sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._unlisted(prefix or str(folder), error)

    def _folder(self, path: str) -> None:
        if "/" not in path:
            self._walked.folders.append(path)
        elif path.split("/")[1:] == [COURSE_FILE]:
            self._walked.notices.append(
                f"{path} is a folder, so it says nothing about the course; give the folder another name, or"
                " put a file in its place."
            )

    def _file(self, path: str, name: str, stamp: Stamp) -> None:
        parts = path.split("/")
        if ignored_file(name):
            return
        if len(parts) == 1:
            self._walked.strays.append(path)
        elif len(parts) == 2 and parts[1] == COURSE_FILE:
            self._walked.course_files[parts[0]] = Listed(path, stamp)
        else:
            self._walked.files.append(Listed(path, stamp))

    def _stays_inside(self, entry: os.DirEntry[str]) -> bool:
        return Path(entry.path).resolve().is_relative_to(self._root)

    def _outside(self, path: str, entry: os.DirEntry[str]) -> None:
        if not (ignored_file(entry.name) or ignored_folder(entry.name)):
            self._walked.notices.append(
                f"{path} is a link that leads out of the inbox, so it is not read;"
                " copy what it points to, or give it to gradient ingest."
            )

    def _circle(self, path: str, entry: os.DirEntry[str]) -> None:
        if not (ignored_file(entry.name) or ignored_folder(entry.name)):
            self._walked.notices.append(
                f"{path} is a link that leads to itself, so it is not read; remove it."
            )

    def _too_deep(self, path: str) -> None:
        course = path.partition("/")[0]
        self._walked.notices.append(
            f"A folder in {course} lies more than {DEEPEST} folders deep, so what is in it is not read;"
            f" move it up: {path}"
        )

    def _unlisted(self, path: str, error: OSError) -> None:
        self._walked.complete = False
        self._walked.notices.append(
            f"{path} cannot be looked into ({error.strerror}), so nothing is retired; change its permissions."
        )
