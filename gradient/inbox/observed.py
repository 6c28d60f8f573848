"""What a scan observes: the files that lie there, which of them count, and their hashes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from gradient.files import Changed, Stamp, is_hash, opens, sha256_of, unreadable
from gradient.inbox.course_files import CourseFiles, read_course_files
from gradient.inbox.known import Known, KnownPath
from gradient.inbox.names import inbox_name
from gradient.inbox.settling import Settling, settling
from gradient.inbox.walk import Walked, walk
from gradient.store.scans import Arrival


@dataclass
class Observed:
    """The files of an inbox. `hashes` holds those that count; `settling` are the others."""

    inbox: str
    walked: Walked
    waiting: Settling
    hashes: dict[str, str] = field(default_factory=dict)
    settling: set[str] = field(default_factory=set)
    course_files: CourseFiles = field(default_factory=CourseFiles)

    @property
    def files(self) -> int:
        """How many files lie there."""
        return len(self.walked.files) + len(self.walked.course_files) + len(self.walked.strays)

    @property
    def settles_in(self) -> float | None:
        """Seconds until the first file that does not count yet may do so."""
        return self.waiting.seconds_left(self.settling)


def observe(
    inbox: Path, known: Known, before: Mapping[str, Arrival], now: datetime, seconds: float
) -> Observed:
    """Walk an inbox and hash what is new or changed and has stood still; known files are not opened.

    A file also counts as still when its size, time and inode are those of a known file: it was moved.
    """
    walked = walk(inbox)
    name = inbox_name(inbox)
    paths = {path.path: path for path in known.paths.values() if path.inbox == name}
    hashes, fresh = _told_apart(walked, paths)
    course_files = {file.path: file.stamp for file in walked.course_files.values()}
    observed = Observed(name, walked, settling(before, fresh | course_files, now, seconds), hashes)
    stamps = {path.stamp for path in known.paths.values() if path.root == "inbox"}
    for path, stamp in fresh.items():
        if stamp in stamps or observed.waiting.still(path):
            _hash(observed, inbox, path, stamp)
        else:
            observed.settling.add(path)
    observed.course_files = read_course_files(inbox, walked, known, observed.waiting.still)
    observed.settling |= observed.course_files.settling
    return observed


def _told_apart(walked: Walked, paths: Mapping[str, KnownPath]) -> tuple[dict[str, str], dict[str, Stamp]]:
    """The hashes of files that are as they were, and the stamps of those that are new, changed or unread."""
    hashes: dict[str, str] = {}
    fresh: dict[str, Stamp] = {}
    for file in walked.files:
        known = paths.get(file.path)
        if known is not None and known.stamp == file.stamp and is_hash(known.sha256):
            hashes[file.path] = known.sha256
        else:
            fresh[file.path] = file.stamp
    return hashes, fresh


def _hash(observed: Observed, inbox: Path, path: str, stamp: Stamp) -> None:
    try:
        observed.hashes[path] = sha256_of(inbox / opens(path), stamp)
    except Changed:
        observed.settling.add(path)
    except OSError:
        observed.hashes[path] = unreadable(path)
