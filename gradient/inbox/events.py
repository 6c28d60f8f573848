"""The events of the system, from folders in each other as deep as can be followed."""

import contextlib
import logging
import os
import sys

from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

if sys.platform == "linux":
    from watchdog.observers.inotify import InotifyEmitter, InotifyWatchGroup
    from watchdog.observers.inotify_c import InotifyEvent

    class _Group(InotifyWatchGroup):
        """Goes as deep as it can: an exception here would end the thread that all watching shares."""

        def _add_all_callbacks(self, path: bytes) -> None:
            with contextlib.suppress(RecursionError):
                super()._add_all_callbacks(path)

        def _add_callback(self, path: bytes) -> None:
            """A folder may be found by the walk through its parent and be told of by an event too."""
            known = self._active_callbacks_by_path.get(path)
            if known in self._active_callbacks_by_watch:
                self._remove_callbacks([known])
            super()._add_callback(path)

        def _recursive_simulate(self, src_path: bytes) -> list[InotifyEvent]:
            try:
                return super()._recursive_simulate(src_path)
            except RecursionError:
                return []

    class _Emitter(InotifyEmitter):
        def on_thread_start(self) -> None:
            self._inotify = _Group(
                self._inotify_fd,
                os.fsencode(self.watch.path),
                is_recursive=self.watch.is_recursive,
                event_mask=self.get_event_mask_from_filter(),
                follow_symlink=self.watch.follow_symlink,
            )

        def queue_events(self, timeout: float, *, full_events: bool = False) -> None:
            with contextlib.suppress(RecursionError):
                super().queue_events(timeout, full_events=full_events)


def observer_of_events() -> BaseObserver:
    """An observer that gets the system's events; of folders too deep to follow it watches the upper ones."""
    logging.getLogger("watchdog.observers.inotify").addFilter(_is_told)
    return BaseObserver(_Emitter) if sys.platform == "linux" else Observer()


def _is_told(record: logging.LogRecord) -> bool:
    """An event that comes while the watching ends is no error."""
    return "when the thread is inactive" not in record.getMessage()
