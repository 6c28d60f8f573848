"""Waits until files stand still."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from gradient.files import Stamp
from gradient.store.scans import Arrival


@dataclass(frozen=True)
class Settling:
    """New and changed files at one moment, each since when it has looked as it does.

    It is still after `seconds`.
    """

    arrivals: Mapping[str, Arrival]
    now: datetime
    seconds: float

    def still(self, path: str) -> bool:
        """Whether the file has stood still long enough."""
        return path in self.arrivals and self._left(path) <= 0

    def seconds_left(self, paths: Collection[str]) -> float | None:
        """How long until the first of these files may count; None if there are none."""
        return max(0.0, min(self._left(path) for path in paths)) if paths else None

    def _left(self, path: str) -> float:
        return (self.arrivals[path].since - self.now + timedelta(seconds=self.seconds)).total_seconds()


def settling(
    before: Mapping[str, Arrival], present: Mapping[str, Stamp], now: datetime, seconds: float
) -> Settling:
    """The files that are `present`, each since then if it looked the same `before`, else since now.

    A time that lies ahead, after a clock was put back, counts as now.
    """
    arrivals = {}
    for path, stamp in present.items():
        known = before.get(path)
        same = known is not None and known.stamp == stamp
        arrivals[path] = Arrival(stamp, min(known.since, now) if known is not None and same else now)
    return Settling(arrivals, now, seconds)
