import asyncio
import contextlib
import threading
from collections.abc import Callable

import pytest

from gradient.errors import SettingsError
from gradient.playing import PLAYING
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.providers.ports import Errand, OfferedTopic, PickRequest, ScoreRequest
from tests.providers import openai_protocol
from tests.providers.loopback import Body, loopback
from tests.providers.played import Ledger


def test_a_role_that_nobody_can_play_is_refused_with_the_way_out() -> None:
    with pytest.raises(SettingsError, match='set embed = "offline" under'):
        registry.embedder("anthropic:claude")
    with pytest.raises(SettingsError, match='The role pick cannot be played by "voyage:voyage-4"'):
        registry.picker("voyage:voyage-4")
    with pytest.raises(SettingsError, match="The role score cannot"):
        registry.scorer("anthropic:claude", {}, "1")


def test_the_settings_let_those_play_a_role_who_can() -> None:
    assert set(registry.EMBEDDERS) == set(PLAYING["embed"])
    assert set(registry.ANSWERERS) == set(PLAYING["pick"])
    assert set(registry.YES_NO) == set(PLAYING["score"])


async def test_all_roles_of_a_provider_share_its_room() -> None:
    access = Access(at_once={"openai": 3, "anthropic": 1, "voyage": 1, "ollama": 1})
    answers = threading.Event()

    def protocol(path: str, body: Body, key: str | None) -> Body:
        answers.wait(10)
        return openai_protocol.protocol(path, body, key)

    scored = [ScoreRequest("tag", f"Loss {number}.", "Loss", (), {}) for number in range(5)]
    topic = OfferedTopic("Loss", "", 0.0, {}, 1)
    with loopback(protocol, openai_protocol.wrong) as server:
        setting = f"openai:{server.url}/v1#{openai_protocol.MODEL}"
        picker, scorer = registry.picker(setting, access), registry.scorer(setting, {}, "", access)
        errand = Errand(Ledger(), b"secret")
        async with registry.closing(picker, scorer):
            picked = [picker.pick([PickRequest(f"Loss {one}.", (topic,))], (), errand) for one in range(5)]
            work = asyncio.gather(scorer.score(scored, errand), *picked)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await until(lambda: len(server.requests) > 3)
            await until(lambda: len(server.requests) >= 3)
            assert len(server.requests) == 3
            answers.set()
            await work
    assert len(server.requests) == 10


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    while not holds():  # noqa: ASYNC110 - threads of a server tell nobody
        await asyncio.sleep(0.01)
