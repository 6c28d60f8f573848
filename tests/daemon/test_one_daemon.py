"""One daemon a database, any number of workers, and how they stop and die."""

import asyncio
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gradient.errors import DatabaseOccupied
from gradient.store.daemons import DAEMON_LOCK, OnlyDaemon, only_daemon
from gradient.store.jobs import LIVE_WORKER
from tests.daemon.lectures import PATHS
from tests.daemon.runs import ask, children_of, put, run, running

SLOW = Path(__file__).with_name("slow.py")
PROCESSES = """
SELECT pid FROM pg_locks
 WHERE locktype = 'advisory' AND granted AND classid = %(class)s
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
WAITING = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
DOING = "SELECT args->>'stage' FROM procrastinate_jobs WHERE status = 'doing'"
JOBS = "SELECT queue_name, status::text FROM procrastinate_jobs"
LOOKING = """
SELECT count(*) FROM pg_stat_activity WHERE application_name = %(own)s AND query LIKE '%%pg_locks%%'
"""
IDLE = """
SELECT NOT EXISTS (SELECT FROM procrastinate_jobs)
   AND EXISTS (SELECT FROM outcomes WHERE stage = 'mirror' AND kind = 'topic')
"""


def connections(url: str, lock: int) -> list[int]:
    """The server processes of connections that hold a lock of a class."""
    return ask(url, PROCESSES, **{"class": lock})


def worked_off(url: str) -> bool:
    return bool(ask(url, IDLE)[0])


def doing(url: str, stage: str) -> bool:
    return stage in ask(url, DOING)


def done(url: str, stage: str) -> int:
    query = "SELECT count(*) FROM outcomes WHERE stage = %(stage)s AND outcome = 'done'"
    return int(ask(url, query, stage=stage)[0])


def test_a_second_daemon_is_told_who_holds_the_database(database_url: str, little_home: Path) -> None:
    with running(little_home, "run") as daemon:
        daemon.until(lambda: connections(database_url, DAEMON_LOCK), "the place of the one daemon")
        second = run(little_home, "run", "--until-idle", code=3)
        assert f"gradient daemon, process {daemon.process.pid} on " in second.stderr
        assert "gradient worker" in second.stderr
        assert "Watching" not in run(little_home, "run", code=3).stderr
        assert "Watching" in daemon.said
        daemon.until(lambda: worked_off(database_url), "the end of the work")
        assert daemon.stop() == 0
    run(little_home, "run", "--until-idle")


def test_a_daemon_that_lost_its_place_takes_it_again(database_url: str, little_home: Path) -> None:
    with running(little_home, "run") as daemon:
        first = daemon.until(lambda: connections(database_url, DAEMON_LOCK), "a place")
        ask(database_url, "SELECT pg_terminate_backend(%(process)s)", process=first[0])
        daemon.until(lambda: set(connections(database_url, DAEMON_LOCK)) - set(first), "a place again")


def test_a_daemon_whose_place_is_taken_gives_way(database_url: str, little_home: Path) -> None:
    with running(little_home, "run") as daemon, psycopg.connect(database_url, autocommit=True) as other:
        first = daemon.until(lambda: connections(database_url, DAEMON_LOCK), "a place")
        with ThreadPoolExecutor() as threads:
            taken = threads.submit(other.execute, f"SELECT pg_advisory_lock({DAEMON_LOCK}, 0)".encode())
            daemon.until(lambda: ask(database_url, WAITING), "somebody who waits for the place")
            ask(database_url, "SELECT pg_terminate_backend(%(process)s)", process=first[0])
            taken.result(30)
        assert daemon.process.wait(30) == 3
        assert "This database is worked on by" in daemon.said


def test_a_worker_works_on_while_the_daemon_is_down(database_url: str, little_home: Path) -> None:
    with running(little_home, "run", launcher=SLOW, SLOW="extract") as daemon:
        daemon.until(lambda: doing(database_url, "extract"), "extraction")
        with running(little_home, "worker") as worker:
            worker.until(lambda: len(connections(database_url, LIVE_WORKER)) == 2, "a second worker")
            daemon.process.kill()
            daemon.process.wait()
            run(little_home, "jobs", "run", "rescue")
            left = [("mirror", "todo")]
            worker.until(lambda: ask(database_url, JOBS) == left, "the end of all but the mirror")
            assert done(database_url, "page") > 0
            assert not children_of(worker.process.pid)
            assert worker.stop() == 0
        assert done(database_url, "mirror") == 0
    run(little_home, "run", "--until-idle")
    assert done(database_url, "mirror") > 0


def test_the_jobs_of_a_killed_worker_are_freed_and_those_of_a_living_one_are_not(
    database_url: str, little_home: Path
) -> None:
    with running(little_home, "run", launcher=SLOW, SLOW="extract") as daemon:
        daemon.until(lambda: doing(database_url, "extract"), "extraction")
        freed = run(little_home, "worker", launcher=SLOW, code=None, SLOW="end")
        assert freed.returncode == 0
        assert doing(database_url, "extract")
        assert daemon.process.poll() is None
        daemon.process.kill()
        daemon.process.wait()
    freed = run(little_home, "worker", launcher=SLOW, code=None, SLOW="end")
    assert freed.returncode == 0
    assert not doing(database_url, "extract")


@pytest.mark.parametrize("stage", ["read", "embed", "page"])
def test_a_stop_in_the_middle_of_work_ends_soon_and_the_next_start_goes_on(
    stage: str, database_url: str, little_home: Path
) -> None:
    with running(little_home, "run", launcher=SLOW, SLOW=stage) as daemon:
        daemon.until(lambda: doing(database_url, stage), f"the work on {stage}")
        parsers = children_of(daemon.process.pid)
        assert daemon.stop(limit=30) == 0
    assert not any(alive(parser) for parser in parsers)
    assert not ask(database_url, DOING)
    run(little_home, "run", "--until-idle")
    assert worked_off(database_url)


def test_no_parser_outlives_a_killed_daemon(database_url: str, little_home: Path) -> None:
    with running(little_home, "run") as daemon:
        parsers = daemon.until(lambda: children_of(daemon.process.pid), "a parser")
        daemon.process.kill()
        daemon.process.wait()
    ends_at = time.monotonic() + 10
    while any(alive(parser) for parser in parsers):
        assert time.monotonic() < ends_at


def test_no_parser_outlives_a_run_that_ended(database_url: str, little_home: Path) -> None:
    with running(little_home, "run", "--until-idle") as daemon:
        parsers = daemon.until(lambda: children_of(daemon.process.pid), "a parser")
        assert daemon.process.wait(90) == 0
    assert not any(alive(parser) for parser in parsers)


def test_a_daemon_needs_few_connections(database_url: str, little_home: Path) -> None:
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    with running(little_home, "run") as daemon:
        most = 0

        def ended() -> bool:
            nonlocal most
            most = max(most, ask(database_url, query)[0] - 1)
            return worked_off(database_url)

        daemon.until(ended, "the end of the work")
        put(little_home, "graphs/lectures/3-paths.md", PATHS)
        daemon.until(lambda: ended() and done(database_url, "read") == 3, "the end of the work")
    assert 3 < most <= 14


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return not is_zombie(process)


def is_zombie(process: int) -> bool:
    """Whether it has ended and only waits for somebody to ask how, which nobody may do in a container."""
    try:
        return Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


async def test_who_is_refused_is_told_how_to_end_the_other(database_url: str) -> None:
    async with only_daemon(database_url):
        with pytest.raises(DatabaseOccupied) as refused:
            async with only_daemon(database_url):
                raise AssertionError("there are two")
    assert f"stop that one first (Ctrl-C in its terminal, or kill {os.getpid()})" in str(refused.value)


@contextmanager
def held_by(url: str, process: int) -> Iterator[psycopg.Connection[Any]]:
    """The place of the one daemon in the name of a process of this machine."""
    name = f"gradient daemon, process {process} on {socket.gethostname()}"
    with psycopg.connect(url, autocommit=True, application_name=name) as connection:
        connection.execute("SELECT pg_advisory_lock(%s, 0)", [DAEMON_LOCK])
        yield connection


@pytest.fixture
def dead() -> Iterator[int]:
    """The number of a process that has died, and that nobody has asked for its end."""
    with subprocess.Popen(["true"]) as process:
        assert os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        yield process.pid


async def test_the_place_of_one_that_has_just_died_is_waited_for(database_url: str, dead: int) -> None:
    with held_by(database_url, dead) as ghost:
        place = OnlyDaemon(database_url)
        taking = asyncio.create_task(place.take())
        await asyncio.to_thread(_until_looked_for, database_url)
        assert not taking.done()
        ghost.close()
        await taking
        await place.leave()


async def test_one_that_never_leaves_is_named_in_the_end(database_url: str, dead: int) -> None:
    with held_by(database_url, dead):
        place = OnlyDaemon(database_url, ghost_seconds=0.2)
        with pytest.raises(DatabaseOccupied, match=f"process {dead}"):
            await place.take()
        await place.leave()


async def test_one_that_lives_is_named_at_once(database_url: str) -> None:
    with held_by(database_url, os.getpid()):
        place = OnlyDaemon(database_url, ghost_seconds=3600)
        with pytest.raises(DatabaseOccupied, match=f"process {os.getpid()}"):
            await place.take()
        await place.leave()


def _until_looked_for(url: str) -> None:
    """Until somebody else has a connection in the name of this process."""
    own = f"gradient daemon, process {os.getpid()} on {socket.gethostname()}"
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = %(own)s AND query LIKE '%%pg_locks%%'"
    )
    while not ask(url, query, own=own)[0]:
        pass
