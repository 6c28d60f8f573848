"""The stand-in for Notion as a server of its own, for what runs as programs do."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from tests.mirror.notion.workspace import ROOT, TOKEN
from tests.providers.servers import tool

__all__ = ["ROOT", "Remote", "remote"]


class Remote:
    """The stand-in behind its address; everything is told to it, and asked of it, by control calls."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def variables(self) -> dict[str, str]:
        """What makes Gradient work with it."""
        return {
            "GRADIENT_NOTION_TOKEN": TOKEN,
            "GRADIENT_NOTION_URL": self.url,
            "GRADIENT_NOTION_REQUESTS_PER_SECOND": "100",
        }

    def control(self, name: str, body: Any = None) -> Any:
        """One of its control calls."""
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.url}/_control/{name}", data), timeout=10) as answer:
            return json.load(answer)

    def answer(self, row: str, decision: str, by: str = "Ben") -> None:
        """Let a person answer a question."""
        properties = {"Decision": {"select": {"name": decision}}}
        self.control("edit", {"op": "set_properties", "id": row, "as": by, "properties": properties})

    def living(self) -> list[dict[str, Any]]:
        """All pages that are not in the trash."""
        found = self.control("state")["objects"].values()
        return [one for one in found if one["object"] == "page" and not one["in_trash"]]

    def pages(self, column: str) -> dict[str, dict[str, Any]]:
        """The rows whose title stands in a column of this name, by their title."""
        rows = [one for one in self.living() if column in one["properties"]]
        return {
            "".join(each["plain_text"] for each in one["properties"][column]["title"]): one for one in rows
        }


@contextmanager
def remote() -> Iterator[Remote]:
    """A running stand-in, on a free port."""
    command = [sys.executable, str(tool("notion_server.py")), "--port", "0", "--rate", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            yield Remote(next(word for word in words if word.startswith("http")).rstrip(","))
        finally:
            process.kill()
