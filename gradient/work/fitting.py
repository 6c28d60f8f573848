"""What is fitted on the decisions of all courses, and therefore is the work of no stage."""

from datetime import datetime
from typing import Protocol

from gradient.store.sessions import Connection


class Fitting(Protocol):
    """Fits something to decisions once there are enough new ones."""

    async def is_due(self, connection: Connection) -> bool:
        """Whether it is time."""
        ...

    async def fit(self, connection: Connection, now: datetime) -> bool:
        """Fit what it is time for; whether that changes what statuses follow from."""
        ...


class NoFitting:
    """Never fits anything."""

    async def is_due(self, connection: Connection) -> bool:  # noqa: ARG002
        """It never is."""
        return False

    async def fit(self, connection: Connection, now: datetime) -> bool:  # noqa: ARG002
        """Nothing changes."""
        return False
