"""The pages for monitoring, asked by real requests."""

import asyncio
import contextlib
import json
import re
import socket
import urllib.request
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from gradient.errors import SettingsError
from gradient.health import HOST, serving
from gradient.settings import HealthSettings
from gradient.store import jobs, scans
from gradient.store.scans import Scan
from gradient.store.sessions import Database
from tests.daemon.runs import answer, run, running

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ON = HealthSettings(enabled=True, port=0)


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url, connections=4) as opened:
        yield opened


@contextlib.asynccontextmanager
async def served(database: Database) -> AsyncIterator[int]:
    """The pages at a port, without a daemon."""
    async with serving(ON, database, (), lambda: NOW) as port:
        assert port is not None
        yield port


@contextlib.asynccontextmanager
async def living_worker(url: str) -> AsyncIterator[None]:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as alive:
        await jobs.register(alive)
        yield


async def sent(port: int, request: bytes) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of what is answered to these bytes."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request)
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    first, *lines = head.split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), body


async def get(port: int, path: str) -> tuple[int, dict[str, str], str]:
    return await sent(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


async def test_all_is_well_while_the_database_answers_and_a_worker_lives(
    database: Database, database_url: str
) -> None:
    scan = Scan("inbox", NOW - timedelta(seconds=50), NOW - timedelta(seconds=42), True, 3, None)
    async with database.transaction() as connection:
        await scans.record(connection, scan)
    async with living_worker(database_url), served(database) as port:
        status, headers, body = await get(port, "/healthz")
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert json.loads(body) == {"ok": True, "database": True, "worker": True, "last_scan_seconds": 42.0}


async def test_without_a_worker_it_is_not(database: Database) -> None:
    async with served(database) as port:
        status, _, body = await get(port, "/healthz")
    assert status == 503
    assert json.loads(body) == {"ok": False, "database": True, "worker": False, "last_scan_seconds": None}


async def test_without_a_database_it_is_not(database: Database, database_url: str) -> None:
    async with living_worker(database_url), served(database) as port:
        await database.pool.close()
        status, _, body = await get(port, "/healthz")
        assert (status, json.loads(body)["database"]) == (503, False)
        assert (await get(port, "/metrics"))[0] == 503


async def test_other_pages_methods_and_noise_are_refused(database: Database) -> None:
    async with served(database) as port:
        assert (await get(port, "/"))[0] == 404
        assert (await get(port, "/healthz/../../etc/passwd"))[0] == 404
        status, headers, _ = await sent(port, b"POST /healthz HTTP/1.1\r\n\r\n")
        assert (status, headers["Allow"]) == (405, "GET")
        for noise in (b"hello\r\n\r\n", b"\r\n\r\n", b"GET /healthz\r\n\r\n", b"\xff\xfe \x00 x\r\n\r\n"):
            assert (await sent(port, noise))[0] == 400
        assert (await sent(port, b"GET /healthz HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n"))[0] == 400


async def test_a_port_that_is_taken_is_one_sentence(database: Database) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"^health\.port is {port}, which cannot be used") as refused:
            async with serving(HealthSettings(enabled=True, port=port), database, (), lambda: NOW):
                pass
    assert "health.enabled = false" in str(refused.value)


def listening(process: int) -> set[str]:
    """The addresses that a process takes TCP connections on, as the kernel writes them."""
    held = set()
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            held |= set(re.findall(r"socket:\[(\d+)\]", str(descriptor.readlink())))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/net", table).read_text().splitlines()[1:]:
            columns = line.split()
            if columns[3] == "0A" and columns[9] in held:
                found.add(columns[1].partition(":")[0])
    return found


def test_a_daemon_tells_its_health_and_its_numbers_when_asked_to_and_on_loopback_alone(
    little_home: Path, database_url: str
) -> None:
    with (little_home / "gradient.toml").open("a") as settings:
        settings.write("\n[health]\nenabled = true\nport = 0\n")
    with running(little_home, "run") as daemon:
        found = daemon.until(lambda: re.search(r"http://127\.0\.0\.1:\d+/", daemon.said), "an address")

        def page(name: str) -> str | None:
            with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(found[0] + name) as told:
                return str(told.read().decode())
            return None

        assert json.loads(daemon.until(lambda: page("healthz"), "health"))["ok"]
        read = '\ngradient_units{stage="read",state="done"} 2\n'
        metrics = daemon.until(lambda: (told := page("metrics")) and read in told and told, "the numbers")
        assert "\ngradient_review_items_open " in metrics
        assert re.search(r"\ngradient_last_scan_timestamp_seconds \d", metrics)
        assert listening(daemon.process.pid) == {"0100007F"}
        assert daemon.stop() == 0


def test_nothing_listens_unless_it_is_asked_for(little_home: Path) -> None:
    with running(little_home, "run") as daemon:
        daemon.until(lambda: answer(little_home, "sources"), "sources")
        assert listening(daemon.process.pid) == set()
        assert daemon.stop() == 0


def test_a_daemon_whose_port_is_taken_ends_with_the_code_for_settings(little_home: Path) -> None:
    with socket.create_server((HOST, 0)) as taken, (little_home / "gradient.toml").open("a") as settings:
        settings.write(f"\n[health]\nenabled = true\nport = {taken.getsockname()[1]}\n")
        settings.flush()
        ended = run(little_home, "run", "--until-idle", code=2)
    assert "set another one, or health.enabled = false" in ended.stderr
