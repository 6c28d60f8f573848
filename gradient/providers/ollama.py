"""Plays roles with models that Ollama serves."""

from collections.abc import Sequence
from typing import Final

from gradient.providers.access import Access
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.ports import Meant
from gradient.providers.prices import Tokens
from gradient.providers.wire import Reply, Service, Spent, Wire
from gradient.store.ledger import Book

PROVIDER: Final = "ollama"
VERSION: Final = "1"
CLOUD: Final = "cloud"
"""How the names of models end that run elsewhere, at a price."""
AT_ONCE = 2
TIMEOUT_SECONDS = 300.0
"""A model that has to be loaded first may take minutes."""


class _Embeddings(Reply):
    embeddings: list[list[float]]
    prompt_eval_count: int = 0

    def spent(self) -> Spent:
        return Spent(tokens=Tokens(self.prompt_eval_count, 0, 0, 0))


def embedder(model: str, access: Access) -> ModelEmbedder:
    """The model; it makes no difference between documents and queries."""
    wire = Wire(service(model, access))

    async def request(texts: Sequence[str], _: Meant, book: Book) -> list[list[float]]:
        body = {
            "model": model,
            "input": list(texts),
            "truncate": False,
            "dimensions": access.dimensions,
            "options": {"num_ctx": access.num_ctx},
        }
        return (await wire.post("/api/embed", body, _Embeddings, book)).embeddings

    return ModelEmbedder(wire, VERSION, access.dimensions, Limits(64, access.num_ctx), request)


def service(model: str, access: Access) -> Service:
    """A model of the server that the settings name."""
    return Service(
        PROVIDER,
        model,
        f"{PROVIDER}:{model}",
        access.ollama_url.rstrip("/"),
        None,
        "",
        AT_ONCE,
        TIMEOUT_SECONDS,
        2 * TIMEOUT_SECONDS,
        own=not model.endswith(CLOUD),
        not_there=f"there is no such model on {access.ollama_url}; fetch it with ollama pull {model}",
    )
