"""Files as the product knows them: names that can be stored, and bytes that stood still when read."""

import hashlib
import os
import re
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_ESCAPES = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff\ufff9-\ufffb]"
)
"""Bytes that are no UTF-8, control characters, odd line ends, marks that turn the direction of writing."""
_LOOKS_ESCAPED = re.compile(r"\\(?=x[0-9a-f]{2})")
_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")
_PIECE = 1 << 20
_UNREADABLE = "unreadable"


class Changed(Exception):
    """The file is not what it was when it was listed, or is gone."""


@dataclass(frozen=True)
class Stamp:
    """What tells that a file has not changed."""

    size: int
    mtime_ns: int
    inode: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp in what the system tells of a file."""
        return cls(found.st_size, found.st_mtime_ns, found.st_ino)


def stored(name: str) -> str:
    r"""The text under which a name from the file system is stored.

    A byte that is no UTF-8 or part of a character that nobody sees, such as a line end, is written `\xNN`; a
    backslash that would read like that is `\x5c`.
    """
    unambiguous = _LOOKS_ESCAPED.sub(r"\\x5c", name)
    return _ESCAPES.sub(lambda found: "".join(f"\\x{one:02x}" for one in os.fsencode(found[0])), unambiguous)


def opens(path: str) -> str:
    """The name that opens the file of a stored path: the inverse of `stored`."""
    return _ESCAPED.sub(lambda found: os.fsdecode(bytes.fromhex(found[1])), path)


def key_of(path: str) -> str:
    """The form in which paths are compared: NFC."""
    return unicodedata.normalize("NFC", path)


def suffix_of(path: str) -> str:
    """The ending of a file's name in lower case, with its dot; empty where there is none."""
    return PurePosixPath(path).suffix.lower()


def sha256_of(file: Path, stamp: Stamp) -> str:
    """The hash of the bytes of a file that carries this stamp before and after; else raises Changed.

    OSError where it may not be read.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Changed(file) from error
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        _check(descriptor, stamp, file)
        digest, length = hashlib.sha256(), 0
        while piece := stream.read(_PIECE):
            digest.update(piece)
            length += len(piece)
        if length != stamp.size:
            raise Changed(file)
        _check(descriptor, stamp, file)
    return digest.hexdigest()


def unreadable(path: str) -> str:
    """What stands in the place of a hash where a file may not be read: never the same for two paths."""
    return f"{_UNREADABLE} {hashlib.sha256(key_of(path).encode()).hexdigest()}"


def is_hash(sha256: str) -> bool:
    """Whether it is the hash of bytes that were read."""
    return not sha256.startswith(_UNREADABLE)


def _check(descriptor: int, stamp: Stamp, file: Path) -> None:
    found = os.fstat(descriptor)
    if Stamp.of(found) != stamp or not stat.S_ISREG(found.st_mode):
        raise Changed(file)
