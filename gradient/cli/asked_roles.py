"""What `gradient doctor` hears from whoever plays a role when it is asked one question."""

from typing import TYPE_CHECKING

from gradient.errors import GradientError, Held
from gradient.playing import is_service

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from gradient.providers.access import Access
    from gradient.providers.trial import Tried
    from gradient.settings import Settings
    from gradient.store.sessions import Database

WAITS = (1.0,)
"""Seconds before the one further try; somebody sits and waits."""
DEADLINE = 120.0
"""Seconds for a role altogether: a model of this machine may first have to be loaded."""


async def asked_roles(database: "Database", settings: "Settings") -> "AsyncIterator[tuple[bool | None, str]]":
    """Of each role that a service plays whether it answers, and what it says, one after the other.

    None where no budget is left, or the answer is wrong. The calls are in the ledger. A role that answers is
    paused no more.
    """
    from dataclasses import replace

    from gradient.providers.access import Access
    from gradient.providers.patience import Patience

    access = replace(Access.of(settings), patience=Patience(waits=WAITS))
    for role, setting in settings.roles:
        if is_service(setting):
            yield await _asked(database, role, setting, access)


async def _asked(database: "Database", role: str, setting: str, access: "Access") -> tuple[bool | None, str]:
    import asyncio

    from gradient.providers.trial import tried
    from gradient.store import holds, installation, ledger
    from gradient.work.runner import utc_now

    book = ledger.booked(database, utc_now, role=role, course_id=None, stage=None)
    async with database.transaction() as connection:
        secret = await installation.secret(connection)
    try:
        async with asyncio.timeout(DEADLINE):
            found = await tried(role, setting, access, book, secret)
    except TimeoutError:
        return False, f"{role}: {setting} has not answered within {DEADLINE:.0f} s."
    except Held as error:
        return None, f"{role}: {error}"
    except GradientError as error:
        return False, f"{role}: {error}"
    async with database.transaction() as connection:
        await holds.resume(connection, role)
    return found.right or None, f"{role} is played by {setting}: {_told(found)}"


def _told(found: "Tried") -> str:
    price = "at an unknown price" if found.usd is None else f"for {found.usd:.6f} USD"
    wrong = "" if found.right else " That is wrong: do not trust this model with the role."
    return f"{found.said}, after {found.seconds:.1f} s, {price}.{wrong}"
