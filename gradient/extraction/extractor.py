"""Who extracts: the port, and the methods without a model."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from gradient.extraction.found import Extraction
from gradient.extraction.offline import ChunkText, extract
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered


class Extractor(Protocol):
    """Plays `extract`: contents and names of possible topics, each with its place in the chunk."""

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
        """How many chunks it is best given at once."""
        ...

    async def extract(
        self, chunks: Sequence[ChunkText], errand: Errand = NO_ERRAND
    ) -> Sequence[Extraction | Unanswered]:
        """What each chunk yields. Raises Outage if nobody answers."""
        ...


class OfflineExtractor:
    """Extraction by structure and patterns."""

    tool = "offline extraction 9"
    free = True
    at_once = 24

    async def extract(
        self,
        chunks: Sequence[ChunkText],
        errand: Errand = NO_ERRAND,  # noqa: ARG002  it asks nobody
    ) -> Sequence[Extraction | Unanswered]:
        """See `Extractor.extract`."""
        return [await asyncio.to_thread(extract, chunk) for chunk in chunks]
