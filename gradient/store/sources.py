"""Sources, their files and their revisions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.errors import AmbiguousName, UnknownName
from gradient.files import key_of, suffix_of
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, rows

SCAN_LOCK = 1_196_572_997
"""Advisory lock of a transaction that changes what sources there are."""

_queries = load("sources")


@dataclass(frozen=True)
class SourceFile:
    """A file of a source, as it is stored in `source_paths`; `path_key` is the path in NFC.

    `inbox` is the folder that the path starts from, None for a given file.
    """

    root: str
    inbox: str | None
    path_key: str
    path: str
    source_id: int
    size: int
    mtime_ns: int
    inode: int
    sha256: str


@dataclass(frozen=True)
class Place:
    """Where a source stands today, and whether it is there."""

    source_id: int
    course_id: int
    root: str
    path: str
    type: str
    retired: bool


@dataclass(frozen=True)
class Named:
    """A source as people know it."""

    id: int
    course_id: int
    path: str


async def lock(connection: Connection) -> None:
    """Let no one else change what sources there are until this transaction ends."""
    await execute(connection, _queries.lock, key=SCAN_LOCK)


async def known(connection: Connection) -> list[dict[str, Any]]:
    """Every source with the hashes of its revisions, and whether it is there or was to its course's end."""
    return await rows(connection, _queries.known)


async def files(connection: Connection) -> list[SourceFile]:
    """Every file that a source stands in."""
    return [SourceFile(**found) for found in await rows(connection, _queries.files)]


async def add(connection: Connection, places: Sequence[Place], now: datetime) -> list[int]:
    """Make sources that stand at these places; their ids in the same order."""
    made = await rows(
        connection,
        _queries.add,
        courses=[place.course_id for place in places],
        roots=[place.root for place in places],
        paths=[place.path for place in places],
        types=[place.type for place in places],
        now=now,
    )
    ids = {(one["root"], one["path"]): int(one["id"]) for one in made}
    return [ids[place.root, place.path] for place in places]


async def put(connection: Connection, places: Sequence[Place]) -> None:
    """Store where sources stand; one that is not retired any more is there again."""
    await execute_many(connection, _queries.put, [dict(vars(place)) for place in places])


async def put_files(
    connection: Connection, gone: Sequence[tuple[str, str]], there: Sequence[SourceFile]
) -> None:
    """Drop the files (root, key) that are gone, and store those that are there."""
    await execute(
        connection, _queries.drop_files, roots=[root for root, _ in gone], keys=[key for _, key in gone]
    )
    await execute_many(connection, _queries.put_file, [dict(vars(file)) for file in there])


async def put_revisions(
    connection: Connection, current: Sequence[tuple[int, str, int, str]], now: datetime
) -> None:
    """Make these (source id, sha256, size, path) the current revisions."""
    values = {
        "sources": [one[0] for one in current],
        "hashes": [one[1] for one in current],
        "sizes": [one[2] for one in current],
        "suffixes": [suffix_of(one[3]) for one in current],
    }
    await execute(connection, _queries.add_revisions, **values, now=now)
    await execute(connection, _queries.set_current, sources=values["sources"], hashes=values["hashes"])
    await execute(connection, _queries.drop_troubles, sources=values["sources"])


async def moved_course(connection: Connection, source_ids: Sequence[int]) -> None:
    """Let the outcomes of the revisions of sources follow them to another course."""
    await execute(connection, _queries.move_outcomes, sources=list(source_ids))


async def retire(
    connection: Connection, source_ids: Collection[int], by: Literal["scan", "person"], now: datetime
) -> None:
    """Retire sources. The files of what a scan retires are gone; what a person retires keeps its files."""
    await execute(connection, _queries.retire, sources=list(source_ids), by=by, now=now)
    if by == "scan":
        await execute(connection, _queries.drop_files_of, sources=list(source_ids))
    await execute(connection, _queries.drop_troubles, sources=list(source_ids))


async def present(connection: Connection, course_ids: Collection[int]) -> list[dict[str, Any]]:
    """The sources that are there in some courses: id, course_id, root, path, type, position."""
    return await rows(connection, _queries.present, courses=list(course_ids))


async def put_positions(connection: Connection, positions: Mapping[int, int | None]) -> None:
    """Store places in the teaching order."""
    await execute_many(
        connection, _queries.put_position, [{"source": one, "position": to} for one, to in positions.items()]
    )


async def listing(connection: Connection, course_id: int | None = None) -> list[dict[str, Any]]:
    """What became of each source of a course (of all): course, path, type, state, share_read, reason,
    missing (what of it was not read), encoding, language, course_language (None where no setting says it),
    notes (what else people should know of its reading, such as an encoding in doubt), coverage (pages,
    characters and media; see `coverage_of`), also_at (the paths of its other files, which are the same byte
    by byte).

    The state is read, partial, unread, skipped, failed, parked or retired. It is that of the bytes that
    lie there today, while share_read is that of the live revision.
    """
    return await rows(connection, _queries.listing, course=course_id)


async def named(connection: Connection, name: str, course_id: int | None = None) -> Named:
    """The source that a person means by a path or the end of one.

    Raises UnknownName, or AmbiguousName with the paths or courses that it may mean.
    """
    found = await rows(connection, _queries.named, name=key_of(name.rstrip("/")), course=course_id)
    meant = [one for one in found if one["exact"]] or found
    if not meant:
        raise UnknownName(f"There is no source {name!r}; gradient sources lists them.")
    if len({one["id"] for one in meant}) > 1:
        paths, slugs = sorted({one["path"] for one in meant}), sorted({one["slug"] for one in meant})
        if len(paths) == 1:
            raise AmbiguousName(f"{name!r} is in the courses {', '.join(slugs)}; say which with --course.")
        raise AmbiguousName(f"{name!r} may be {', '.join(paths)}; write the whole path.")
    return Named(meant[0]["id"], meant[0]["course_id"], meant[0]["path"])


async def files_of(connection: Connection, course_id: int) -> list[SourceFile]:
    """The files that the sources of a course which are there were last seen in, by path."""
    return [SourceFile(**found) for found in await rows(connection, _queries.files_of, course=course_id)]


async def all_of(connection: Connection, course_id: int) -> list[Named]:
    """All sources of a course, retired ones too."""
    return [Named(**found) for found in await rows(connection, _queries.all_of, course=course_id)]
