"""What was drawn once for this database."""

from gradient.store.queries import load
from gradient.store.sessions import Connection, value

_queries = load("installation")


async def salt(connection: Connection) -> str:
    """The salt of the draws."""
    return str(await value(connection, _queries.salt))


async def secret(connection: Connection) -> bytes:
    """The secret of the fences around text from outside; it never leaves the database but for that."""
    return bytes(await value(connection, _queries.secret))
