"""Which source each file is: the rules by which a source keeps its identity whatever its path today."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gradient.files import Stamp, suffix_of
from gradient.inbox.known import Known, KnownSource, Root
from gradient.inbox.names import OUTLINES
from gradient.inbox.order import natural_key

Event = Literal["same", "added", "changed", "moved", "restored"]
Bytes = tuple[int, str, str, bool]
"""Course, hash, suffix, and whether it is an outline: files that agree in them are one source.

Equal bytes under another suffix are read by another reader, so they are not the same document.
"""


@dataclass(frozen=True)
class Seen:
    """A file that lies there. `sha256` is None until it has settled.

    `former_key` is the key under which the database knows its place: it differs where a course has got
    another folder. `inbox` is the folder that the path starts from, None for a given file.
    """

    root: Root
    inbox: str | None
    path: str
    key: str
    former_key: str
    course_id: int
    type: str
    stamp: Stamp
    sha256: str | None

    @property
    def bytes(self) -> Bytes:
        """What it has in common with other files of the same source."""
        return self.course_id, self.sha256 or "", suffix_of(self.path), self.type == OUTLINES


@dataclass
class Placed:
    """A source and the files that are it. `source_id` is None for a new one."""

    source_id: int | None
    files: list[Seen]
    event: Event = "same"

    @property
    def first(self) -> Seen:
        """The file that it is known by."""
        return min(self.files, key=place)


@dataclass
class Identities:
    """What became of all files and sources.

    `absorbed` are sources whose file now equals that of another (by its place in `placed`); `unseen` have
    no file left.
    """

    placed: list[Placed] = field(default_factory=list)
    absorbed: list[int] = field(default_factory=list)
    unseen: list[int] = field(default_factory=list)


def place(file: Seen) -> tuple[bool, object, str]:
    """Sorts files: those of the inbox first, then as people sort paths."""
    return file.root != "inbox", natural_key(file.path), file.path


def identify(known: Known, seen: Sequence[Seen], *, complete: bool) -> Identities:
    """Find the source of each file that has settled.

    In turn: the same path; equal bytes in the same course; the bytes of a source that has lost its file,
    in the same course, then in another; those of a retired source; a new source. In a scan that is not
    complete a file that was not seen may still be there, so nothing counts as lost.
    """
    return _Identification(known, seen, complete).run()


class _Identification:
    def __init__(self, known: Known, seen: Sequence[Seen], complete: bool) -> None:
        self._known = known
        self._seen = sorted(seen, key=place)
        self._complete = complete
        self._placed: dict[int, Placed] = {}
        self._new: list[Placed] = []
        self._by_bytes: dict[Bytes, Placed] = {}
        self._result = Identities()

    def run(self) -> Identities:
        loose = sorted(self._same_paths(), key=place)
        self._absorb()
        self._lost = self._without_files()
        settled = [file for file in loose if file.sha256 is not None]
        for file in [file for file in settled if not self._take_here(file)]:
            self._take_elsewhere(file)
        self._result.placed = [*self._placed.values(), *self._new]
        self._result.unseen = sorted(self._without_files())
        return self._result

    def _same_paths(self) -> list[Seen]:
        """Give each known path to its source; the files that are left, among them copies that now differ."""
        loose: list[Seen] = []
        claimed: dict[int, list[Seen]] = defaultdict(list)
        for file in self._seen:
            before = self._known.paths.get((file.root, file.former_key))
            if before is None:
                loose.append(file)
            else:
                claimed[before.source_id].append(file)
        for source_id, files in claimed.items():
            first = self._first_of(self._known.sources[source_id], files)
            loose += [file for file in files if file.bytes != first.bytes]
            same = [file for file in files if file.bytes == first.bytes]
            self._placed[source_id] = Placed(source_id, same, self._event(source_id, first))
        return loose

    def _first_of(self, source: KnownSource, files: list[Seen]) -> Seen:
        """The file that carries the source on: at its own path, else with its bytes, else the first."""
        paths = self._known.paths
        own = [file for file in files if paths[file.root, file.former_key].path == source.path]
        unchanged = [file for file in files if file.sha256 == source.sha256]
        return (own or unchanged or files)[0]

    def _event(self, source_id: int, file: Seen) -> Event:
        source = self._known.sources[source_id]
        return "same" if source.sha256 == file.sha256 or self._gone(source) else "changed"

    def _gone(self, source: KnownSource) -> bool:
        return source.forgotten or source.retired_by is not None

    def _absorb(self) -> None:
        """Make one source of several whose files have become equal; the one that did not change stays."""
        for source_id in sorted(self._placed, key=self._firmness):
            source, placed = self._known.sources[source_id], self._placed[source_id]
            if source.forgotten:
                continue
            stays = self._by_bytes.setdefault(placed.first.bytes, placed)
            if stays is not placed and not self._gone(source):
                stays.files += placed.files
                del self._placed[source.id]
                self._result.absorbed.append(source.id)

    def _firmness(self, source_id: int) -> tuple[object, ...]:
        placed = self._placed[source_id]
        return self._gone(self._known.sources[source_id]), placed.event != "same", place(placed.first)

    def _without_files(self) -> set[int]:
        """The sources that had files of which none is left."""
        held = {path.source_id for path in self._known.paths.values()}
        return held - self._placed.keys() - set(self._result.absorbed)

    def _take_here(self, file: Seen) -> bool:
        """Find the source of a new file within its course, if that can be."""
        there = self._by_bytes.get(file.bytes)
        if there is not None:
            there.files.append(file)
            if there.source_id is not None and self._gone(self._known.sources[there.source_id]):
                there.event = "restored"
            return True
        lost = [one for one in self._lost_sources() if one.course_id == file.course_id]
        source = self._nearest([one for one in lost if file.sha256 in one.shas], file)
        if source is None:
            source = self._retired_source(file)
        if source is not None and (self._complete or source.id not in self._lost):
            self._take(file, source)
        return source is not None

    def _take_elsewhere(self, file: Seen) -> None:
        """The source that moved here from another course, or a new one."""
        if self._take_here(file):
            return
        lost = [one for one in self._lost_sources() if one.sha256 == file.sha256 and not self._gone(one)]
        source = self._nearest(lost, file)
        if source is None:
            placed = self._by_bytes[file.bytes] = Placed(None, [file], "added")
            self._new.append(placed)
        elif self._complete:
            self._take(file, source)

    def _take(self, file: Seen, source: KnownSource) -> None:
        placed = Placed(source.id, [file], "moved" if source.id in self._lost else "restored")
        self._lost.discard(source.id)
        self._placed[source.id] = placed
        if not source.forgotten:
            self._by_bytes[file.bytes] = placed

    def _lost_sources(self) -> Iterable[KnownSource]:
        return (self._known.sources[source_id] for source_id in self._lost)

    def _retired_source(self, file: Seen) -> KnownSource | None:
        gone = [
            source
            for source in self._known.sources.values()
            if source.retired_by and not source.forgotten
            and source.course_id == file.course_id and source.id not in self._placed
        ]  # fmt: skip
        same = [source for source in gone if file.sha256 in source.shas]
        swept = (source for source in gone if source.retired_by == "scan")
        path = [source for source in swept if (source.root, source.path) == (file.root, file.path)]
        return self._nearest(same, file) or self._nearest(path, file)

    def _nearest(self, sources: Iterable[KnownSource], file: Seen) -> KnownSource | None:
        """The source that is most likely the file: its course, bytes, type, name; then the first by path."""

        def distance(source: KnownSource) -> tuple[object, ...]:
            return (
                source.course_id != file.course_id,
                source.sha256 != file.sha256,
                (source.type == OUTLINES) != (file.type == OUTLINES),
                source.path.rsplit("/", 1)[-1] != file.path.rsplit("/", 1)[-1],
                natural_key(source.path),
                source.id,
            )

        return min(sources, key=distance, default=None)
