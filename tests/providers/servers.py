"""Servers on loopback that speak the protocol of a model provider, with faults on demand."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.conftest import SHARED


class ModelServer:
    """One running server; everything is told to it, and asked of it, through its control calls."""

    def __init__(self, url: str) -> None:
        self.url = url

    def rules(self, *rules: dict[str, Any]) -> None:
        """What it replies to requests whose text matches."""
        self._control("POST", "rules", list(rules))

    def faults(self, *faults: dict[str, Any]) -> None:
        """What goes wrong with which request."""
        self._control("POST", "faults", list(faults))

    def advance(self, seconds: float) -> None:
        """Let its clock go on."""
        self._control("POST", "clock", {"advance": seconds})

    def requests(self) -> list[dict[str, Any]]:
        """Every request that it was sent, but those that only look something up."""
        return [one for one in self.log() if one.get("method") != "GET"]

    def log(self) -> list[dict[str, Any]]:
        """Every request that it was sent."""
        return list(self._control("GET", "log"))

    def _control(self, method: str, what: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/_control/{what}", data, method=method)
        request.add_header("content-type", "application/json")
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)


@contextmanager
def running_server(tool: Path, *arguments: str) -> Iterator[ModelServer]:
    """The server of a file, on a free port, for as long as the context lasts."""
    command = [sys.executable, str(tool), "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[-1].rstrip("/")
            yield ModelServer(url.removesuffix("/v1"))
        finally:
            process.kill()


def tool(name: str) -> Path:
    """The file of a server; skips where the shared folder is not there."""
    shared = Path(os.environ.get(SHARED, Path(__file__).parents[3] / "shared"))
    if not (shared / "tools" / name).is_file():
        pytest.skip("the servers of ../shared/tools are not there")
    return shared / "tools" / name


@pytest.fixture
def anthropic_server() -> Iterator[ModelServer]:
    """Anthropic's protocol on loopback."""
    with running_server(tool("anthropic_server.py")) as server:
        yield server
