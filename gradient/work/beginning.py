"""What the one who looks after a database does with the money side of it before the work begins."""

from collections.abc import Callable
from datetime import datetime

from gradient.playing import is_service
from gradient.settings import Settings
from gradient.store import holds, ledger
from gradient.store.sessions import Database


async def begin(database: Database, settings: Settings, clock: Callable[[], datetime]) -> None:
    """Put the budgets in force, and try anew what waited for a role or a budget under other settings.

    Not for one more worker: its settings may know of neither.
    """
    paid = [role for role, player in settings.roles if is_service(player)]
    async with database.transaction() as connection:
        await ledger.allow(connection, settings.budget.day_usd, settings.budget.course_usd)
        await ledger.give_up_lost(connection, clock())
        await holds.look_again(connection, paid, clock())
