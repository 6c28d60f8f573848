"""What is told of models before they are asked anything."""

from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from gradient.providers.access import Access
from gradient.providers.claude_models import remarks
from gradient.settings import Settings
from tests.providers.servers import ModelServer

NOW = datetime(2026, 12, 1, tzinfo=UTC)
ACCESS = Access(anthropic_key=SecretStr("sk-marked-key"))


@pytest.fixture(autouse=True)
def loopback(anthropic_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic_server.url)
    return anthropic_server


def settings(**roles: str) -> Settings:
    return Settings(roles=roles)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("claude-opus-4-5", "will be retired on 2027-01-22; name another model"),
        ("claude-sonnet-4-5", "is retired since 2026-11-30; name another model"),
        ("claude-3-5-haiku-20241022", "is retired since 2026-02-19; name another model"),
        ("claude-nobody", "which is to play pick, is not known to Anthropic; name another model"),
    ],
)
async def test_a_model_that_is_gone_or_going_is_told(model: str, told: str) -> None:
    (said,) = await remarks(settings(pick=f"anthropic:{model}"), ACCESS, NOW)
    assert said.startswith(f"anthropic:{model}")
    assert told in said


async def test_of_models_that_are_well_and_of_others_nothing_is_said(loopback: ModelServer) -> None:
    played = settings(
        pick="anthropic:claude-haiku-5-5", write="anthropic:claude-haiku-5-5", score="ollama:one"
    )
    assert await remarks(played, ACCESS, NOW) == []
    assert len(loopback.log()) == 1


async def test_that_nobody_answers_is_told_and_hinders_nothing(loopback: ModelServer) -> None:
    loopback.faults({"path": "/v1/models", "status": 529})
    (said,) = await remarks(settings(pick="anthropic:claude-haiku-5-5"), ACCESS, NOW)
    assert "could not be asked" in said
    assert "sk-marked-key" not in said
