"""Whoever plays a role, over the real protocol on loopback, one after the other for the same tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from pydantic import SecretStr

from gradient.providers.access import Access
from gradient.store.ledger import Call
from tests.providers import ollama_protocol, openai_protocol
from tests.providers.loopback import Fault, Loopback, loopback
from tests.providers.servers import ModelServer, running_server, tool

ANTHROPIC_KEY = "sk-marked-anthropic"
VOYAGE_KEY = "pa-marked-voyage"


@dataclass
class Ledger:
    """The calls that were booked."""

    calls: list[Call] = field(default_factory=list)

    async def book(self, call: Call) -> None:
        """Write a call down."""
        self.calls.append(call)


@dataclass(frozen=True)
class Played:
    """A role setting, how it is reached, and the server behind it; the offline methods have none."""

    setting: str
    access: Access
    server: Loopback | ModelServer | None = None

    def fail(self, fault: Fault) -> None:
        """Let the next requests go wrong."""
        if isinstance(self.server, Loopback):
            self.server.faults.append(fault)
        elif self.server is not None:
            told = {"path": "embeddings", "times": fault.times}
            if fault.drop:
                self.server.faults({**told, "do": "drop-before"})
            else:
                self.server.faults({**told, "status": fault.status})

    def count(self) -> int:
        """How many requests the server was sent."""
        if self.server is None:
            return 0
        return len(self.server.requests if isinstance(self.server, Loopback) else self.server.requests())


@contextmanager
def played(who: str) -> Iterator[Played]:
    """Whoever is named: offline, anthropic, voyage, ollama or openai."""
    if who == "offline":
        yield Played("offline", Access())
    elif who == "voyage":
        with running_server(tool("voyage_server.py"), "--key", VOYAGE_KEY) as server:
            access = Access(voyage_key=SecretStr(VOYAGE_KEY), voyage_url=f"{server.url}/v1", dimensions=256)
            yield Played("voyage:voyage-4-lite", access, server)
    elif who == "anthropic":
        with (
            running_server(tool("anthropic_server.py"), "--key", ANTHROPIC_KEY) as server,
            pytest.MonkeyPatch.context() as environment,
        ):
            environment.setenv("ANTHROPIC_BASE_URL", server.url)
            access = Access(anthropic_key=SecretStr(ANTHROPIC_KEY))
            yield Played("anthropic:claude-haiku-5-5", access, server)
    elif who == "ollama":
        with loopback(ollama_protocol.protocol, ollama_protocol.wrong) as one:
            yield Played(f"ollama:{ollama_protocol.MODEL}", Access(ollama_url=one.url, dimensions=64), one)
    else:
        with loopback(openai_protocol.protocol, openai_protocol.wrong) as one:
            access = Access(openai_key=SecretStr(openai_protocol.KEY), dimensions=openai_protocol.DIMENSION)
            yield Played(f"openai:{one.url}/v1#{openai_protocol.MODEL}", access, one)
