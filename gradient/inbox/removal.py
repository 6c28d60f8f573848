"""What people take out of a course: sources that they retire, confirm as gone, or have forgotten for good."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gradient.errors import GuardRefused
from gradient.files import opens
from gradient.inbox import apply
from gradient.store import changes, courses, erasure, sources
from gradient.store.changes import Kind
from gradient.store.sessions import Connection, Database
from gradient.store.sources import SourceFile
from gradient.work.crossing import again_if_crossed
from gradient.work.runner import Clock, utc_now


@dataclass(frozen=True)
class Removed:
    """What was taken out: the course, the paths of its sources, and the file that brings one back."""

    course_id: int
    paths: tuple[str, ...]
    file: str | None = None


@again_if_crossed
async def retire(
    database: Database, name: str, course: str | None = None, *, clock: Clock = utc_now
) -> Removed:
    """Retire a source by the path that a person gives. Its file stays where it is.

    Raises UnknownName and AmbiguousName.
    """
    async with database.transaction() as connection:
        await sources.lock(connection)
        found = await _named(connection, name, course)
        files = [
            one for one in await sources.files_of(connection, found.course_id) if one.source_id == found.id
        ]
        await sources.retire(connection, [found.id], "person", clock())
        await apply.order(connection, [found.course_id])
        await _tell(connection, found.course_id, f"{found.path} was retired by a person.", clock)
        return Removed(found.course_id, (found.path,), _file(files))


@again_if_crossed
async def confirm_retire(database: Database, course: str, *, clock: Clock = utc_now) -> Removed:
    """Retire the sources of a course whose files are gone, however many.

    Raises UnknownName, and GuardRefused if no file is gone.
    """
    async with database.transaction() as connection:
        await sources.lock(connection)
        found = await courses.by_slug(connection, course)
        gone = _without_files(await sources.files_of(connection, found.id))
        if not gone:
            raise GuardRefused(f"Every source of the course {course} has its file, so none is retired.")
        await sources.retire(connection, list(gone), "scan", clock())
        await apply.order(connection, [found.id])
        for path in gone.values():
            await _tell(connection, found.id, f"{path} was retired: its file went, as confirmed.", clock)
        return Removed(found.id, tuple(gone.values()))


@again_if_crossed
async def forget_source(
    database: Database, name: str, course: str | None = None, *, clock: Clock = utc_now
) -> Removed:
    """Erase for good what was made of a source. Its file stays where it is and is left alone.

    Raises UnknownName and AmbiguousName.
    """
    async with database.transaction() as connection:
        await sources.lock(connection)
        found = await _named(connection, name, course)
        await erasure.erase_sources(connection, [found.id], clock())
        await apply.order(connection, [found.course_id])
        await _tell(connection, found.course_id, f"{found.path} was forgotten for good.", clock)
        return Removed(found.course_id, (found.path,))


@again_if_crossed
async def forget_course(database: Database, course: str, *, clock: Clock = utc_now) -> Removed:
    """Erase for good what was made of all sources of a course. Raises UnknownName."""
    async with database.transaction() as connection:
        await sources.lock(connection)
        found = await courses.by_slug(connection, course)
        everyone = await sources.all_of(connection, found.id)
        await erasure.erase_sources(connection, [one.id for one in everyone], clock())
        await erasure.erase_course(connection, found.id)
        await courses.retire(connection, found.id, clock())
        await _tell(connection, found.id, f"The course {course} was forgotten for good.", clock, "course")
        return Removed(found.id, tuple(one.path for one in everyone))


async def _named(connection: Connection, name: str, course: str | None) -> sources.Named:
    course_id = None if course is None else (await courses.by_slug(connection, course)).id
    return await sources.named(connection, name, course_id)


async def _tell(
    connection: Connection, course_id: int, what: str, clock: Clock, kind: Kind = "source"
) -> None:
    await changes.note(connection, course_id, kind, what, "a person", clock())


def _file(files: Iterable[SourceFile]) -> str | None:
    """Where the first of some files lies, in full."""
    return next((str(Path(opens(one.inbox or ""), opens(one.path))) for one in files), None)


def _without_files(files: Iterable[SourceFile]) -> dict[int, str]:
    """The sources of an inbox none of whose files is there, with a path of each."""
    paths: dict[int, str] = {}
    there: set[int] = set()
    for file in files:
        paths.setdefault(file.source_id, file.path)
        if file.inbox is None or _lies_there(Path(opens(file.inbox), opens(file.path))):
            there.add(file.source_id)
    return {source_id: path for source_id, path in paths.items() if source_id not in there}


def _lies_there(file: Path) -> bool:
    """Whether a file is not known to be gone: one that cannot be looked at may be there."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
