"""Plays `embed` with Voyage's models."""

import base64
import binascii
from collections.abc import Sequence
from typing import Final

import numpy as np
from pydantic import field_validator

from gradient.providers.access import Access
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.ports import Meant
from gradient.providers.prices import Tokens
from gradient.providers.wire import Reply, Service, Spent, Wire
from gradient.store.ledger import Book

PROVIDER: Final = "voyage"
VERSION: Final = "1"
MOST_TEXTS: Final = 1000
_MOST_TOKENS: Final = {"voyage-4-lite": 1_000_000, "voyage-4": 320_000}
_FEWEST_TOKENS: Final = 120_000
"""What a request to any model may hold."""


class _Item(Reply):
    index: int
    embedding: list[float]

    @field_validator("embedding", mode="before")
    @classmethod
    def _unpacked(cls, given: object) -> object:
        """Numbers of 32 bits in base64, as they are asked for."""
        if not isinstance(given, str):
            return given
        try:
            return np.frombuffer(base64.b64decode(given, validate=True), "<f4").tolist()
        except binascii.Error as error:
            raise ValueError("it is no base64") from error


class _Usage(Reply):
    total_tokens: int


class _Embeddings(Reply):
    data: list[_Item]
    usage: _Usage

    def spent(self) -> Spent:
        return Spent(tokens=Tokens(self.usage.total_tokens, 0, 0, 0))


def embedder(model: str, access: Access) -> ModelEmbedder:
    """The model, with vectors of as many numbers as are asked for."""
    wire = Wire(
        Service(
            PROVIDER,
            model,
            f"{PROVIDER}:{model}",
            access.voyage_url.rstrip("/"),
            access.voyage_key,
            "voyage.key in gradient.toml or VOYAGE_API_KEY",
            access.room(PROVIDER),
            timeout_seconds=60.0,
            outer_seconds=180.0,
            prices=access.prices,
            patience=access.patience,
        )
    )

    async def request(texts: Sequence[str], meant: Meant, book: Book) -> list[list[float]]:
        body = {
            "model": model,
            "input": list(texts),
            "input_type": meant,
            "truncation": False,
            "output_dimension": access.dimensions,
            "encoding_format": "base64",
        }
        answer = await wire.post("/embeddings", body, _Embeddings, book)
        return [one.embedding for one in sorted(answer.data, key=lambda one: one.index)]

    limits = Limits(MOST_TEXTS, _MOST_TOKENS.get(model, _FEWEST_TOKENS))
    return ModelEmbedder(wire, VERSION, access.dimensions, limits, request)
