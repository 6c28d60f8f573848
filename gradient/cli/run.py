"""`gradient run` and `gradient worker`: the work itself."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gradient.cli.opened import completed, existing_home, migrated, settings_of
from gradient.cli.options import AsJson
from gradient.cli.output import say
from gradient.errors import Exit, InboxMissing, UsageError
from gradient.home import Home, expanded, locate

if TYPE_CHECKING:
    from gradient.cli.progress import Shown
    from gradient.daemon import Ended
    from gradient.settings import Settings

ASKED_AGAIN_SECONDS = 12.0
"""More than what running jobs are given to come to an end."""

InboxDir = Annotated[
    Path | None, typer.Option("--inbox", metavar="DIR", help="The watched folder, whatever the settings say.")
]


def run(
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="End when nothing is left to do, and print what came of it.")
    ] = False,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only say what is to be done and what it would cost.")
    ] = False,
    inbox: InboxDir = None,
    as_json: AsJson = False,
) -> None:
    """Watch the inbox and work on what lies in it.

    Without --until-idle it goes on until you end it with Ctrl-C; the next run begins where it stopped.
    """
    home = locate()
    settings = settings_of(home)
    folder = home.path(settings.inbox.dir) if inbox is None else expanded(inbox).absolute()
    if not folder.is_dir():
        from gradient.inbox.walk import missing

        raise InboxMissing(missing(folder))
    if as_json and not (plan or until_idle):
        raise UsageError("--json goes with --plan or --until-idle, which end with something to print.")
    if plan:
        from gradient.cli.plan import show_plan

        show_plan(home, settings, folder, as_json=as_json)
    else:
        raise typer.Exit(_run(home, settings, folder, until_idle=until_idle, as_json=as_json))


def _run(home: Home, settings: "Settings", inbox: Path, *, until_idle: bool, as_json: bool) -> int:
    # Before the database is up, so that nothing lies between that and the place of the one daemon: whoever
    # asks meanwhile, as `gradient status`, waits for the same database and would find nobody.
    import gradient.daemon  # noqa: F401
    from gradient.cli.summary import show_summary

    started_at = datetime.now(UTC)
    with _ended_by_signal(), migrated(home) as url:
        with _shown(settings, url) as shown:
            ended = completed(_daemon(url, home, settings, inbox, until_idle=until_idle, shown=shown))
        if ended.notice:
            say(ended.notice)
        if until_idle:
            completed(show_summary(url, home, settings, started_at, as_json=as_json))
    return int(ended.exit)


async def _daemon(
    url: str, home: Home, settings: "Settings", inbox: Path, *, until_idle: bool, shown: "Shown"
) -> "Ended":
    from gradient.daemon import Daemon

    def watches() -> None:
        if not until_idle:
            say(f"Watching {inbox}; end with Ctrl-C.")

    daemon = Daemon(url, home, settings, inbox, until_idle=until_idle, progress=shown, on_start=watches)
    return await daemon.run()


def worker() -> None:
    """One more worker on the same database.

    It takes work off gradient run, here or on another machine that has the same GRADIENT_DATABASE_URL.
    """
    home = existing_home()
    settings = settings_of(home)
    with _ended_by_signal(), migrated(home) as url, _shown(settings, url):
        completed(_worker(url, home, settings))
    say("Stopped; what was done is kept.")
    raise typer.Exit(Exit.DONE)


async def _worker(url: str, home: Home, settings: "Settings") -> None:
    import asyncio
    import signal

    from gradient.daemon import work

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    working = asyncio.ensure_future(work(url, home, settings))
    stopping = asyncio.ensure_future(stop.wait())
    say("Working; end with Ctrl-C.")
    await asyncio.wait([working, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    # Asked again, for a wait that ends in the moment of its cancellation may lose it (Python 3.11).
    while not working.done():
        working.cancel()
        await asyncio.wait([working], timeout=ASKED_AGAIN_SECONDS)
    if not working.cancelled():
        working.result()


@contextlib.contextmanager
def _ended_by_signal() -> Iterator[None]:
    """Let SIGTERM end what is opened in order, also before and after the daemon looks after it itself."""
    import signal

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _shown(settings: "Settings", url: str) -> "Iterator[Shown]":
    """Progress and log on stderr while the work goes on."""
    from gradient.cli.logs import logging_to
    from gradient.cli.progress import shown

    with shown(url) as progress, logging_to(progress.line, settings.log.level, settings.log.format):
        yield progress
