"""Notion in the same process: the strict stand-in of the shared tools behind the real client."""

import asyncio
import importlib.util
import json
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from types import ModuleType
from typing import Any

import httpx

from gradient.mirror.notion.client import Notion, Pace
from gradient.mirror.notion.mirror import NotionMirror
from gradient.store.sessions import Database
from tests.providers.servers import tool

TOKEN = "ntn_test"
ROOT = "11111111-1111-4111-8111-111111111111"
HIDDEN = "22222222-2222-4222-8222-222222222222"
START = datetime(2026, 3, 1, 10, tzinfo=UTC)


class Killed(BaseException):
    """The program ends here, as by kill -9."""


@cache
def stand_in() -> ModuleType:
    """The module of the stand-in; skips where the shared folder is not there."""
    spec = importlib.util.spec_from_file_location("notion_server", tool("notion_server.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["notion_server"] = module
    spec.loader.exec_module(module)
    return module


class Workspace:
    """A workspace in Notion on a clock of its own, and what people do there.

    `rate` are the calls a second that are let through, 0 for any number.
    """

    def __init__(self, rate: float = 0, burst: float = 10) -> None:
        module = stand_in()
        arguments = Namespace(
            port=0, token=TOKEN, state=None, rate=rate, burst=burst, latency=0, search_lag=5, query_lag=0
        )
        self.server = module.Server(arguments)
        self.server.socket.close()
        self.handler: type[Any] = module.Handler
        self.meanwhile: Callable[[str, str], Awaitable[None]] | None = None
        """What happens right before a call (method, path) is answered."""
        self.kill_after: int | None = None
        """With so many more writes the program is killed, before it has heard of the last."""
        self.kill_before = False
        """Whether that last one never comes to Notion."""
        self.at(START)

    def at(self, now: datetime) -> None:
        """Set the clock, which stands still."""
        self.control("clock", {"set": now.isoformat(), "freeze": True})

    def now(self) -> datetime:
        """What the clock shows."""
        return datetime.fromtimestamp(self.server.clock.now(), UTC)

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.control("clock", {"advance": timedelta(**span).total_seconds()})

    async def sleep(self, seconds: float) -> None:
        """Let time pass while somebody waits."""
        self.later(seconds=seconds)
        await asyncio.sleep(0)

    def control(self, name: str, body: Any = None, method: str = "POST", **query: str) -> Any:
        """One of the stand-in's control calls."""
        return self.server.control(name, method, {} if body is None else body, query)

    def person(self, op: str, page: str = "", **what: Any) -> Any:
        """Let a person do something; Ada unless `by` says who."""
        by = what.pop("by", "Ada")
        return self.control("edit", {"op": op, "as": by, **({"id": page} if page else {}), **what})

    def person_id(self, name: str) -> str:
        """The id of a person."""
        return next(one for one, (called, _) in self.server.ws.users.items() if called == name)

    def decide(
        self, page: str, decision: str | None, by: str = "Ada", at: datetime | None = None, **columns: Any
    ) -> None:
        """Let a person answer a question."""
        chosen = None if decision is None else {"name": decision}
        when = {} if at is None else {"at": at.isoformat()}
        properties = {"Decision": {"select": chosen}, **columns}
        self.person("set_properties", page, by=by, properties=properties, **when)

    def faults(self, *rules: dict[str, Any]) -> None:
        """What goes wrong with which calls."""
        self.control("faults", list(rules))

    def calls(self, since: int = 0) -> list[tuple[str, str]]:
        """Every call since the one of this number: method, and path without the version."""
        return [(one["method"], one["path"].removeprefix("/v1/")) for one in self.server.log[since:]]

    @contextmanager
    def counted(self) -> Iterator[list[tuple[str, str]]]:
        """The calls that are made within it."""
        start, made = len(self.server.log), []
        yield made
        made += self.calls(start)

    def objects(self, kind: str, *, trashed: bool = False) -> list[dict[str, Any]]:
        """The pages, blocks or databases that are there."""
        found = self.control("state", method="GET")["objects"].values()
        return [one for one in found if one["object"] == kind and one.get("in_trash", False) is trashed]

    def database(self, title: str) -> dict[str, Any]:
        """The database of a title."""
        return next(one for one in self.objects("database") if _plain(one["title"]) == title)

    def rows(self, title: str, *, trashed: bool = False) -> dict[str, dict[str, Any]]:
        """The rows of a database by their title; none may stand there twice."""
        source = self.database(title)["data_sources"][0]["id"]
        rows = [
            one
            for one in self.objects("page", trashed=trashed)
            if one["parent"].get("data_source_id") == source
        ]
        found = {self.text(one, "Topic" if title == "Topics" else "Question"): one for one in rows}
        assert len(found) == len(rows), "a row stands there twice"
        return found

    def living(self, title: str) -> list[str]:
        """The ids of the rows of a database."""
        objects = self.server.ws.objects
        source = objects[self.source(title)]
        return [row for row in source["rows"] if not objects[row]["trash"]]

    def title(self, page: str) -> str:
        """The title of a page."""
        return str(self.server.ws.title(self.server.ws.objects[page]))

    def chosen(self, page: str, column: str) -> str | None:
        """The option that stands in a column of a page."""
        found = self.server.api.writer.page(self.server.ws.objects[page], "2026-03-11")["properties"][column]
        return None if found["select"] is None else str(found["select"]["name"])

    def source(self, title: str) -> str:
        """The id of the data source of a database."""
        for one in self.server.ws.objects.values():
            if one["object"] == "database" and _plain(one["title"]) == title and not one["trash"]:
                return str(one["sources"][0])
        raise LookupError(title)

    def text(self, page: dict[str, Any], column: str) -> str:
        """What stands in a column of text."""
        prop = page["properties"][column]
        return _plain(prop[prop["type"]])

    def blocks(self, page: str) -> list[dict[str, Any]]:
        """The blocks right on a page, or in a block."""
        record = self.server.ws.objects[page]
        return [self.server.api.writer.block(one, "2026-03-11") for one in self.server.ws.living(record)]

    def said(self, page: str) -> list[str]:
        """What the blocks right on a page say."""
        return [block_text(one) for one in self.blocks(page)]


def block_text(block: dict[str, Any]) -> str:
    """What a block says, its cells side by side."""
    body = block[block["type"]]
    if block["type"] == "table_row":
        return " | ".join(_plain(cell) for cell in body["cells"])
    return str(body.get("expression", "")) or _plain(body.get("rich_text", []))


def _plain(items: list[dict[str, Any]]) -> str:
    return "".join(one["plain_text"] for one in items)


class Transport(httpx.AsyncBaseTransport):
    """Hands requests to the stand-in as its web server would."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        workspace, server = self._workspace, self._workspace.server
        raw = await request.aread()
        entry = {
            "t": server.clock.now(),
            "method": request.method,
            "path": request.url.path,
            "status": None,
            "body": raw.decode(),
        }
        server.log.append(entry)
        if workspace.meanwhile is not None:
            await workspace.meanwhile(request.method, request.url.path)
        if workspace.kill_after is not None and _is_write(request):
            workspace.kill_after -= 1
            if workspace.kill_after == 0:
                if not workspace.kill_before:
                    await self._answer(request, raw, entry)
                raise Killed
        return await self._answer(request, raw, entry)

    async def _answer(self, request: httpx.Request, raw: bytes, entry: dict[str, Any]) -> httpx.Response:
        server = self._workspace.server
        wait = server.bucket.take()
        rule = {} if wait else server.faults.pick(request.method, request.url.path)
        handler = self._workspace.handler.__new__(self._workspace.handler)
        handler.server, handler.headers, handler.command = server, request.headers, request.method
        query = dict(request.url.params)
        error = stand_in().ApiError
        try:
            body, status, headers = handler.perform(request.url.path, raw, query, rule, wait), 200, {}
        except error as refused:
            body, status, headers = refused.body, refused.status, refused.headers
        entry["status"] = "dropped" if body is None else status
        if body is None or rule.get("do") == "commit-then-drop":
            raise httpx.ReadError("the connection was dropped", request=request)
        if status == 502:
            return httpx.Response(502, text="<html>Bad Gateway</html>", request=request)
        text = json.dumps(body, ensure_ascii=False)
        return httpx.Response(status, text=text, headers={"content-type": "application/json", **headers})


def _is_write(request: httpx.Request) -> bool:
    return request.method != "GET" and not request.url.path.endswith("/query")


def connected(workspace: Workspace, *, rate: float = 1000) -> Notion:
    """A connection whose pace and pauses are those of the stand-in's clock."""
    pace = Pace(rate, workspace.server.clock.now, workspace.sleep)
    return Notion(TOKEN, "http://notion.invalid", pace, Transport(workspace))


def mirror_in(
    workspace: Workspace, database: Database | None = None, *, rate: float = 1000, allowance: int = 0
) -> NotionMirror:
    """The mirror in a workspace, on the clock of that."""
    return NotionMirror(connected(workspace, rate=rate), workspace.now, allowance, database)
