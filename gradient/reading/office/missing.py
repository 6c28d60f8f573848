"""The sentence that says what of an office file could not be read, and the share that was."""

from collections import Counter
from collections.abc import Sequence


def sentence(unread: Sequence[str], remedy: str) -> str | None:
    """What was not read, in the order found, equal things counted; `remedy` says what to do."""
    if not unread:
        return None
    counted = Counter(unread)
    named = [thing if number == 1 else f"{number} × {thing}" for thing, number in counted.items()]
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    return f"Not read: {listed}; {remedy}."


def share(read: int, unread: int) -> float:
    """The share of pieces that were read, in 0..1; 1 where there are none."""
    return read / (read + unread) if read + unread else 1.0
