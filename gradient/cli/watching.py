"""Who looks after the inbox, and what the last look at it has to say: part of `gradient status`."""

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from gradient.cli.output import (
    BOLD,
    PROSE_WIDTH,
    YELLOW,
    Styled,
    paragraph,
    plural,
    terminal_width,
    wrapped,
    write,
)

if TYPE_CHECKING:
    from gradient.store.sessions import Connection

MOST_NAMED = 3
_NAME = re.compile(r"process (\d+) on (.+)")


async def watching(connection: "Connection", settle_seconds: float) -> dict[str, Any]:
    """`daemon` (process, host, since; None where none runs) and `inbox` (None before the first scan).

    Of the inbox: dir, scanned_at, complete, files, `settling` paths that had not stood still for
    `settle_seconds` when it was looked at, and `notices`, each a sentence on what a person should know.
    """
    from gradient.store import daemons, scans

    holder = await daemons.holder(connection)
    newest = await scans.newest(connection)
    inbox = None
    if newest is not None:
        still = newest.ended_at - timedelta(seconds=settle_seconds)
        arrivals = await scans.arrivals(connection)
        inbox = {
            "dir": newest.inbox,
            "scanned_at": newest.ended_at,
            "complete": newest.complete,
            "files": newest.files,
            "settling": sorted(path for path, arrival in arrivals.items() if arrival.since > still),
            "notices": (newest.notice or "").splitlines(),
        }
    return {"daemon": None if holder is None else _daemon(holder), "inbox": inbox}


def _daemon(holder: dict[str, Any]) -> dict[str, Any]:
    named = _NAME.search(holder["name"] or "")
    return {
        "process": None if named is None else int(named[1]),
        "host": None if named is None else named[2],
        "since": holder["since"],
    }


def show_watching(found: dict[str, Any]) -> None:
    """Print whether a daemon runs, which files it waits for, and what has to be put right."""
    daemon, inbox = found["daemon"], found["inbox"]
    paragraph(_runs(daemon, inbox), others="  ")
    if inbox is None:
        return
    if inbox["settling"]:
        paragraph(_settling(inbox["settling"], runs=daemon is not None), others="  ")
    if inbox["notices"]:
        write()
        seen = f"as of {_at(inbox['scanned_at'])}"
        write(Styled(f"What to know about the inbox ({seen})", BOLD))
        for sentence in inbox["notices"]:
            for number, line in enumerate(_lines(sentence)):
                write("  ", Styled("!", YELLOW) if number == 0 else " ", " ", line)


def _runs(daemon: dict[str, Any] | None, inbox: dict[str, Any] | None) -> str:
    if daemon is None:
        last = "" if inbox is None else f" since {_at(inbox['scanned_at'])}"
        return f"No daemon runs: nobody has looked into the inbox{last}. gradient run starts one."
    who = "" if daemon["process"] is None else f" (process {daemon['process']} on {daemon['host']})"
    watched = "" if inbox is None else f" and watches {inbox['dir']}"
    return f"A daemon runs since {_at(daemon['since'])}{who}{watched}."


def _settling(paths: list[str], *, runs: bool) -> str:
    named = ", ".join(paths[:MOST_NAMED]) + (", …" if len(paths) > MOST_NAMED else "")
    settle, them = ("settles", "it") if len(paths) == 1 else ("settle", "them")
    when = "in a moment" if runs else "with the next run"
    return f"{plural(len(paths), 'file')} still {settle} ({named}); Gradient takes {them} {when}."


def _at(time: datetime) -> str:
    return f"{time.astimezone():%Y-%m-%d %H:%M:%S}"


def _lines(sentence: str) -> list[str]:
    return wrapped(sentence, min(PROSE_WIDTH, terminal_width()) - 4)
