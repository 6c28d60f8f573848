"""The guard before sources are retired because their files were not seen."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from gradient.inbox.known import Known, KnownCourse

GUARDED_SHARE = 0.2
GUARDED_COUNT = 5


@dataclass
class Sweep:
    """The sources to retire, and a notice for each course whose sources the guard kept.

    `held` are the other sources without a file: where their files were stays known.
    """

    retire: list[int] = field(default_factory=list)
    held: set[int] = field(default_factory=set)
    notices: list[str] = field(default_factory=list)


def sweep(
    known: Known,
    inbox: str,
    unseen: Collection[int],
    *,
    suspicious: str | None,
    standing: Collection[int] = (),
) -> Sweep:
    """Decide which sources of an inbox without a file are retired.

    A course would lose more than a fifth of its sources and more than five of them, or something else is
    `suspicious`: then nothing of it is. What a person retired or forgot stays so while its file may only be
    away: unless its course is `standing` (some file of it is seen) and lost nothing else that is in doubt.
    """
    elsewhere = known.in_other_inboxes(inbox)
    gone = [known.sources[source] for source in unseen if known.sources[source].retired_by is None]
    missing = Counter(source.course_id for source in gone)
    total = Counter(
        source.course_id
        for source in known.sources.values()
        if source.root == "inbox" and source.retired_by is None and source.id not in elsewhere
    )
    decided = Sweep()
    for course in known.courses:
        count = missing[course.id]
        if count and suspicious is not None:
            decided.notices.append(_notice(course, count, total[course.id], suspicious))
        elif count > GUARDED_COUNT and count > GUARDED_SHARE * total[course.id]:
            decided.notices.append(_notice(course, count, total[course.id], "that is much at once"))
        else:
            decided.retire += [source.id for source in gone if source.course_id == course.id]
    guarded = {source.id for source in gone} - set(decided.retire)
    unsure = {known.sources[source].course_id for source in guarded}
    removed = set(unseen) - guarded - set(decided.retire)
    sure = set(standing) - unsure if suspicious is None else set()
    decided.held = guarded | {source for source in removed if known.sources[source].course_id not in sure}
    return decided


def _notice(course: KnownCourse, count: int, total: int, why: str) -> str:
    return (
        f"{count} of {total} sources of the course {course.slug} have no file any more, but {why},"
        f" so none is retired; if they are meant to go, say gradient retire --course {course.slug} --confirm."
    )
