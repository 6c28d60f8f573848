"""The same request is sent once: its answer is kept, and whoever asks it meanwhile waits for that."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from gradient.store.ledger import Book

Result = TypeVar("Result")

_under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def request_hash(*parts: object) -> str:
    """What stands for a request: a hash of who is asked and of all that is shown, rules and form included."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


async def once(
    key: str,
    book: Book,
    understood: Callable[[str], Result | None],
    ask: Callable[[], Awaitable[tuple[Result, str]]],
) -> Result:
    """What a request comes to: of the answer that is kept, if it is `understood`, else of what `ask` gets.

    `ask` gives the result and the words of it; only what it gives is kept, so no answer that is of no use is.
    """
    lock = _under_way.setdefault(key, asyncio.Lock())
    async with lock:
        kept = await book.kept(key)
        result = None if kept.said is None else understood(kept.said)
        if result is None:
            result, said = await ask()
            await book.keep(key, said, kept.asked_at)
    return result
