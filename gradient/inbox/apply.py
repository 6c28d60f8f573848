"""Stores what became of files and sources."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from gradient.files import suffix_of
from gradient.inbox.identity import Placed, Seen
from gradient.inbox.known import Known, KnownPath, KnownSource
from gradient.inbox.order import Taught, positions
from gradient.store import changes, courses, sources
from gradient.store.changes import Change
from gradient.store.sessions import Connection
from gradient.store.sources import Place, SourceFile

WENT = "its file went"
EQUAL = "it equals another file of its course"


@dataclass(frozen=True)
class Decided:
    """What is to be stored: sources with their files, and sources that go.

    `swept` have lost their file, `absorbed` have become equal to another. The known files that no source
    holds any more are dropped where `dropping`, save those of `held` sources.
    """

    placed: Sequence[Placed]
    swept: Collection[int] = ()
    absorbed: Collection[int] = ()
    held: Collection[int] = ()
    dropping: bool = False


@dataclass(frozen=True)
class _Standing:
    """A source with its files, and what was known of it before; None if it is new."""

    source_id: int
    placed: Placed
    first: Seen
    old: KnownSource | None

    @property
    def restored(self) -> bool:
        return self.placed.event == "restored"

    @property
    def elsewhere(self) -> bool:
        """Whether an old source stands somewhere else or is there again."""
        first, old = self.first, self.old
        now = (first.course_id, first.root, first.path, first.type)
        return old is not None and (self.restored or now != (old.course_id, old.root, old.path, old.type))

    @property
    def has_new_bytes(self) -> bool:
        first, old = self.first, self.old
        return old is None or (old.sha256, suffix_of(old.path)) != (first.sha256, suffix_of(first.path))

    @property
    def revision(self) -> tuple[int, str, int, str]:
        first = self.first
        return self.source_id, first.sha256 or "", first.stamp.size, first.path

    @property
    def place(self) -> Place:
        first, old = self.first, self.old
        retired = old is not None and old.retired_by is not None and not self.restored
        return Place(self.source_id, first.course_id, first.root, first.path, first.type, retired)


async def store(connection: Connection, known: Known, decided: Decided, now: datetime) -> set[int]:
    """Store it, with a change for each source that became another; the courses that were touched."""
    standing = await _standing(connection, known, decided.placed, now)
    moved = [one for one in standing if one.elsewhere]
    await sources.put(connection, [one.place for one in moved])
    await sources.put_files(connection, _gone(known, decided), _new_files(known, standing))
    revisions = [one.revision for one in standing if one.has_new_bytes]
    await sources.put_revisions(connection, revisions, now)
    await sources.moved_course(connection, [one.source_id for one in moved])
    await sources.retire(connection, [*decided.swept, *decided.absorbed], "scan", now)
    told = [change for one in standing for change in _told(one, known, now)]
    told += [_went(known.sources[one], WENT, now) for one in sorted(decided.swept)]
    told += [_went(known.sources[one], EQUAL, now) for one in sorted(decided.absorbed)]
    await changes.record(connection, told)
    return {change.course_id for change in told} | {one.first.course_id for one in moved}


async def order(connection: Connection, course_ids: Collection[int]) -> None:
    """Bring the teaching order of courses up to date."""
    there = await sources.present(connection, course_ids)
    for course_id in course_ids:
        course = await courses.by_id(connection, course_id)
        mine = [one for one in there if one["course_id"] == course_id]
        taught = [Taught(one["id"], path_in_course(one["root"], one["path"]), one["type"]) for one in mine]
        wanted = positions(taught, course.settings.get("order", ()))
        moved = {one["id"]: wanted.get(one["id"]) for one in mine if one["position"] != wanted.get(one["id"])}
        await sources.put_positions(connection, moved)


def path_in_course(root: str, path: str) -> str:
    """A path as the teaching order sees it: below the course's folder, or the bare name of a given file."""
    return path.partition("/")[2] if root == "inbox" else path.rpartition("/")[2]


async def _standing(
    connection: Connection, known: Known, placed: Sequence[Placed], now: datetime
) -> list[_Standing]:
    """All placed sources; the new ones are made."""
    old = [(one.source_id, one) for one in placed if one.source_id is not None]
    new = [one for one in placed if one.source_id is None]
    made = await sources.add(connection, [_new_place(one.first) for one in new], now) if new else []
    everyone = [*old, *zip(made, new, strict=True)]
    return [_Standing(key, one, one.first, known.sources.get(key)) for key, one in everyone]


def _new_place(first: Seen) -> Place:
    return Place(0, first.course_id, first.root, first.path, first.type, retired=False)


def _gone(known: Known, decided: Decided) -> list[tuple[str, str]]:
    """The known files that are none any more: renamed with their course, or not seen in a complete scan."""
    files = [file for one in decided.placed for file in one.files]
    there = {(file.root, file.key) for file in files}
    gone = {(file.root, file.former_key) for file in files} - there
    if decided.dropping:
        unheld = {place: path.source_id for place, path in known.paths.items() if place not in there}
        gone |= {place for place, source in unheld.items() if source not in decided.held}
    return sorted(gone & known.paths.keys())


def _new_files(known: Known, standing: Iterable[_Standing]) -> list[SourceFile]:
    """The files that differ from what is stored."""
    stored = {_row(path.source_id, path) for path in known.paths.values()}
    rows = (_row(one.source_id, file) for one in standing for file in one.placed.files)
    return [row for row in rows if row not in stored]


def _row(source_id: int, file: Seen | KnownPath) -> SourceFile:
    stamp = file.stamp
    return SourceFile(
        file.root,
        file.inbox,
        file.key,
        file.path,
        source_id,
        stamp.size,
        stamp.mtime_ns,
        stamp.inode,
        file.sha256 or "",
    )


def _told(one: _Standing, known: Known, now: datetime) -> list[Change]:
    """The changes to tell of a source; nothing is told of one that a person has removed."""
    old, path, course = one.old, one.first.path, one.first.course_id
    if old is None:
        return [Change(course, "source", f"{path} was added.", path, now)]
    if old.retired_by is not None and not one.restored:
        return []
    event = one.placed.event
    if event == "same" and _left_its_path(one.first, old, known):
        event = "moved"
    told = {
        "changed": f"{path} has changed.",
        "moved": f"{path} was {old.path} before.",
        "restored": f"{path} is back.",
    }
    found = [Change(course, "source", told[event], path, now)] if event in told else []
    if old.course_id != course:
        what = f"{old.path} went to another course: {path}."
        found.append(Change(old.course_id, "source", what, path, now))
    return found


def _left_its_path(first: Seen, old: KnownSource, known: Known) -> bool:
    """Whether a source is known by another file than before; a new folder of its course does not count."""
    before = known.paths.get((first.root, first.former_key))
    return first.path != old.path and (before is None or before.path != old.path)


def _went(source: KnownSource, why: str, now: datetime) -> Change:
    return Change(source.course_id, "source", f"{source.path} was retired: {why}.", source.path, now)
