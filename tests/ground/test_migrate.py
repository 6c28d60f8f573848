import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gradient.errors import DatabaseError, DatabaseUnreachable, Exit
from gradient.home import packaged
from gradient.store.migrate import connected, known_revisions, revision_of, upgrade, without_password

STEP = """
from alembic import op

revision = "{name}"
down_revision = {parent!r}


def upgrade() -> None:
    op.execute("{statement}")
"""

OURS = "CREATE TABLE installation (salt text); CREATE TABLE outcomes (unit_id bigint)"
"""What a database is known by."""


def migrations(folder: Path, **statements: str) -> Path:
    """A folder of migrations, one after the other: a name and a statement each."""
    shutil.copytree(packaged("migrations"), folder, ignore=shutil.ignore_patterns("versions", "__pycache__"))
    (folder / "versions").mkdir()
    parent = None
    first, *others = statements
    statements = {first: f"{OURS}; {statements[first]}", **{one: statements[one] for one in others}}
    for name, statement in statements.items():
        text = STEP.format(name=name, parent=parent, statement=statement)
        (folder / "versions" / f"{name}.py").write_text(text)
        parent = name
    return folder


def test_a_new_database_gets_every_table_and_the_second_call_does_nothing(empty_database_url: str) -> None:
    assert upgrade(empty_database_url) is True
    assert upgrade(empty_database_url) is False
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT extname FROM pg_extension WHERE extname = 'vector'").fetchone()
        assert revision_of(connection) == known_revisions(packaged("migrations"))[1]


def test_several_processes_may_migrate_at_once(empty_database_url: str, tmp_path: Path) -> None:
    folder = migrations(tmp_path / "steps", one="CREATE TABLE once (id int)")
    with ThreadPoolExecutor(4) as pool:
        stepped = list(pool.map(lambda _: upgrade(empty_database_url, folder), range(4)))
    assert sorted(stepped) == [False, False, False, True]


def test_a_database_is_brought_on_from_where_it_is(empty_database_url: str, tmp_path: Path) -> None:
    upgrade(empty_database_url, migrations(tmp_path / "old", one="CREATE TABLE first ()"))
    more = migrations(tmp_path / "new", one="CREATE TABLE first ()", two="CREATE TABLE second ()")
    assert upgrade(empty_database_url, more) is True
    with connected(empty_database_url) as connection:
        connection.execute("SELECT FROM first, second")


def test_a_step_that_fails_leaves_the_database_as_it_was(empty_database_url: str, tmp_path: Path) -> None:
    folder = migrations(tmp_path / "steps", one="CREATE TABLE kept ()", two="CREATE TABLE wrong (x nonsense)")
    with pytest.raises(DatabaseError, match='cannot be migrated \\(type "nonsense" does not exist\\)'):
        upgrade(empty_database_url, folder)
    with connected(empty_database_url) as connection:
        assert revision_of(connection) is None
        with pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT FROM kept")


def test_a_database_of_a_newer_version_is_left_alone(empty_database_url: str, tmp_path: Path) -> None:
    upgrade(empty_database_url, migrations(tmp_path / "new", one="SELECT 1", two="SELECT 2"))
    with pytest.raises(
        DatabaseError, match=r"newer Gradient \(its revision is two, the newest one known here is one\)"
    ):
        upgrade(empty_database_url, migrations(tmp_path / "old", one="SELECT 1"))


TAKEN = {
    "topics": "CREATE TABLE topics (id int)",
    "procrastinate_jobs": "CREATE VIEW procrastinate_jobs AS SELECT 1 AS id",
    "procrastinate_job_status": "CREATE TYPE procrastinate_job_status AS ENUM ('todo')",
    "customers": "CREATE TABLE customers (id int)",
    "shop.orders": "CREATE SCHEMA shop; CREATE TABLE shop.orders (id int)",
}
THINGS = "SELECT count(*) FROM pg_class"


