"""What a scan observes: the files that lie there, which of them have settled, and their hashes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gradient.files import Changed, Stamp, is_hash, opens, sha256_of, unreadable
from gradient.inbox.course_files import CourseFiles, read_course_files
from gradient.inbox.known import Known, KnownPath
from gradient.inbox.settling import Settling
from gradient.inbox.walk import Walked, walk


@dataclass
class Observed:
    """The files of an inbox. `hashes` holds those that have settled; `settling` are the others."""

    walked: Walked
    hashes: dict[str, str] = field(default_factory=dict)
    settling: set[str] = field(default_factory=set)
    course_files: CourseFiles = field(default_factory=CourseFiles)

    @property
    def files(self) -> int:
        """How many files lie there."""
        return len(self.walked.files) + len(self.walked.course_files) + len(self.walked.strays)


def observe(inbox: Path, known: Known, settling: Settling) -> Observed:
    """Walk an inbox and hash what is new or changed and has stood still; known files are not opened.

    A file also counts as still when its size, time and inode are those of a known file: it was moved.
    """
    observed = Observed(walk(inbox))
    before = {path.path: path for path in known.paths.values() if path.root == "inbox"}
    fresh = _new_or_changed(observed, before)
    course_files = {file.path: file.stamp for file in observed.walked.course_files.values()}
    still = settling.settled(fresh | course_files)
    stamps = {path.stamp for path in before.values()}
    for path, stamp in fresh.items():
        if path not in still and stamp not in stamps:
            observed.settling.add(path)
        else:
            _hash(observed, inbox, path, stamp)
    observed.course_files = read_course_files(inbox, observed.walked, known, still)
    observed.settling |= observed.course_files.settling
    return observed


def _new_or_changed(observed: Observed, before: Mapping[str, KnownPath]) -> dict[str, Stamp]:
    """The files to look at; the others have the hashes that they had. One that could not be read counts."""
    fresh: dict[str, Stamp] = {}
    for file in observed.walked.files:
        known = before.get(file.path)
        if known is not None and known.stamp == file.stamp and is_hash(known.sha256):
            observed.hashes[file.path] = known.sha256
        else:
            fresh[file.path] = file.stamp
    return fresh


def _hash(observed: Observed, inbox: Path, path: str, stamp: Stamp) -> None:
    try:
        observed.hashes[path] = sha256_of(inbox / opens(path), stamp)
    except Changed:
        observed.settling.add(path)
    except OSError:
        observed.hashes[path] = unreadable(path)
