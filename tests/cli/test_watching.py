"""What `gradient status` says of the daemon and of the inbox."""

import asyncio
import os
import socket
from datetime import UTC, datetime, timedelta

from gradient.store.daemons import only_daemon
from tests.cli.conftest import Gradient, Ran, Taught

SCANNED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NOTICE = "forestry/course.toml: there is no key 'nmae'.\nOne file lies outside any course folder (a.md)."


def test_that_no_daemon_runs_is_said_with_the_way_to_one(gradient: Gradient) -> None:
    assert gradient("status", "--json").json["daemon"] is None
    assert "No daemon runs" in gradient("status").out
    assert "gradient run starts one" in gradient("status").out


def test_the_daemon_that_runs_is_named_with_its_start(gradient: Gradient, database_url: str) -> None:
    async def beside_a_daemon(*arguments: str) -> Ran:
        async with only_daemon(database_url):
            return await asyncio.to_thread(gradient, *arguments)

    daemon = asyncio.run(beside_a_daemon("status", "--json")).json["daemon"]
    assert (daemon["process"], daemon["host"]) == (os.getpid(), socket.gethostname())
    assert datetime.fromisoformat(daemon["since"]) <= datetime.now(UTC)
    assert f"(process {os.getpid()} on " in asyncio.run(beside_a_daemon("status")).out


def test_before_the_first_scan_nothing_is_said_of_the_inbox(gradient: Gradient) -> None:
    assert gradient("status", "--json").json["inbox"] is None


def test_what_has_to_be_put_right_in_the_inbox_is_said(gradient: Gradient, taught: Taught) -> None:
    scanned(taught, NOTICE)
    inbox = gradient("status", "--json").json["inbox"]
    assert inbox["notices"] == NOTICE.splitlines()
    assert (inbox["dir"], inbox["complete"], inbox["files"]) == ("/courses/inbox", True, 3)
    out = gradient("status").out
    assert all(f"  ! {sentence}" in out for sentence in NOTICE.splitlines())
    scanned(taught, None)
    assert gradient("status", "--json").json["inbox"]["notices"] == []
    assert "!" not in gradient("status").out


def test_files_that_settle_are_named_and_others_that_wait_are_not(gradient: Gradient, taught: Taught) -> None:
    arrived(taught, "vision/fresh.md", SCANNED - timedelta(seconds=4))
    arrived(taught, "vision/course.toml", SCANNED - timedelta(seconds=60))
    scanned(taught, None)
    assert gradient("status", "--json").json["inbox"]["settling"] == ["vision/fresh.md"]
    assert "1 file still settles (vision/fresh.md)" in gradient("status").out


def scanned(taught: Taught, notice: str | None) -> None:
    taught.rows.one(
        "INSERT INTO scans (inbox, started_at, ended_at, complete, files, notice)"
        " VALUES ('/courses/inbox', %s, %s, true, 3, %s)",
        SCANNED,
        SCANNED,
        notice,
    )


def arrived(taught: Taught, path: str, since: datetime) -> None:
    taught.rows.one(
        "INSERT INTO arrivals (path, size, mtime_ns, inode, since) VALUES (%s, 1, 1, 1, %s)", path, since
    )
