"""Several things in one question, asked about in halves where the whole gets no usable answer."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from gradient.providers.answers import Declined, Unusable
from gradient.providers.ports import Unanswered
from gradient.providers.weighing import NotSent

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


async def in_halves(
    pieces: Sequence[Piece], ask: Callable[[Sequence[Piece]], Awaitable[Sequence[Answer]]]
) -> list[Answer | Unanswered]:
    """An answer a piece, so that one piece spoils no other.

    It takes as many useless answers as two pieces that spoil theirs bring about; after that it is the model
    that is of no use, and the pieces that are left are not asked about.
    """
    left = 2 * len(pieces).bit_length() + 1

    async def some(pieces: Sequence[Piece]) -> list[Answer | Unanswered]:
        nonlocal left
        try:
            return list(await ask(pieces))
        except NotSent as error:
            return [Unanswered(str(error))] * len(pieces)
        except (Declined, Unusable) as error:
            left -= 1
            if len(pieces) == 1 or left <= 0:
                return [Unanswered(str(error))] * len(pieces)
            middle = len(pieces) // 2
            first = await some(pieces[:middle])
            if left <= 0:
                return [*first, *[Unanswered(str(error))] * (len(pieces) - middle)]
            return first + await some(pieces[middle:])

    return await some(pieces)
