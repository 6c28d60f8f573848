"""Files that are given to a course by hand and stay where they are."""

import asyncio
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gradient.errors import GradientError, UsageError
from gradient.files import Changed, Stamp, key_of, opens, sha256_of, stored
from gradient.home import expanded
from gradient.inbox import apply
from gradient.inbox.apply import Decided
from gradient.inbox.identity import Seen, identify
from gradient.inbox.known import Known
from gradient.inbox.names import OTHER, TYPES, ignored_file, ignored_folder, is_device, slug_of
from gradient.inbox.scan import OnChange
from gradient.inbox.seen import seen_again
from gradient.inbox.state import load_known
from gradient.inbox.walk import DEEPEST, named_for_device
from gradient.store import changes, courses, sources
from gradient.store.sessions import Connection, Database
from gradient.work.crossing import again_if_crossed
from gradient.work.runner import Clock, utc_now


class StillChanging(GradientError):
    """A given file changed while it was read."""


@dataclass(frozen=True)
class Ingested:
    """What an ingest came to: the course, and how many files belong to it now that did not before.

    That may be since a person had retired them.
    """

    course_id: int
    files: int
    added: int


@again_if_crossed
async def ingest(
    database: Database,
    paths: Sequence[Path],
    course: str,
    *,
    clock: Clock = utc_now,
    on_change: OnChange | None = None,
) -> Ingested:
    """Take files, and those in folders, into a course, which is made if there is none.

    No scan retires them; a file of the inbox stays one of the inbox. What was retired is back, as the source
    that it was. Raises UsageError for a path without files or a course name that is no slug,
    StillChanging for a file that does not hold still.
    """
    if course != slug_of(course, ()):
        raise UsageError(f"{course!r} is no name for a course; use {slug_of(course, ())!r}.")
    found = await asyncio.to_thread(lambda: [_hashed(file) for file in _files(paths)])
    async with database.transaction() as connection:
        await sources.lock(connection)
        course_id = await _course(connection, course, clock)
        known = await load_known(connection)
        seen = _in_inbox(known, [_seen(known, *file, course_id) for file in found])
        touched = await _store(connection, _asked_for_again(known, seen), seen, clock)
        added = sum(_is_away(known, file) for file in seen)
        await apply.order(connection, touched)
        if on_change is not None:
            for touched_id in sorted(touched):
                await on_change(connection, touched_id)
        return Ingested(course_id, len(seen), added)


async def _store(connection: Connection, known: Known, seen: Sequence[Seen], clock: Clock) -> set[int]:
    """Place the given files among all others, which are taken to be as they were."""
    places = {(file.root, file.key) for file in seen}
    others = [seen_again(known, path) for place, path in known.paths.items() if place not in places]
    placed = identify(known, [*seen, *others], complete=False)
    decided = Decided(placed=placed.placed, absorbed=placed.absorbed)
    return await apply.store(connection, known, decided, clock())


def _in_inbox(known: Known, seen: Sequence[Seen]) -> list[Seen]:
    """The given files, those that lie in the inbox of the same course at the place that they have there."""
    there = {Path(path.inbox, path.path): path for path in known.paths.values() if path.inbox}
    found = []
    for file in seen:
        folder, name = os.path.split(file.path)
        path = there.get(Path(stored(os.path.realpath(opens(folder))), name))
        if path is not None and (source := known.sources[path.source_id]).course_id == file.course_id:
            place = Seen(
                path.root,
                path.inbox,
                path.path,
                path.key,
                path.key,
                file.course_id,
                source.type,
                file.stamp,
                file.sha256,
            )
            found.append(place)
        else:
            found.append(file)
    return found


def _is_away(known: Known, file: Seen) -> bool:
    """Whether a file belongs to no source that is there."""
    path = known.paths.get((file.root, file.key))
    return path is None or known.sources[path.source_id].retired_by is not None


def _asked_for_again(known: Known, seen: Sequence[Seen]) -> Known:
    """What is known, save that a given file of a removed source counts as one that was never seen.

    The source counts as one whose file went, so that the file is it again, also with other bytes.
    """
    given = {(file.root, file.key) for file in seen}
    again = {
        place
        for place in given & known.paths.keys()
        if known.sources[known.paths[place].source_id].retired_by
    }
    sources = {known.paths[place].source_id for place in again}
    return replace(
        known,
        paths={place: path for place, path in known.paths.items() if place not in again},
        sources={
            key: replace(one, retired_by="scan") if key in sources else one
            for key, one in known.sources.items()
        },
    )


async def _course(connection: Connection, slug: str, clock: Clock) -> int:
    there = {one.slug: one for one in await courses.all_courses(connection, retired=True)}
    if slug not in there:
        course_id = await courses.add(connection, slug, slug, clock())
        await changes.note(connection, course_id, "course", f"The course {slug} was added.", slug, clock())
        return course_id
    if there[slug].retired_at is not None:
        await courses.restore(connection, there[slug].id)
    return there[slug].id


def _seen(known: Known, file: Path, stamp: Stamp, sha256: str, course_id: int) -> Seen:
    path = stored(str(file))
    folder = file.parent.name.lower()
    key = _key_in(known, path, course_id)
    kind = folder if folder in TYPES else OTHER
    return Seen("given", None, path, key, key, course_id, kind, stamp, sha256)


def _key_in(known: Known, path: str, course_id: int) -> str:
    """Its key in a course: the path in NFC; where another course has that one, a key that no path has."""
    key = key_of(path)
    before = known.paths.get(("given", key))
    free = before is None or known.sources[before.source_id].course_id == course_id
    of_its_own = f"{key}//{course_id}"
    return key if free and ("given", of_its_own) not in known.paths else of_its_own


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        absolute = _straight(expanded(path).absolute())
        if absolute.is_file():
            yield _not_a_device(absolute)
        elif absolute.is_dir():
            yield from _below(absolute)
        else:
            raise UsageError(f"{path} does not exist or is no file; give files or folders.")


def _straight(path: Path) -> Path:
    """The path without steps back; where a link stands before one, where that leads."""
    straight = Path(os.path.normpath(path))
    if straight == path or not path.exists():
        return path
    return straight if straight.exists() and straight.samefile(path) else path.resolve()


def _below(folder: Path) -> Iterator[Path]:
    found = False
    for parent, folders, names in os.walk(folder):
        if len(Path(parent).relative_to(folder).parts) > DEEPEST:
            raise UsageError(f"{folder} holds more than {DEEPEST} folders in each other; give files instead.")
        folders[:] = sorted(name for name in folders if not ignored_folder(name))
        for name in sorted(names):
            file = Path(parent, name)
            if file.is_file() and (is_device(name) or not ignored_file(name)):
                found = True
                yield _not_a_device(file)
    if not found:
        raise UsageError(f"{folder} holds no files; give a folder that does.")


def _not_a_device(file: Path) -> Path:
    if is_device(file.name):
        raise UsageError(named_for_device(str(file)))
    return file


def _hashed(file: Path) -> tuple[Path, Stamp, str]:
    try:
        stamp = Stamp.of(file.stat())
        return file, stamp, sha256_of(file, stamp)
    except Changed as error:
        raise StillChanging(
            f"{file} changes while it is read; try again when it is whole, or copy it if the system makes it."
        ) from error
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror}); change its permissions.") from error
