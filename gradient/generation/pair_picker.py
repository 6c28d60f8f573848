"""Who picks pairs of topics that may be prerequisites: the port, and the methods without a model."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

from gradient.generation.pools import Pair
from gradient.generation.prerequisites import Picker
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.store.prerequisites import CourseMaterial


class PairPicker(Protocol):
    """Plays `pick` for prerequisites.

    Each pair comes in both directions: which of them holds is for the scorer to say.
    """

    @property
    def tool(self) -> str:
        """Who it is, with the versions of rules or prompt."""
        ...

    @property
    def free(self) -> bool:
        """Whether it costs nothing to ask again."""
        ...

    @property
    def at_once(self) -> int:
        """How many topics it is best given at once."""
        ...

    async def pick(
        self, material: CourseMaterial, shown: Mapping[int, Sequence[int]], errand: Errand = NO_ERRAND
    ) -> Mapping[int, Sequence[Pair] | Unanswered]:
        """The pairs for each topic, of it and those that it is shown. Raises Outage if nobody answers."""
        ...


class OfflinePairPicker:
    """Picks by what the course itself says of its topics."""

    tool = "offline prerequisites/1"
    free = True
    at_once = 1000

    async def pick(
        self,
        material: CourseMaterial,
        shown: Mapping[int, Sequence[int]],
        errand: Errand = NO_ERRAND,  # noqa: ARG002  it asks nobody
    ) -> Mapping[int, Sequence[Pair] | Unanswered]:
        """See `PairPicker.pick`; the course is read once."""
        return await asyncio.to_thread(_picked, material, shown)


def _picked(material: CourseMaterial, shown: Mapping[int, Sequence[int]]) -> dict[int, list[Pair]]:
    picker = Picker(material)
    return {topic: picker.pick(topic, others) for topic, others in shown.items()}
