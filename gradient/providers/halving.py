"""Several things in one question, asked about in halves where the whole gets no usable answer."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from gradient.errors import FailsAlone, Held, Outage
from gradient.providers.answers import Declined, Unusable
from gradient.providers.ports import Unanswered
from gradient.providers.together import one_by_one
from gradient.providers.weighing import NotSent

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


async def in_batches(
    batches: Sequence[Sequence[Piece]], ask: Callable[[Sequence[Piece]], Awaitable[Sequence[Answer]]]
) -> list[Answer | Unanswered]:
    """An answer a piece; each batch is asked about by itself, all at once, see `one_by_one`."""
    found = await one_by_one([in_halves(batch, ask) for batch in batches])
    each = zip(batches, found, strict=True)
    return [
        one
        for batch, answers in each
        for one in ([answers] * len(batch) if isinstance(answers, Unanswered) else answers)
    ]


async def in_halves(
    pieces: Sequence[Piece], ask: Callable[[Sequence[Piece]], Awaitable[Sequence[Answer]]]
) -> list[Answer | Unanswered]:
    """An answer a piece, so that one piece spoils no other.

    It takes as many useless answers as two pieces that spoil theirs bring about; after that it is the model
    that is of no use, and the pieces that are left are not asked about.

    Raises what stands in the way of all of them.
    """
    whole = len(pieces)
    left = 2 * len(pieces).bit_length() + 1

    async def some(pieces: Sequence[Piece]) -> list[Answer | Unanswered]:
        nonlocal left
        try:
            return list(await ask(pieces))
        except NotSent as error:
            return [Unanswered(str(error))] * len(pieces)
        except (Outage, Held, FailsAlone) as error:
            if len(pieces) == whole:
                raise
            return [Unanswered(str(error), error)] * len(pieces)
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
