"""What people name on the command line, found or asked back about with the nearest that there are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gradient.errors import AmbiguousName, UnknownName

if TYPE_CHECKING:
    from gradient.store.sessions import Connection


async def topic_of(connection: "Connection", named: str, course: str | None) -> dict[str, Any]:
    """The one topic that a slug, a title or another name means: id, slug, title, state, course, course_id.

    Raises UnknownName with the nearest slugs, or AmbiguousName.
    """
    from gradient.outline.named import gone_sentence, slug_form, unknown_sentence
    from gradient.store import courses, topics

    if course is not None:
        await courses.by_slug(connection, course)
    found = await topics.find(connection, named, course) or await _called(connection, named, course)
    if len(found) > 1:
        raise ambiguous(named, [one["course"] for one in found], [one["slug"] for one in found])
    if not found:
        for gone in await topics.gone(connection, slug_form(named), course):
            raise UnknownName(gone_sentence(gone))
        raise UnknownName(unknown_sentence(named, await topics.slugs(connection, course), course))
    return found[0]


async def _called(connection: "Connection", named: str, course: str | None) -> list[dict[str, Any]]:
    from gradient.outline.named import called, slug_form
    from gradient.store import topics

    found = await topics.find(connection, slug_form(named), course)
    if not found:
        for one in called(named, await topics.listing(connection, course)):
            found += await topics.find(connection, one["slug"], one["course"])
    return found


def ambiguous(named: str, courses: Iterable[str], slugs: Iterable[str] = ()) -> AmbiguousName:
    """The error for a name that several courses have, or several topics of one course."""
    among, meant = sorted(set(courses)), sorted(set(slugs))
    if len(among) == 1:
        return AmbiguousName(f"{named!r} is a name of several topics ({', '.join(meant)}); say which.")
    return AmbiguousName(
        f"{named!r} is a topic of several courses ({', '.join(among)}); say which with --course."
    )
