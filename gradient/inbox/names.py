"""What names in an inbox say: which files are no documents, and the types and slugs that follow."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Container, Sequence
from pathlib import Path

from gradient.files import key_of, stored

TYPES = ("lectures", "readings", "exams", "homework", "reference", "transcripts", "topics")
OTHER = "other"
OUTLINES = "topics"

_TEMPORARY = (
    *("~", ".tmp", ".temp", ".swp", ".swo", ".swn", ".swx"),
    *(".part", ".partial", ".filepart", ".crdownload", ".opdownload", ".download", ".fdmdownload"),
    *(".downloading", ".incomplete", ".unfinished", ".aria2", ".!ut", ".!qb", ".!bt", ".bc!", ".jc!"),
    *(".ob!", ".td", ".xltd", ".getright", ".ytdl"),
)
"""How editors, browsers and other programs name a file that they are still writing, or the record of it."""

_TEMPORARY_FOLDERS = (".download", ".crdownload", ".opdownload", ".part", ".partial", ".filepart")
"""A browser may put what it is still loading into a folder of such a name."""

_COMPANION_PREFIXES = (".", "~$")
_COMPANIONS = frozenset({"thumbs.db", "desktop.ini", "4913"})
"""Files of other programs; as 4913 an editor tries whether it may write into a folder."""
_COMPANION_FOLDERS = frozenset(
    {"__macosx", "@eadir", "lost+found", "$recycle.bin", "system volume information"}
)
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\..*)?", re.DOTALL)
"""Names that stand for devices on Windows, with any suffix: a file of that name cannot be copied there."""
_NO_SLUG = re.compile(r"[^a-z0-9]+")


def inbox_name(inbox: Path) -> str:
    """The text under which an inbox is stored: where it really lies, whatever links lead there."""
    return stored(os.path.realpath(inbox))


def ignored_file(name: str) -> bool:
    """Whether a file is no document by its name (temporary, companion, device): nothing is stored of it."""
    lower = name.lower()
    autosaved = lower.startswith("#") and lower.endswith("#")
    named = lower.startswith(_COMPANION_PREFIXES) or lower.endswith(_TEMPORARY)
    return named or autosaved or lower in _COMPANIONS or is_device(name)


def is_device(name: str) -> bool:
    """Whether a file or folder has the name of a device, so that it cannot be copied to every computer."""
    return _DEVICE.fullmatch(name.lower()) is not None


def ignored_folder(name: str) -> bool:
    """Whether a folder belongs to another program, or is a download under way."""
    lower = name.lower()
    return lower.startswith(".") or lower.endswith(_TEMPORARY_FOLDERS) or lower in _COMPANION_FOLDERS


def type_of(folders: Sequence[str]) -> str:
    """The type of a source from the folders between its course and itself."""
    first = folders[0].lower() if folders else OTHER
    return first if first in TYPES else OTHER


def slug_of(folder: str, taken: Container[str]) -> str:
    """A slug for a course folder: lower-case ASCII letters, digits and hyphens, none of those taken.

    A name without any such letter gets a few digits of its hash.
    """
    plain = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode().lower()
    words = _NO_SLUG.sub("-", plain).strip("-")
    digest = hashlib.sha256(key_of(folder).encode()).hexdigest()
    first = words or f"course-{digest[:6]}"
    slug, number = first, 1
    while slug in taken:
        number += 1
        slug = f"{first}-{number}"
    return slug
