"""What came of a run."""

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gradient.cli.output import paragraph, plural, say, title, write, write_json
from gradient.cli.paused import show_held, show_paused
from gradient.cli.status import asked, collected, no_course, show_courses, show_failures

if TYPE_CHECKING:
    from gradient.home import Home
    from gradient.settings import Settings


async def show_summary(
    url: str, home: "Home", settings: "Settings", started_at: datetime, *, as_json: bool
) -> None:
    """Print what there is now, what this run changed, and what failed."""
    from gradient.store import changes
    from gradient.store.sessions import Database

    async with Database(url, connections=2) as database, database.transaction() as connection:
        found = await collected(connection, home, settings, counted=as_json)
        changed = await changes.since(connection, started_at)
    if as_json:
        write_json({**found, "changes": [dict(one) for one in changed]})
    else:
        _show(found, changed, started_at)


def _show(found: dict[str, Any], changed: list[dict[str, Any]], started_at: datetime) -> None:
    show_courses(found)
    if not found["courses"]:
        paragraph(no_course(found["gone"]))
    if found["failures"]:
        write()
        title(_troubled(found["failures"], started_at))
        show_failures(found["failures"])
    show_paused(found["paused"])
    show_held(found["held"])
    for one in changed:
        if one["kind"] == "notice":
            paragraph(f"{one['course']}: {one['what']}", first="! ", others="  ")
    say(_changed([one for one in changed if one["kind"] != "notice"]))
    if any(course["questions"] for course in found["courses"]):
        several = f" in {len(found['courses'])} courses" if len(found["courses"]) > 1 else ""
        say(f"{asked(found['courses'])}{several}: gradient review.")


def _troubled(failures: list[dict[str, Any]], started_at: datetime) -> str:
    """How many pieces of work are in trouble, and how many came to be so in this run, which ends with 1."""
    fresh = sum(one["at"] >= started_at for one in failures)
    told = f"{plural(len(failures), 'piece')} of work failed or parked"
    if fresh == len(failures):
        return f"{told} in this run"
    return f"{told}, {fresh or 'none'} of {'it' if len(failures) == 1 else 'them'} in this run"


def _changed(changed: list[dict[str, Any]]) -> str:
    """How many of those things changed of which each has a line of its own, and which others did."""
    if not changed:
        return "Nothing has changed in this run."
    kinds = Counter(one["kind"] for one in changed)
    counted = [plural(kinds.pop(kind), kind) for kind in ("course", "source", "topic") if kind in kinds]
    what = ", ".join([*counted, *(f"{kind}s" for kind in sorted(kinds))])
    return f"Changed in this run: {what}. gradient changes lists all of it."
