"""`gradient page` and `gradient export`: what there is to read."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gradient.cli.opened import completed, settings_of, transaction
from gradient.cli.options import AsJson, Course, TopicSlug
from gradient.cli.output import plural, say, terminal_width, write_json, write_raw
from gradient.errors import UsageError
from gradient.home import expanded, locate


def page(topic: TopicSlug, course: Course = None, as_json: AsJson = False) -> None:
    """The teaching page of a topic."""
    found = completed(_page(topic, course))
    if as_json:
        write_json(found)
    else:
        from gradient.pages.text import WIDTH, render_text

        write_raw(render_text(found, width=min(WIDTH, terminal_width())))


async def _page(topic: str, course: str | None) -> dict[str, Any]:
    from gradient.cli.naming import topic_of
    from gradient.store import pages

    async with transaction() as connection:
        named = await topic_of(connection, topic, course)
        found = await pages.page_json(connection, named["id"])
        assert found is not None
        return found


def export(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="An empty or new folder, or a vault of ours.")
    ],
) -> None:
    """Write all pages and questions as a Markdown vault."""
    home = locate()
    target = expanded(directory).absolute()
    _refuse_inbox(target, home.path(settings_of(home).inbox.dir))
    count = completed(_export(target))
    say(f"{plural(count, 'note')} written to {directory}.")


def _refuse_inbox(directory: Path, inbox: Path) -> None:
    from gradient.inbox.apart import overlap

    if clash := overlap(directory, inbox):
        raise UsageError(f"{directory} {clash}; name a folder beside the inbox.")


async def _export(directory: Path) -> int:
    from gradient.files import opens
    from gradient.mirror import export as mirror
    from gradient.store import scans

    async with transaction() as connection:
        for inbox in await scans.inboxes(connection):  # a run may have been told to watch another one
            _refuse_inbox(directory, Path(opens(inbox)))
        return await mirror.export(connection, directory)
