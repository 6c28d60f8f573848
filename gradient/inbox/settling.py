"""Waits until files stand still."""

from collections.abc import Callable, Mapping

from gradient.files import Stamp

Monotonic = Callable[[], float]


class Settling:
    """Remembers from scan to scan since when each new or changed file has looked the same."""

    def __init__(self, seconds: float, monotonic: Monotonic) -> None:
        self._seconds = seconds
        self._monotonic = monotonic
        self._since: dict[str, tuple[Stamp, float]] = {}

    def settled(self, present: Mapping[str, Stamp]) -> set[str]:
        """Which of the files have stood still long enough; files that are not present are forgotten."""
        now = self._monotonic()
        since: dict[str, tuple[Stamp, float]] = {}
        for path, stamp in present.items():
            before = self._since.get(path)
            since[path] = before if before is not None and before[0] == stamp else (stamp, now)
        self._since = since
        return {path for path, (_, first) in since.items() if now - first >= self._seconds}

    def seconds_left(self, paths: set[str]) -> float | None:
        """How long until the first of these files may have settled; None where none is waited for."""
        now = self._monotonic()
        waits = [self._seconds - now + self._since[path][1] for path in paths if path in self._since]
        return max(0.0, min(waits)) if waits else None
