import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from gradient.errors import DatabaseError
from gradient.home import Home
from gradient.store import embedded_place
from gradient.store.embedded import URL_FILE, data_of, database, embedded
from gradient.store.embedded_place import POINTER, place_of
from gradient.store.embedded_server import server_in, stop

CHECKOUT = Path(__file__).parents[2]


@contextmanager
def user_of(home: Path) -> Iterator[subprocess.Popen[str]]:
    user = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("embedded_user.py"), home, embedded_place.ROOT_STATE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )
    with user:
        try:
            yield user
        finally:
            user.kill()


def address(user: subprocess.Popen[str]) -> str:
    assert user.stdout is not None
    return user.stdout.readline().strip()


def leave(user: subprocess.Popen[str]) -> None:
    user.communicate()
    assert user.returncode == 0


def server_process(home: Path) -> int:
    return int((data_of(home) / "postmaster.pid").read_text().splitlines()[0])


def is_up(home: Path) -> bool:
    return (data_of(home) / "postmaster.pid").exists()


def test_it_starts_keeps_what_it_was_given_and_stops_with_its_last_user(own_home: Path) -> None:
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('straße')")
    assert not is_up(own_home)
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT word FROM kept").fetchone() == ("straße",)
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
        connection.execute("CREATE EXTENSION vector")
    assert not is_up(own_home)


def test_two_processes_that_start_at_once_share_one_server(own_home: Path) -> None:
    with user_of(own_home) as one, user_of(own_home) as other:
        assert address(one) == address(other) != ""
        leave(one)
        assert is_up(own_home)
        leave(other)
        assert not is_up(own_home)


def test_after_a_kill_the_server_is_found_again_and_stopped_by_the_next_user(own_home: Path) -> None:
    with user_of(own_home) as user:
        url = address(user)
        before = server_process(own_home)
        user.send_signal(signal.SIGKILL)
        user.wait()
    assert is_up(own_home)
    with embedded(own_home) as again:
        assert again == url
        assert server_process(own_home) == before
    assert not is_up(own_home)


def test_a_killed_server_is_started_again_in_spite_of_what_it_left(own_home: Path) -> None:
    with embedded(own_home) as dead:
        os.kill(server_process(own_home), signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError), psycopg.connect(dead):
            pass
        with embedded(own_home) as url, psycopg.connect(url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_the_number_of_a_dead_server_may_belong_to_another_program(own_home: Path) -> None:
    with embedded(own_home):
        pass
    lines = [str(os.getpid()), str(data_of(own_home)), "1", "5432", "", "", "0 0", "ready"]
    (data_of(own_home) / "postmaster.pid").write_text("\n".join(lines))
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_cluster_that_was_made_halfway_is_made_anew(own_home: Path) -> None:
    with embedded(own_home):
        pass
    data_of(own_home).rename(data_of(own_home).with_name("postgres.unfinished"))
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_person_who_is_connected_keeps_the_server_up(own_home: Path) -> None:
    with embedded(own_home) as url:
        person = psycopg.connect(url)
    with person:
        assert person.execute("SELECT 1").fetchone() == (1,)
    person.close()
    with embedded(own_home):
        pass
    assert not is_up(own_home)


def test_a_path_that_is_too_long_for_a_socket_does_no_harm(own_home: Path) -> None:
    home = own_home / "a-long-name" / ("b" * 90) / "home"
    with embedded(home) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_home_whose_database_is_gone_says_so_and_makes_no_other(own_home: Path) -> None:
    own_home.mkdir()
    (own_home / POINTER).write_text("/nowhere/at/all\n")
    with pytest.raises(DatabaseError, match="names /nowhere/at/all, which is gone"), embedded(own_home):
        pass


def test_a_stated_database_is_used_as_it_is_and_nothing_is_started(own_home: Path) -> None:
    with database(Home(own_home, own_home, None, "postgresql://somewhere/else")) as url:
        assert url == "postgresql://somewhere/else"
    assert not own_home.exists()


def test_a_running_server_is_found_by_its_address_alone(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with embedded(own_home) as url:
        with monkeypatch.context() as patch:
            patch.setattr("gradient.store.embedded_server.ensure_running", None)
            with embedded(own_home) as again:
                assert again == url
        assert (place_of(own_home) / URL_FILE).read_text().strip() == url


def test_stopping_a_server_that_does_not_run_does_nothing(own_home: Path) -> None:
    with embedded(own_home):
        pass
    stop(server_in(place_of(own_home)))
