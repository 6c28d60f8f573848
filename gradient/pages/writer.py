"""Who writes pages: the port, and ordered quotes, which need no model."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from gradient.pages.compose import Composed, compose
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.store.pages import PageMaterial


class Writer(Protocol):
    """Plays `write`: makes the pieces of a page from accepted passages, each with its places."""

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

    async def compose(
        self, materials: Sequence[PageMaterial], errand: Errand = NO_ERRAND
    ) -> Sequence[Composed | Unanswered]:
        """The page of each topic. Raises Outage if nobody answers."""
        ...


class OfflineWriter:
    """Ordered quotes."""

    tool = "quotes 4"
    free = True
    at_once = 100

    async def compose(
        self,
        materials: Sequence[PageMaterial],
        errand: Errand = NO_ERRAND,  # noqa: ARG002  it asks nobody
    ) -> Sequence[Composed | Unanswered]:
        """See `Writer.compose`."""
        return await asyncio.to_thread(lambda: [compose(one) for one in materials])
