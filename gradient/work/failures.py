"""How failures become outcomes."""

from datetime import datetime, timedelta

from gradient.errors import FailsAlone, GradientError, Outage
from gradient.store.outcomes import Recorded, Unit

BACK_OFF = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
)
"""Waits before the second to fifth attempt; after the fifth the unit is parked, but for an outage."""
BACK_OFF_ALONE = (*BACK_OFF, timedelta(hours=1), timedelta(hours=6), timedelta(days=1))
"""Those of a unit that fails as in an outage, and failed so while others were answered: it may be either."""
LONGEST = timedelta(days=1)
"""However long a service asks to be left alone."""
SHORT = timedelta(minutes=1)
"""A service that asks for a longer pause is asked nothing by anybody until then."""


class Parked(GradientError):
    """The unit will not be tried again until its input, its tool or a person changes that."""


class Skipped(GradientError):
    """There is nothing to do for the unit, by a rule that the message names."""


class Refused(GradientError):
    """The stage worked on the unit and said no."""


def asked_pause(error: Outage) -> timedelta:
    """How long whoever is away asks to be left alone."""
    return timedelta(seconds=min(error.wait or 0, LONGEST.total_seconds()))


def recorded_failure(unit: Unit, error: Exception, now: datetime) -> Recorded:
    """The outcome of a unit whose work raised `error`."""
    reason = str(error) if isinstance(error, GradientError) else f"{type(error).__name__}: {error}"
    attempts = unit.attempts + 1
    if isinstance(error, Skipped):
        return Recorded(unit, "skipped", reason, attempts)
    if isinstance(error, Refused):
        return Recorded(unit, "refused", reason, attempts)
    if isinstance(error, Parked):
        return Recorded(unit, "parked", reason, attempts)
    if isinstance(error, FailsAlone) or (isinstance(error, Outage) and unit.alone):
        return _failed_alone(unit, error, reason, now)
    if isinstance(error, Outage):
        pause = max(BACK_OFF[min(attempts, len(BACK_OFF)) - 1], asked_pause(error))
        return Recorded(unit, "failed", reason, attempts, now + pause)
    if attempts > len(BACK_OFF):
        return Recorded(unit, "parked", f"{reason} (given up after {attempts} attempts)", attempts)
    return Recorded(unit, "failed", reason, attempts, now + BACK_OFF[attempts - 1])


def _failed_alone(unit: Unit, error: FailsAlone | Outage, reason: str, now: datetime) -> Recorded:
    attempts, alone = unit.attempts + 1, unit.alone + 1
    if alone > len(BACK_OFF_ALONE):
        return Recorded(unit, "parked", f"{reason} (given up after {alone} attempts)", attempts)
    asked = asked_pause(error) if isinstance(error, Outage) else timedelta()
    pause = max(BACK_OFF_ALONE[alone - 1], asked)
    return Recorded(unit, "failed", reason, attempts, now + pause, {"alone": alone})
