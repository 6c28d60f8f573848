import subprocess
import sys

import numpy as np
import pytest

from gradient.providers import registry
from gradient.providers.ports import Embedder

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


@pytest.fixture(scope="module", params=["offline"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return registry.embedder(request.param)


async def test_every_text_gets_a_vector_of_length_one(embedder: Embedder) -> None:
    vectors = await embedder.embed(TEXTS)
    assert vectors.shape == (3, embedder.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


async def test_texts_that_say_alike_are_nearer(embedder: Embedder) -> None:
    one, alike, other = await embedder.embed(TEXTS)
    assert one @ alike > one @ other + 0.2


async def test_a_vector_does_not_hang_on_the_texts_beside_it(embedder: Embedder) -> None:
    together = await embedder.embed([TEXTS[0], "a much longer text " * 300, TEXTS[1]])
    alone = await embedder.embed([TEXTS[1]])
    assert np.array_equal(together[2], alone[0])


async def test_a_text_without_words_gets_zeros(embedder: Embedder) -> None:
    assert not (await embedder.embed([""])).any()


async def test_no_texts_get_no_rows(embedder: Embedder) -> None:
    assert (await embedder.embed([])).shape == (0, embedder.dimension)


def test_the_offline_embedder_needs_no_network_and_leaves_logging_alone() -> None:
    ended = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
