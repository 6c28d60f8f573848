"""Keeps the embedded database up for those who work on it."""

import asyncio
import logging

from gradient.errors import DatabaseError
from gradient.home import Home
from gradient.store.embedded import revive

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0


async def keep_server(home: Home) -> None:
    """Start the embedded server again whenever it has died; one that cannot be started yet is tried again."""
    told = None
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if await asyncio.to_thread(revive, home):
                logger.warning("The embedded database had ended; it was started again.")
            told = None
        except DatabaseError as error:
            if str(error) != told:
                told = str(error)
                logger.warning("%s", told)
