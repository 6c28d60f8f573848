"""Whoever plays a role, over the real protocol on loopback, one after the other for the same tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

import pytest
from pydantic import SecretStr

from gradient.providers.access import Access
from gradient.providers.patience import Patience
from gradient.store.ledger import Call, Kept, Sending
from tests.providers import ollama_protocol, openai_protocol
from tests.providers.loopback import Fault, Loopback, loopback
from tests.providers.servers import ModelServer, running_server, tool

ANTHROPIC_KEY = "sk-marked-anthropic"
VOYAGE_KEY = "pa-marked-voyage"
AT_ONCE = Patience(waits=(0.0, 0.0, 0.0))
"""Asks again without a pause."""


@dataclass
class Ledger:
    """The calls that were booked, and those that were about to go out."""

    calls: list[Call] = field(default_factory=list)
    sent: list[Sending] = field(default_factory=list)

    @property
    def desk(self) -> None:
        """It knows no batches."""
        return

    @property
    def book(self) -> "Ledger":
        """Itself: it is a book."""
        return self

    async def reserve(self, sending: Sending) -> int:
        """Write down that a call goes out."""
        self.sent.append(sending)
        return len(self.sent)

    async def settle(self, entry: int, call: Call) -> None:
        """Write down what came of it."""
        assert 0 < entry <= len(self.sent)
        self.calls.append(call)

    def about(self, *unit_ids: int) -> Self:
        """The same book."""
        return self

    async def kept(self, request_hash: str) -> Kept:
        """It keeps no answers."""
        return Kept(None, datetime.now(UTC))

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        """It keeps no answers."""


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
            url = f"{server.url}/v1"
            access = Access(
                voyage_key=SecretStr(VOYAGE_KEY), voyage_url=url, dimensions=256, patience=AT_ONCE
            )
            yield Played("voyage:voyage-4-lite", access, server)
    elif who == "anthropic":
        with (
            running_server(tool("anthropic_server.py"), "--key", ANTHROPIC_KEY) as server,
            pytest.MonkeyPatch.context() as environment,
        ):
            environment.setenv("ANTHROPIC_BASE_URL", server.url)
            access = Access(anthropic_key=SecretStr(ANTHROPIC_KEY), patience=AT_ONCE)
            yield Played("anthropic:claude-haiku-5-5", access, server)
    elif who == "ollama":
        with loopback(ollama_protocol.protocol, ollama_protocol.wrong) as one:
            access = Access(ollama_url=one.url, dimensions=64, patience=AT_ONCE)
            yield Played(f"ollama:{ollama_protocol.MODEL}", access, one)
    else:
        with loopback(openai_protocol.protocol, openai_protocol.wrong) as one:
            access = Access(
                openai_key=SecretStr(openai_protocol.KEY),
                dimensions=openai_protocol.DIMENSION,
                patience=AT_ONCE,
            )
            yield Played(f"openai:{one.url}/v1#{openai_protocol.MODEL}", access, one)
