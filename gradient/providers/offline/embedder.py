"""Vectors without a network: the mean of WordLlama's packaged token vectors."""

import asyncio
import logging
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gradient.providers.ports import Meant, Vectors
from gradient.store.ledger import Book, no_calls

if TYPE_CHECKING:
    from wordllama.inference import WordLlamaInference


class OfflineEmbedder:
    """WordLlama's 256-dimension vectors. They are loaded with the first text, and never from a network.

    A text is embedded by itself: its vector does not hang on the texts that are asked for with it.
    """

    model = "wordllama:l2_supercat_256"
    dimension = 256

    def __init__(self) -> None:
        self._loading = threading.Lock()

    @cached_property
    def version(self) -> str:
        """The version of the package that carries the weights."""
        return version("wordllama")

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:  # noqa: ARG002
        """One row a text, of length 1; a row of zeros for a text without any token."""
        return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        with self._loading:
            model = self._weights
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            tokens = model.tokenizer.encode(text, add_special_tokens=False).ids
            if tokens:
                mean = model.embedding[tokens].mean(axis=0)
                vectors[row] = mean / (np.linalg.norm(mean) or 1)
        return vectors

    @cached_property
    def _weights(self) -> "WordLlamaInference":
        return _load()


def _load() -> "WordLlamaInference":
    """The packaged weights. Importing the package sets up logging for the whole program; that is undone."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    import wordllama

    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
    root.setLevel(level)
    logging.getLogger("wordllama").setLevel(logging.WARNING)
    folder = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=folder, dim=OfflineEmbedder.dimension, disable_download=True)
