"""What people name on the command line, found or asked back about with the nearest that there are."""

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gradient.errors import AmbiguousName, UnknownName

if TYPE_CHECKING:
    from gradient.client import Graph
    from gradient.store.sessions import Connection

SUGGESTIONS = 3


async def topic_of(connection: "Connection", slug: str, course: str | None) -> dict[str, Any]:
    """The one topic that a slug means: id, slug, title, state, course, course_id.

    Raises UnknownName with the nearest slugs, or AmbiguousName.
    """
    from gradient.store import courses, topics

    if course is not None:
        await courses.by_slug(connection, course)
    found = await topics.find(connection, slug, course)
    if len(found) > 1:
        raise ambiguous(slug, [one["course"] for one in found])
    if not found:
        raise unknown_topic(slug, await topics.slugs(connection, course), course)
    return found[0]


def topic_in(graph: "Graph", slug: str, course: str | None) -> dict[str, Any]:
    """The same from the graph, for commands that must start fast."""
    try:
        return graph.topic(slug, course)
    except AmbiguousName:
        raise
    except UnknownName as error:
        topics = graph.topics(course)
        raise unknown_topic(slug, [topic["slug"] for topic in topics], course) from error


def unknown_topic(slug: str, known: Iterable[str], course: str | None) -> UnknownName:
    """The error for a topic that there is not, with the nearest slugs that there are."""
    slugs = sorted(set(known))
    where = f"the course {course}" if course else "any course"
    return UnknownName(f"There is no topic {slug!r} in {where}; {_instead(slug, slugs)}.")


def ambiguous(slug: str, courses: Iterable[str]) -> AmbiguousName:
    """The error for a slug that several courses have."""
    named = ", ".join(courses)
    return AmbiguousName(f"{slug!r} is a topic of several courses ({named}); say which with --course.")


def _instead(slug: str, slugs: list[str]) -> str:
    if not slugs:
        return "there are no topics yet"
    wanted = "-".join(slug.casefold().replace("_", " ").split())
    holding = [one for one in slugs if wanted and wanted in one]
    near = difflib.get_close_matches(wanted, slugs, n=SUGGESTIONS, cutoff=0.5)
    shown = list(dict.fromkeys([*near, *holding]))[:SUGGESTIONS]
    return f"did you mean {' or '.join(shown)}?".rstrip("?") if shown else "gradient topics lists them"
