"""No secret reaches a log, a row, the vault, an export or an error."""

import re
from pathlib import Path

import pytest

from tests.daemon.runs import Running, ask, put, run, running
from tests.daemon.state import files_of

SECRET = "hunter2-and-more"
KEYS = {
    name: f"{SECRET}-{number}"
    for number, name in enumerate(
        ("ANTHROPIC_API_KEY", "VOYAGE_API_KEY", "OPENAI_API_KEY", "NOTION_TOKEN", "PGPASSWORD")
    )
}
COMMANDS = (
    ("status", "--json"),
    ("changes", "--json"),
    ("db", "path"),
    ("jobs", "list"),
    ("run", "--plan"),
    ("export", "exported"),
)


def with_password(url: str) -> str:
    """An address that holds a password; the server of the tests asks for none."""
    return re.sub(r"//([^@/:]*)(?::[^@/]*)?@", rf"//\1:{SECRET}@", url)


@pytest.fixture
def secretive(little_home: Path, database_url: str) -> Path:
    """A home whose settings hold a password and that logs everything, with a file that cannot be read."""
    settings = little_home / "gradient.toml"
    text = settings.read_text("utf-8").replace(database_url, with_password(database_url))
    assert SECRET in text
    settings.write_text(f'{text}\n[log]\nlevel = "debug"\nformat = "json"\n', "utf-8")
    put(little_home, "graphs/lectures/3-broken.pdf", b"%PDF-1.7 broken")
    return little_home


def test_none_is_said_stored_or_written(secretive: Path, database_url: str) -> None:
    said = [run(secretive, "run", "--until-idle", code=1, **KEYS)]
    said += [run(secretive, *command, code=None, **KEYS) for command in COMMANDS]
    assert all(one.returncode in (0, 1) for one in said)
    assert not any(SECRET in one.stdout + one.stderr for one in said)
    tables = ask(database_url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert not any(
        SECRET in row for one in tables for row in ask(database_url, f"SELECT t::text FROM {one} t")
    )
    written = {name: content for name, content in files_of(secretive).items() if name != "gradient.toml"}
    assert any(name.startswith("exported/") for name in written)
    assert [name for name, content in written.items() if SECRET.encode() in content] == []


def test_none_is_said_when_the_database_is_away(secretive: Path, database_url: str) -> None:
    name = database_url.rpartition("/")[2].partition("?")[0]
    other = database_url.replace(f"/{name}?", "/postgres?")

    def trouble(daemon: Running) -> None:
        daemon.until(lambda: ask(database_url, "SELECT 1 FROM outcomes"), "work")
        ask(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        ask(other, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        daemon.until(lambda: "waits for the database" in daemon.said, "a word about the trouble")

    with running(secretive, "run", **KEYS) as daemon:
        try:
            trouble(daemon)
        finally:
            ask(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert daemon.stop() == 0
        assert SECRET not in daemon.said


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://me:{SECRET}@127.0.0.1:1/gradient",
        f"postgresql://me:{SECRET}/with-slash@127.0.0.1:1/gradient",
        f"postgresql://me:a@{SECRET}@127.0.0.1:1/gradient",
        f"postgresql://me:{SECRET}@127.0.0.1:no-port/gradient",
        f"postgresql://127.0.0.1:1/gradient?user=me&password={SECRET}",
        f"host=127.0.0.1 port=1 password={SECRET}",
        f"host=127.0.0.1 port=1 password = 'one {SECRET}' user=me",
        f"host=127.0.0.1 port=1 sslpassword={SECRET}",
        f"password={SECRET} nonsense",
    ],
)
def test_none_is_said_of_an_address_that_leads_nowhere(empty_home: Path, url: str) -> None:
    for command in (("status",), ("db", "path"), ("run", "--until-idle")):
        ran = run(empty_home, *command, code=None, GRADIENT_DATABASE_URL=url)
        assert SECRET not in ran.stdout + ran.stderr
