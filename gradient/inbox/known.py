"""What the database knows of courses, sources and their files when a scan begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gradient.files import Stamp

Root = Literal["inbox", "given"]


@dataclass(frozen=True)
class KnownCourse:
    """A course; `folder` is the name of its folder under the inbox, as it was last seen."""

    id: int
    slug: str
    folder: str
    name: str
    settings: Mapping[str, Any]
    retired: bool


@dataclass(frozen=True)
class KnownSource:
    """A source; `sha256` is the hash of its current bytes, `shas` those of all its revisions.

    `there` is true for one that is not retired, and for those that went last where a course has no file of
    this root left: they were all of it to the end.
    """

    id: int
    course_id: int
    root: Root
    path: str
    type: str
    sha256: str | None
    shas: frozenset[str]
    retired_by: Literal["scan", "person"] | None
    forgotten: bool
    there: bool


@dataclass(frozen=True)
class KnownPath:
    """A file of a source as it was last seen; `inbox` is the folder it was seen in, None for a given one."""

    root: Root
    inbox: str | None
    key: str
    path: str
    source_id: int
    stamp: Stamp
    sha256: str


@dataclass(frozen=True)
class Known:
    """Everything of that."""

    courses: tuple[KnownCourse, ...] = ()
    sources: Mapping[int, KnownSource] = field(default_factory=dict)
    paths: Mapping[tuple[Root, str], KnownPath] = field(default_factory=dict)

    def in_other_inboxes(self, inbox: str) -> set[int]:
        """The sources with a file that was last seen in another inbox."""
        return {path.source_id for path in self.paths.values() if path.inbox not in (None, inbox)}
