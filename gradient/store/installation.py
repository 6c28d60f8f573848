"""What was drawn once for this database."""

from gradient.store.queries import load
from gradient.store.sessions import Connection, value

_queries = load("installation")


async def salt(connection: Connection) -> str:
    """The salt of the draws."""
    return str(await value(connection, _queries.salt))
