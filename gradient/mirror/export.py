"""A whole vault in a folder of its own."""

import asyncio
from pathlib import Path

from gradient.errors import UsageError
from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.markdown.vault import Vault
from gradient.store import mirrors
from gradient.store.courses import all_courses
from gradient.store.sessions import Connection


async def export(connection: Connection, directory: Path) -> int:
    """Write all courses into `directory` as the Markdown mirror does; how many notes that is.

    Nothing is written to the database. Raises UsageError if the directory holds other things than a vault
    of ours.
    """
    await asyncio.to_thread(_check, directory)
    mirror = MarkdownMirror(directory)
    count = 0
    for course in await all_courses(connection):
        items = await mirrors.items(connection, course.id)
        count += len(await mirror.write(course.slug, list(items.values()), {}))
    return count


def _check(directory: Path) -> None:
    if not directory.exists():
        return
    if not directory.is_dir():
        raise UsageError(f"{directory} is a file; name a folder to export to.")
    vault = Vault(directory)
    vault.look_around()
    if any(directory.iterdir()) and not vault.ours():
        raise UsageError(f"{directory} is not empty and no vault of Gradient; name an empty or new folder.")
