"""From texts to vectors by way of a service: batches within its limits, and nothing cut off in silence."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gradient.errors import Unplayable
from gradient.providers.answers import Unusable
from gradient.providers.estimates import estimated_tokens
from gradient.providers.ports import Meant, Vectors
from gradient.providers.together import together
from gradient.providers.weighing import Scales
from gradient.providers.wire import ANEW, TooLong, Wire
from gradient.store.ledger import Book, no_calls

Request = Callable[[Sequence[str], Meant, Book], Awaitable[Sequence[Sequence[float]]]]
"""Sends some texts, none of them empty; the vector of each."""


@dataclass(frozen=True)
class Limits:
    """How much a request may hold."""

    texts: int
    tokens: int


class ModelEmbedder:
    """A model of a service. Its vectors are brought to length 1 whatever length they come in.

    A text that is longer than the model takes is embedded in halves, whose vectors are added up by their
    lengths. Equal texts are sent once.
    """

    def __init__(self, wire: Wire, version: str, dimension: int, limits: Limits, request: Request) -> None:
        self._wire = wire
        self.model = wire.service.name
        self.version = version
        self.dimension = dimension
        self._limits = limits
        self._request = request
        self._paid: dict[tuple[Meant, str], Vectors] = {}
        """Of requests beside which another one failed; they are asked for again with that one."""

    def weighed(self, scales: Scales) -> "ModelEmbedder":
        """The same, which weighs what it would send; its vectors mean nothing."""

        async def request(texts: Sequence[str], _: Meant, __: Book) -> list[list[float]]:
            scales.put(*texts)
            return [[1.0] * self.dimension] * len(texts)

        return ModelEmbedder(self._wire, self.version, self.dimension, self._limits, request)

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.close()

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:
        """One row a text, of length 1; a row of zeros for a text without any word. Raises as `Wire.post`."""
        distinct = list(dict.fromkeys(text for text in texts if text.strip()))
        paid = {text: self._paid.pop((meant, text), None) for text in distinct}
        found = {text: vector for text, vector in paid.items() if vector is not None}
        missing = [text for text in distinct if text not in found]

        async def ask(batch: Sequence[str]) -> None:
            found.update(zip(batch, await self._batch(batch, meant, book), strict=True))

        try:
            await together(ask(batch) for batch in within(missing, self._limits))
        except Exception:
            self._paid |= {(meant, text): vector for text, vector in found.items()}
            raise
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            if text in found:
                vectors[row] = found[text]
        return vectors

    async def _batch(self, texts: Sequence[str], meant: Meant, book: Book) -> list[Vectors]:
        try:
            answered = await self._request(texts, meant, book)
        except TooLong:
            if len(texts) > 1:
                middle = len(texts) // 2
                halves = [await self._batch(half, meant, book) for half in (texts[:middle], texts[middle:])]
                return [vector for half in halves for vector in half]
            words = texts[0].split()
            if len(words) < 2:
                raise
            middle = len(words) // 2
            parts = [" ".join(words[:middle]), " ".join(words[middle:])]
            first, second = await self._batch(parts, meant, book)
            return [_unit(len(parts[0]) * first + len(parts[1]) * second, self.model)]
        if len(answered) != len(texts):
            raise Unusable(f"{self.model} gave {len(answered)} vectors for {len(texts)} texts.")
        return [self._checked(vector) for vector in answered]

    def _checked(self, given: Sequence[float]) -> Vectors:
        vector = np.asarray(given, dtype=np.float32)
        if vector.shape != (self.dimension,):
            raise Unplayable(
                f"{self.model} gives vectors of {vector.size} numbers, and {self.dimension} are asked for;"
                f" set dimensions = {vector.size} under [embedding] in gradient.toml, {ANEW}."
            )
        return _unit(vector, self.model)


def within(texts: Iterable[str], limits: Limits) -> Iterator[list[str]]:
    """The texts in their order in batches within the limits; one that is over them by itself stands alone."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        its = estimated_tokens(text)
        if batch and (len(batch) >= limits.texts or tokens + its > limits.tokens):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += its
    if batch:
        yield batch


def _unit(vector: Vectors, model: str) -> Vectors:
    length = float(np.linalg.norm(vector))
    if not (np.isfinite(length) and length > 0):
        raise Unusable(f"{model} gave a vector without a direction.")
    return vector / np.float32(length)
