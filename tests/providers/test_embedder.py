import subprocess
import sys
from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest

from gradient.providers import registry
from gradient.providers.ports import Embedder
from tests.providers.played import Ledger, Played, played

TEXTS = [
    "Gradient descent follows the negative gradient of the loss.",
    "The loss falls when we step against its gradient.",
    "Orchids flower in late spring.",
]

# Fails on any connection, and on any change to the logging of the program.
ALONE = """
import asyncio, logging, socket
def refuse(*_): raise OSError("no network here")
socket.socket.connect = refuse
from gradient.providers import registry
before = list(logging.getLogger().handlers), logging.getLogger().level
asyncio.run(registry.embedder("offline").embed(["a gradient"]))
assert before == (list(logging.getLogger().handlers), logging.getLogger().level)
"""


WHO = ["offline", "voyage", "ollama", "openai"]


@pytest.fixture(params=WHO)
def plays(request: pytest.FixtureRequest) -> Iterator[Played]:
    with played(request.param) as found:
        yield found


@pytest.fixture
async def embedder(plays: Played) -> AsyncIterator[Embedder]:
    found = registry.embedder(plays.setting, plays.access)
    async with registry.closing(found):
        yield found


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


async def test_every_text_gets_a_vector_of_length_one(embedder: Embedder, ledger: Ledger) -> None:
    vectors = await embedder.embed(TEXTS, "document", ledger.book)
    assert vectors.shape == (3, embedder.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


async def test_texts_that_say_alike_are_nearer(embedder: Embedder, ledger: Ledger) -> None:
    one, alike, other = await embedder.embed(TEXTS, "document", ledger.book)
    assert one @ alike > one @ other + 0.2


async def test_a_vector_does_not_hang_on_the_texts_beside_it(embedder: Embedder, ledger: Ledger) -> None:
    texts = [TEXTS[0], "a much longer text " * 300, TEXTS[1]]
    together = await embedder.embed(texts, "document", ledger.book)
    alone = await embedder.embed([TEXTS[1]], "document", ledger.book)
    assert np.array_equal(together[2], alone[0])


async def test_a_text_without_words_gets_zeros(embedder: Embedder, ledger: Ledger) -> None:
    assert not (await embedder.embed([""], "document", ledger.book)).any()


async def test_no_texts_get_no_rows(embedder: Embedder, ledger: Ledger) -> None:
    assert (await embedder.embed([], "document", ledger.book)).shape == (0, embedder.dimension)


def test_the_offline_embedder_needs_no_network_and_leaves_logging_alone() -> None:
    ended = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
