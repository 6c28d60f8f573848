"""Loads what the database knows, as identity needs it."""

from typing import cast

from gradient.files import Stamp
from gradient.inbox.known import Known, KnownCourse, KnownPath, KnownSource, Root
from gradient.store import courses, sources
from gradient.store.sessions import Connection


async def load_known(connection: Connection) -> Known:
    """Every course, source and file."""
    return Known(
        tuple(
            KnownCourse(one.id, one.slug, one.folder, one.name, one.settings, one.retired_at is not None)
            for one in await courses.all_courses(connection, retired=True)
        ),
        {
            one["id"]: KnownSource(**{**one, "shas": frozenset(one["shas"])})
            for one in await sources.known(connection)
        },
        {
            (cast("Root", one.root), one.path_key): KnownPath(
                cast("Root", one.root),
                one.inbox,
                one.path_key,
                one.path,
                one.source_id,
                Stamp(one.size, one.mtime_ns, one.inode),
                one.sha256,
            )
            for one in await sources.files(connection)
        },
    )
