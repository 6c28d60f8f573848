"""Events say that a scan is worth while; without them the regular scans find everything."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from watchdog.events import (
    FileClosedEvent,
    FileClosedNoWriteEvent,
    FileMovedEvent,
    FileOpenedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)

from gradient.inbox.events import observer_of_events
from gradient.inbox.watcher import Watcher, _Handler
from tests.inbox.watched import Watched

PATIENCE = 20


@asynccontextmanager
async def woken_by(inbox: Path, mode: bool | str = True) -> AsyncIterator[tuple[Watcher, asyncio.Event]]:
    """A watcher of an inbox, and what it sets."""
    woken = asyncio.Event()
    async with Watcher(inbox, woken.set, mode=mode, check_seconds=0.05, poll_seconds=0.05) as watcher:
        yield watcher, woken


def replace(inbox: Path) -> None:
    inbox.rename(inbox.with_name("away"))
    inbox.mkdir()


async def wakes(woken: asyncio.Event, act: Callable[[], object]) -> None:
    woken.clear()
    act()
    async with asyncio.timeout(PATIENCE):
        await woken.wait()


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    inbox = tmp_path / "inbox"
    (inbox / "c").mkdir(parents=True)
    (inbox / "c/a.md").write_text("One.")
    return inbox


@pytest.mark.parametrize("mode", [True, "polling"])
async def test_whatever_happens_below_the_inbox_wakes(inbox: Path, mode: bool | str) -> None:
    async with woken_by(inbox, mode) as (_, woken):
        await wakes(woken, lambda: (inbox / "c/b.md").write_text("Two."))
        await wakes(woken, lambda: (inbox / "c/b.md").write_text("Two, and more."))
        await wakes(woken, lambda: (inbox / "c/b.md").rename(inbox / "c/d.md"))
        await wakes(woken, (inbox / "c/d.md").unlink)
        await wakes(woken, lambda: (inbox / "d/lectures").mkdir(parents=True))
        await wakes(woken, lambda: (inbox / "d/lectures/1.md").write_text("Three."))


async def test_reading_files_wakes_nobody() -> None:
    events: list[FileSystemEvent] = []
    handler = _Handler(lambda: events.append(event))
    for event in (
        FileOpenedEvent("a"),
        FileClosedNoWriteEvent("a"),
        FileClosedEvent("a"),
        FileMovedEvent("a", "b"),
    ):
        handler.dispatch(event)
    assert [one.event_type for one in events] == ["closed", "moved"]


@pytest.mark.skipif(sys.platform != "linux", reason="the events are those of Linux")
def test_an_event_while_the_watching_ends_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    observer = observer_of_events()
    watch = observer.schedule(FileSystemEventHandler(), str(tmp_path), recursive=True)
    (emitter,) = observer.emitters
    assert emitter.watch == watch
    emitter.queue_events(0)
    assert caplog.records == []


@pytest.mark.skipif(sys.platform != "linux", reason="the events are those of Linux")
async def test_a_folder_that_is_found_twice_is_watched_on(inbox: Path) -> None:
    async with woken_by(inbox) as (watcher, woken):
        (emitter,) = watcher._observer.emitters
        emitter._inotify._add_all_callbacks(os.fsencode((inbox / "c").resolve()))
        await wakes(woken, lambda: (inbox / "c/b.md").write_text("Two."))
        assert watcher.watching


async def test_a_watching_thread_that_died_is_started_again(inbox: Path) -> None:
    async with woken_by(inbox) as (watcher, woken):
        observer = watcher._observer
        assert observer is not None
        observer.stop()
        await asyncio.to_thread(observer.join)
        assert not watcher.watching
        await wakes(woken, lambda: None)
        assert watcher.watching
        await wakes(woken, lambda: (inbox / "c/b.md").write_text("Two."))


async def test_an_inbox_that_comes_later_is_watched_then(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    inbox = tmp_path / "inbox"
    with caplog.at_level(logging.WARNING):
        async with woken_by(inbox) as (watcher, woken):
            assert not watcher.watching
            await watcher.check()
            await wakes(woken, inbox.mkdir)
            await wakes(woken, (inbox / "c").mkdir)
    assert [one.getMessage().split(" (")[0] for one in caplog.records] == [
        f"The inbox {inbox} cannot be watched"
    ]


async def test_an_inbox_that_was_replaced_is_watched_again(inbox: Path) -> None:
    async with woken_by(inbox) as (watcher, woken):
        replace(inbox)
        async with asyncio.timeout(PATIENCE):
            while not watcher.watching:
                await watcher.check()
        await wakes(woken, lambda: (inbox / "c.md").write_text("Two."))


async def test_no_watching_at_all_is_a_way_too(inbox: Path) -> None:
    async with woken_by(inbox, mode=False) as (watcher, woken):
        (inbox / "c/b.md").write_text("Two.")
        await watcher.check()
        assert not watcher.watching
        assert not woken.is_set()


async def test_an_exception_in_what_is_woken_does_not_end_the_watching(inbox: Path) -> None:
    loop, broken, woken = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    loop.set_exception_handler(lambda *_: broken.set())

    def wake() -> None:
        woken.set()
        raise RuntimeError("not this time")

    async with Watcher(inbox, wake, check_seconds=PATIENCE) as watcher:
        await wakes(broken, lambda: (inbox / "c/b.md").write_text("Two."))
        await wakes(woken, lambda: (inbox / "c/d.md").write_text("Two."))
        assert watcher.watching


async def test_without_any_event_every_file_is_found_within_one_scan(watched: Watched) -> None:
    watched.write("c/while down.md", "One.")
    await watched.settle()
    watched.write("c/up.md", "Two.")
    watched.write("c/lectures/up too.md", "Three.")
    result = await watched.scan()
    watched.wind_on(result.settles_in or 0)
    await watched.scan()
    assert len(await watched.ids()) == 3
