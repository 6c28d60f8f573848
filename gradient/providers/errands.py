"""What a stage sends along with the questions of one of its batches."""

from collections.abc import Callable
from datetime import datetime

from gradient.providers.ports import Errand
from gradient.store import installation, ledger
from gradient.store.sessions import Database


async def errand(
    database: Database, clock: Callable[[], datetime], *, role: str, course_id: int, stage: str
) -> Errand:
    """A book for the calls of a role in a course, and the secret of fences."""
    async with database.transaction() as connection:
        secret = await installation.secret(connection)
    return Errand(ledger.booked(database, clock, role=role, course_id=course_id, stage=stage), secret)
