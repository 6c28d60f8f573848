"""What is told of models before they are asked anything."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic import SecretStr

from gradient.checked import Checked
from gradient.errors import Unplayable
from gradient.providers.access import Access
from gradient.providers.answers import Turn
from gradient.providers.claude import answerer
from gradient.providers.claude_models import remarks
from gradient.settings import Settings
from tests.providers.played import Ledger
from tests.providers.servers import ModelServer

NOW = datetime(2026, 12, 1, tzinfo=UTC)
ACCESS = Access(anthropic_key=SecretStr("sk-marked-key"))


@pytest.fixture(autouse=True)
def loopback(anthropic_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic_server.url)
    return anthropic_server


@contextmanager
def page() -> Iterator[str]:
    """The address of a proxy that shows the same page whatever it is asked."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            said = b"<html>Welcome to the network.</html>"
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def do_POST(self) -> None:
            self.do_GET()

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


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


async def test_a_page_that_is_no_answer_of_the_service_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with page() as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        (said,) = await remarks(settings(pick="anthropic:claude-haiku-5-5"), ACCESS, NOW)
        assert "does not speak Anthropic's protocol" in said
        ledger = Ledger()
        model = answerer("claude-haiku-5-5", ACCESS)
        with pytest.raises(Unplayable, match="does not speak Anthropic's protocol"):
            await model.say("Name it.", [Turn("user", "It.")], Checked, ledger)
        await model.close()
    assert [call.ended for call in ledger.calls] == ["failed"]


async def test_that_nobody_answers_is_told_and_hinders_nothing(loopback: ModelServer) -> None:
    loopback.faults({"path": "/v1/models", "status": 529})
    (said,) = await remarks(settings(pick="anthropic:claude-haiku-5-5"), ACCESS, NOW)
    assert "could not be asked" in said
    assert "sk-marked-key" not in said
