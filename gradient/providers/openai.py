"""Plays roles with whatever speaks the OpenAI protocol at a given address."""

from collections.abc import Sequence
from typing import Final

from gradient.providers.access import Access
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.ports import Meant
from gradient.providers.prices import Tokens
from gradient.providers.wire import Reply, Service, Spent, Wire
from gradient.store.ledger import Book

PROVIDER: Final = "openai"
VERSION: Final = "1"
AT_ONCE = 8
TIMEOUT_SECONDS = 120.0


class _Item(Reply):
    index: int
    embedding: list[float]


class _Usage(Reply):
    prompt_tokens: int


class _Embeddings(Reply):
    data: list[_Item]
    usage: _Usage | None = None

    def spent(self) -> Spent:
        return Spent() if self.usage is None else Spent(tokens=Tokens(self.usage.prompt_tokens, 0, 0, 0))


def embedder(place: str, access: Access) -> ModelEmbedder:
    """The model of a place, `address#model`; its vectors keep their length, which many servers cannot cut."""
    wire = Wire(service(place, access))

    async def request(texts: Sequence[str], _: Meant, book: Book) -> list[list[float]]:
        body = {"model": wire.service.model, "input": list(texts), "encoding_format": "float"}
        answer = await wire.post("/embeddings", body, _Embeddings, book)
        return [one.embedding for one in sorted(answer.data, key=lambda one: one.index)]

    return ModelEmbedder(wire, VERSION, access.dimensions, Limits(256, 100_000), request)


def service(place: str, access: Access) -> Service:
    """The model of a place, `address#model`."""
    url, _, model = place.partition("#")
    return Service(
        PROVIDER,
        model,
        f"{PROVIDER}:{place}",
        url.rstrip("/"),
        access.openai_key,
        "openai.key in gradient.toml or OPENAI_API_KEY",
        AT_ONCE,
        TIMEOUT_SECONDS,
        2 * TIMEOUT_SECONDS,
        not_there=f"there is no such model at {url}; check address and name under [roles] in gradient.toml",
    )