@pytest.mark.parametrize("name", TAKEN)
def test_a_database_of_another_program_is_refused_and_left_as_it_was(
    empty_database_url: str, name: str
) -> None:
    with connected(empty_database_url) as connection:
        connection.execute(TAKEN[name].encode())
        before = connection.execute(THINGS).fetchone()
        with pytest.raises(
            DatabaseError, match=rf"not empty \(it holds {name}\).*--beside-others"
        ) as refused:
            upgrade(empty_database_url)
        assert refused.value.exit_code == Exit.DATABASE
        assert "\n" not in str(refused.value)
        assert connection.execute(THINGS).fetchone() == before


def test_a_person_may_put_the_tables_beside_those_of_others(empty_database_url: str) -> None:
    with connected(empty_database_url) as connection:
        connection.execute("CREATE TABLE customers (id int)")
    assert upgrade(empty_database_url, beside_others=True) is True
    assert upgrade(empty_database_url) is False


@pytest.mark.parametrize("name", ["topics", "procrastinate_jobs", "procrastinate_job_status"])
def test_a_name_that_is_taken_is_one_sentence(empty_database_url: str, name: str) -> None:
    with connected(empty_database_url) as connection:
        connection.execute(TAKEN[name].encode())
    with pytest.raises(DatabaseError, match=f'under a name that Gradient needs \\(.*"{name}" already'):
        upgrade(empty_database_url, beside_others=True)


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "deadbeef", None])
@pytest.mark.parametrize("beside_others", [False, True])
def test_the_migrations_of_another_program_are_not_taken_for_ours(
    empty_database_url: str, revision: str | None, beside_others: bool
) -> None:
    with connected(empty_database_url) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num varchar(32) PRIMARY KEY)")
        if revision is not None:
            connection.execute("INSERT INTO alembic_version VALUES (%s)", [revision])
        with pytest.raises(DatabaseError, match="belongs to another program"):
            upgrade(empty_database_url, beside_others=beside_others)
        assert revision_of(connection) == revision


def test_tables_of_ours_without_their_revision_are_left_alone(database_url: str) -> None:
    with connected(database_url) as connection:
        connection.execute("DELETE FROM alembic_version")
    with pytest.raises(DatabaseError, match="no longer says which revision"):
        upgrade(database_url)


def test_an_extension_alone_makes_no_database_another_programs(empty_database_url: str) -> None:
    with connected(empty_database_url) as connection:
        connection.execute("CREATE EXTENSION vector")
    assert upgrade(empty_database_url) is True


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable) as refused:
        upgrade(f"postgresql://me:secret@/db?host={tmp_path}")
    assert "postgresql://me@/db" in str(refused.value)
    assert "does not answer" in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == Exit.DATABASE


def test_a_server_that_is_just_starting_is_waited_for(
    empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, asked = psycopg.connect, list[str]()

    def starting(url: str, **options: Any) -> Any:
        asked.append(url)
        if len(asked) < 3:
            raise psycopg.OperationalError("FATAL: the database system is starting up")
        return connect(url, **options)

    monkeypatch.setattr("gradient.store.migrate.psycopg.connect", starting)
    monkeypatch.setattr("gradient.store.migrate.PAUSE_SECONDS", 0.0)
    monkeypatch.setattr("gradient.store.migrate._is_starting", lambda _: True)
    with connected(empty_database_url) as connection:
        assert revision_of(connection) is None
    assert len(asked) == 3


def test_a_malformed_address_is_one_sentence() -> None:
    with pytest.raises(DatabaseUnreachable, match="address of the database is malformed") as refused:
        upgrade("postgresql//nonsense")
    assert "nonsense" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:p%40ss@host:5432/db", "postgresql://me@host:5432/db"),
        ("postgresql://host/db?user=me&password=secret", "postgresql://host/db?user=me&password=…"),
        ("host=h password=secret dbname=db", "host=h password=… dbname=db"),
        (r"host=h password = 'a secret\' b' dbname=db", "host=h password = … dbname=db"),
        ("postgresql://me:p@ss/word@host/db", "postgresql://me@host/db"),
        ("postgresql://gradient@/gradient?host=%2Fvar", "postgresql://gradient@/gradient?host=%2Fvar"),
    ],
)
def test_addresses_are_shown_without_passwords(url: str, shown: str) -> None:
    assert without_password(url) == shown
