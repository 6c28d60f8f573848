"""Embedders that stand for a changed model: vectors cut, and vectors turned, of the same texts."""

from collections.abc import Sequence

import numpy as np

from gradient.providers.ports import Embedder, Meant, Vectors
from gradient.store.ledger import Book, no_calls
from tests.recall.small_course import EMBEDDER


class Cut:
    """The same model and version, its vectors cut to fewer dimensions."""

    model = EMBEDDER.model
    version = EMBEDDER.version

    def __init__(self, dimension: int = 64) -> None:
        self.dimension = dimension

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:
        """The first dimensions of each vector, at length 1 again."""
        vectors = (await EMBEDDER.embed(texts))[:, : self.dimension]
        return _at_length_one(vectors)


class Turned:
    """Another model of as many dimensions: each vector turned by one and the same seeded rotation."""

    model = "turned"
    version = "1"
    dimension = EMBEDDER.dimension

    def __init__(self) -> None:
        turn, _ = np.linalg.qr(np.random.default_rng(7).standard_normal((self.dimension, self.dimension)))
        self._turn = turn.astype(np.float32)

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:
        """The turned vectors."""
        return _at_length_one(await EMBEDDER.embed(texts) @ self._turn)


class Dying:
    """Embeds so many texts like another embedder, and then fails."""

    def __init__(self, embedder: Embedder, texts: int) -> None:
        self._embedder = embedder
        self._left = texts
        self.model, self.version, self.dimension = embedder.model, embedder.version, embedder.dimension

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:
        """RuntimeError once too many were asked for."""
        self._left -= len(texts)
        if self._left < 0:
            raise RuntimeError("the power went off")
        return await self._embedder.embed(texts)


def _at_length_one(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
