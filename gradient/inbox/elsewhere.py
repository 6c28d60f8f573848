"""What is known from other inboxes than the one that is looked at: for this scan it is as it was."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from gradient.files import key_of
from gradient.inbox.known import Known, KnownPath


def elsewhere(known: Known, inbox: str, keys: Collection[str]) -> list[KnownPath]:
    """The files that were last seen in another inbox, save those of which this one holds the path."""
    others = (path for path in known.paths.values() if path.inbox not in (None, inbox))
    return [path for path in others if path.key not in keys]


def notices(known: Known, inbox: str, here: Iterable[str]) -> list[str]:
    """One sentence for each other inbox, given the paths that lie here: nothing of it is retired."""
    sources: dict[str, set[int]] = defaultdict(set)
    for path in elsewhere(known, inbox, {key_of(path) for path in here}):
        if known.sources[path.source_id].retired_by is None:
            sources[str(path.inbox)].add(path.source_id)
    return [_notice(known, other, held) for other, held in sorted(sources.items())]


def _notice(known: Known, inbox: str, sources: set[int]) -> str:
    ids = {known.sources[source].course_id for source in sources}
    slugs = sorted(course.slug for course in known.courses if course.id in ids)
    many = len(sources) > 1
    number, them = (f"{len(sources)} sources", "them") if many else ("One source", "it")
    of = f"the course {slugs[0]}" if len(slugs) == 1 else f"the courses {', '.join(slugs)}"
    return (
        f"{number} of {of} {'belong' if many else 'belongs'} to another inbox ({inbox}), so nothing of {them}"
        f" is retired; if the files are gone for good, say gradient retire --course {slugs[0]} --confirm."
    )
