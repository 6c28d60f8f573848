"""Nothing that was there before changes its mode or owner, whoever runs Gradient and wherever."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from gradient.errors import DatabaseError
from gradient.store import embedded_place
from gradient.store.embedded import data_of, embedded
from gradient.store.embedded_place import (
    LONGEST_SOCKET,
    SOCKET_NAME,
    account_for,
    packaged_programs,
    place_of,
    programs_for,
    sockets_of,
)

CHECKOUT = Path(__file__).parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


def modes(*folders: Path) -> dict[Path, tuple[int, int]]:
    upwards = {parent for folder in folders for parent in (folder, *folder.parents)}
    return {path: (found.st_mode, found.st_uid) for path in upwards for found in [path.stat()]}


@pytest.mark.parametrize("name", ["plain", "with a space", 'quote\'d $HOME, "é"'])
def test_no_folder_above_the_home_changes_its_mode(own_home: Path, name: str) -> None:
    private = own_home.parent / "private" / name
    private.mkdir(parents=True)
    private.parent.chmod(0o700)
    private.chmod(0o700)
    before = modes(private, packaged_programs())
    with embedded(private / "home") as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert modes(private, packaged_programs()) == before


@as_root
def test_roots_database_lies_in_a_place_of_its_own_that_only_its_account_enters(own_home: Path) -> None:
    with embedded(own_home):
        pass
    assert data_of(own_home).parent.parent == embedded_place.ROOT_STATE
    found = data_of(own_home).stat()
    assert found.st_mode & 0o777 == 0o700
    assert found.st_uid not in (0, os.getuid())


@as_root
def test_programs_that_the_account_cannot_reach_are_copied_not_opened(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = packaged_programs()
    private = own_home.parent / "private"
    for tree in embedded_place._trees_of(installed):
        shutil.copytree(tree, private / tree.relative_to(installed.parents[2]), symlinks=True)
    private.chmod(0o700)
    programs = private / installed.relative_to(installed.parents[2])
    monkeypatch.setattr(embedded_place, "packaged_programs", lambda: programs)
    before = modes(programs)
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE EXTENSION vector")
        assert programs_for(account_for(data_of(own_home))).is_relative_to(embedded_place.ROOT_STATE)
    assert modes(programs) == before


@as_root
@pytest.mark.skipif(
    not embedded_place._open_to_all(packaged_programs().parent), reason="the programs are root's alone here"
)
@pytest.mark.parametrize(
    ("name", "below"), [("plain", "plain/.gradient"), ("with a space", "state/gradient")]
)
def test_without_roots_rights_the_data_lie_in_the_home_or_in_the_state_folder(
    public_folder: Path, name: str, below: str
) -> None:
    public_folder.chmod(0o777)
    home = public_folder / name / ".gradient"
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "XDG_STATE_HOME": str(public_folder / "state")}
    user = subprocess.run(
        [sys.executable, Path(__file__).with_name("plain_user.py"), home],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert user.returncode == 0, user.stderr
    assert Path(user.stdout.strip()).is_relative_to(public_folder / below)


def test_a_place_that_cannot_be_made_is_named_with_the_way_out(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = own_home.parent / "file"
    blocked.write_text("")
    monkeypatch.setattr(embedded_place, "ROOT_STATE", blocked / "state")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    with (
        pytest.raises(DatabaseError, match=r"cannot be made .* set GRADIENT_HOME"),
        embedded(own_home / "a b"),
    ):
        pass


def test_a_home_keeps_its_place_when_it_is_moved(own_home: Path) -> None:
    home = own_home / "with a space"
    with embedded(home) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept ()")
    place = place_of(home)
    moved = home.rename(own_home / "moved")
    with embedded(moved) as url, psycopg.connect(url) as connection:
        assert place_of(moved) == place
        connection.execute("SELECT FROM kept")


def test_a_folder_for_sockets_that_others_can_enter_is_refused(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(own_home.parent))
    data = Path("/", "long" * (LONGEST_SOCKET // 4), "data")
    folder = sockets_of(data, None)
    assert folder.parent == own_home.parent
    assert len(str(folder / SOCKET_NAME)) <= LONGEST_SOCKET
    folder.chmod(0o777)
    with pytest.raises(DatabaseError, match="is not a private folder"):
        sockets_of(data, None)


def test_a_new_home_never_finds_the_data_of_one_that_was_removed(own_home: Path) -> None:
    """Where the data lie elsewhere, removing the home leaves them; a new home of that path starts empty."""
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE left_behind ()")
    first = place_of(own_home)
    shutil.rmtree(own_home)
    with embedded(own_home) as url, psycopg.connect(url) as connection:
        found = connection.execute("SELECT to_regclass('left_behind')").fetchone()
    shutil.rmtree(first, ignore_errors=True)
    assert found == (None,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give its rights away")
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed")
def test_root_that_may_not_read_what_others_own_is_told_so(own_home: Path) -> None:
    with embedded(own_home):
        pass
    without = "-dac_override,-dac_read_search"
    user = subprocess.run(
        ["setpriv", "--bounding-set", without, "--inh-caps", without, sys.executable,
         Path(__file__).with_name("embedded_user.py"), own_home, embedded_place.ROOT_STATE],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    told = user.stderr.strip().splitlines()[-1]
    assert told.startswith("gradient.errors.DatabaseError: ")
    assert "may not touch it (Permission denied); run Gradient with all rights of root" in told
