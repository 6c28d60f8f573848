"""Courses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from psycopg.types.json import Jsonb

from gradient.course_file import COURSE_FILE
from gradient.errors import Outage, UnknownName
from gradient.files import key_of
from gradient.store import holds
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, rows, value

_queries = load("courses")

Voters = Literal["own", "all"] | tuple[str, ...]
"""Whose tags vote in a course: its own alone, those of all courses, or also those of these slugs."""
OWN: Final = "own"
ALL: Final = "all"


@dataclass(frozen=True)
class Course:
    """A course; `settings` are the checked values of its `course.toml`."""

    id: int
    slug: str
    folder: str
    name: str
    language: str | None
    outline_open: bool | None
    settings: Mapping[str, Any]
    created_at: datetime
    retired_at: datetime | None


async def all_courses(connection: Connection, *, retired: bool = False) -> list[Course]:
    """The courses by slug; those that are retired only if asked for."""
    return [Course(**found) for found in await rows(connection, _queries.all, retired=retired)]


async def by_slug(connection: Connection, slug: str) -> Course:
    """The course of a slug; raises UnknownName, naming those that there are."""
    found = await row(connection, _queries.by_slug, slug=slug)
    if found is None:
        raise unknown(slug, await all_courses(connection))
    return Course(**found)


def unknown(named: str, there: Sequence[Course]) -> UnknownName:
    """The error for a slug that no course has: which one has that folder or name, or which there are."""
    said = f"There is no course {named!r}; "
    if meant := called(named, there):
        whose = "which has" if len(meant) == 1 else "which have"
        return UnknownName(f"{said}did you mean {' or '.join(meant)}, {whose} that folder or name?")
    return UnknownName(f"{said}the courses are: {', '.join(course.slug for course in there) or 'none yet'}.")


def called(named: str, there: Iterable[Course]) -> list[str]:
    """The slugs of the courses whose folder or name it is, in any case; a renamed folder leaves the slug."""
    wanted = _plain(named)
    return [one.slug for one in there if wanted in (_plain(one.folder), _plain(one.name))]


def _plain(name: str) -> str:
    return key_of(name.strip().rstrip("/")).casefold()


async def voting(connection: Connection, course_id: int, voters: Voters) -> list[int]:
    """The other courses whose tags vote in this one.

    Raises Outage if one is named that is not there: without it no content could be recalled as asked for.
    """
    if voters == OWN:
        return []
    there = {course.slug: course.id for course in await all_courses(connection)}
    named = there.keys() if voters == ALL else voters
    unknown = sorted(set(named) - there.keys())
    if unknown:
        raise Outage(
            f"recall.voters names the course {unknown[0]!r}, which is not there; the courses are:"
            f" {', '.join(there)}. Correct the setting, or add the course."
        )
    return sorted({there[slug] for slug in named} - {course_id})


async def by_id(connection: Connection, course_id: int) -> Course:
    """The course of an id, which must exist."""
    found = await row(connection, _queries.by_id, course=course_id)
    assert found is not None
    return Course(**found)


async def add(connection: Connection, slug: str, folder: str, now: datetime) -> int:
    """Make a course that is named like its folder; its id."""
    return int(await value(connection, _queries.add, slug=slug, folder=folder, now=now))


async def set_folder(connection: Connection, course_id: int, folder: str) -> None:
    """Note that the course has another folder."""
    await execute(connection, _queries.set_folder, course=course_id, folder=folder)


async def configure(
    connection: Connection,
    course_id: int,
    *,
    name: str,
    language: str | None,
    outline_open: bool | None,
    settings: Mapping[str, Any],
) -> bool:
    """Put the settings of a course in force; whether any of them is new."""
    touched = await execute(
        connection,
        _queries.configure,
        course=course_id,
        name=name,
        language=language,
        outline_open=outline_open,
        settings=Jsonb(dict(settings)),
    )
    if touched:
        await holds.release_course(connection, course_id)
    return touched > 0


async def retire(connection: Connection, course_id: int, now: datetime) -> None:
    """Note that the folder of the course went."""
    await execute(connection, _queries.retire, course=course_id, now=now)


async def restore(connection: Connection, course_id: int) -> None:
    """Note that the course is there again."""
    await execute(connection, _queries.restore, course=course_id)


async def notices(connection: Connection, course_id: int | None = None) -> list[str]:
    """A sentence on each thing that keeps from people what they may expect of a course (of any course).

    Settings that leave it without topics though it has sources, topics that an outline alone keeps out, and
    notes that a mirror did not dare to remove.
    """
    closed = await rows(connection, _queries.closed_without_outline, course=course_id)
    foreign = await rows(connection, _queries.in_another_language, course=course_id)
    outlined = await rows(connection, _queries.closed_by_outline, course=course_id)
    kept = await rows(connection, _queries.kept_in_mirrors, course=course_id)
    told = [*map(_closed, closed), *map(_foreign, foreign), *map(_outlined, outlined)]
    return [*told, *(one["reason"] for one in kept)]


def _closed(course: Mapping[str, Any]) -> str:
    folder = course["folder"]
    return (
        f"{folder}/{COURSE_FILE}: 'outline' is \"closed\", but the course has no outline, so its files make"
        f" no topics; put an outline into {folder}/topics, or remove the line."
    )


def _outlined(course: Mapping[str, Any]) -> str:
    stated = "1 topic" if course["stated"] == 1 else f"{course['stated']} topics"
    others = "1 other is" if course["gone"] == 1 else f"{course['gone']} others are"
    return (
        f"The outline of {course['slug']} lists {stated}, and an outline closes its course: {others} gone"
        f' from it; outline = "open" in {course["folder"]}/{COURSE_FILE} has you asked about them, "closed"'
        " says that it is meant so."
    )


def _foreign(course: Mapping[str, Any]) -> str:
    return (
        f"{course['folder']}/{COURSE_FILE}: 'language' is \"{course['said']}\", but {course['left_out']} of"
        f" {course['passages']} passages are in another ({course['language']}), so they make no topics;"
        " correct the line, or remove it."
    )
