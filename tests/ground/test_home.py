import subprocess
import sys
from pathlib import Path

import pytest

from gradient.cli import main
from gradient.errors import Exit, SettingsError
from gradient.home import locate, packaged


def test_the_state_lies_beside_the_nearest_settings_file(tmp_path: Path) -> None:
    (tmp_path / "gradient.toml").write_text("")
    below = tmp_path / "notes" / "deep"
    below.mkdir(parents=True)
    home = locate(below, environ={})
    assert home.directory == tmp_path / ".gradient"
    assert home.config_file == tmp_path / "gradient.toml"
    assert home.database_url is None


def test_without_a_settings_file_the_state_lies_in_the_working_directory(tmp_path: Path) -> None:
    home = locate(tmp_path, environ={})
    assert (home.directory, home.base, home.config_file) == (tmp_path / ".gradient", tmp_path, None)
    assert not home.directory.exists()


def test_a_stated_home_takes_the_state_and_what_is_written_below_it(tmp_path: Path) -> None:
    home = locate(tmp_path, environ={"GRADIENT_HOME": "elsewhere"})
    assert home.directory == tmp_path / "elsewhere"
    assert home.path(".gradient/vault") == tmp_path / "elsewhere" / "vault"
    assert home.path("inbox") == tmp_path / "inbox"
    assert home.path(tmp_path / "absolute") == tmp_path / "absolute"


def test_the_database_of_the_environment_comes_before_that_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "gradient.toml").write_text('[database]\nurl = "postgresql://file/db"\n')
    assert locate(tmp_path, environ={}).database_url == "postgresql://file/db"
    stated = {"GRADIENT_DATABASE_URL": "postgresql://environment/db"}
    assert locate(tmp_path, environ=stated).database_url == "postgresql://environment/db"


@pytest.mark.parametrize("text", [b"[inbox\n", b"name = '\xff'\n"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "gradient.toml").write_bytes(text)
    with pytest.raises(SettingsError, match=r"gradient\.toml is not"):
        locate(tmp_path, environ={})


@pytest.mark.parametrize("name", ["jobs", "migrations"])
def test_what_the_wheel_carries_is_found_in_the_checkout(name: str) -> None:
    assert any(packaged(name).iterdir())


def test_finding_the_home_loads_neither_pydantic_nor_the_database() -> None:
    code = (
        "import sys, gradient.home, gradient.store.embedded;"
        "print(sorted({'pydantic', 'psycopg', 'sqlalchemy', 'alembic', 'psutil'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("GRADIENT_DATABASE_URL", "postgresql://\udcff@host/db", "no UTF-8"),
        ("GRADIENT_HOME", "~nobody-of-this-name/home", "home folder that nobody has"),
    ],
)
def test_a_variable_that_leads_nowhere_is_one_sentence(
    tmp_path: Path, variable: str, value: str, said: str
) -> None:
    with pytest.raises(SettingsError, match=said):
        locate(tmp_path, environ={variable: value})


def test_a_working_directory_that_was_removed_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(SettingsError, match="working directory was removed"):
        locate(environ={})


def test_a_settings_file_that_is_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "gradient.toml").mkdir()
    with pytest.raises(SettingsError, match=r"gradient\.toml is a folder"):
        locate(tmp_path / "below", environ={})


def test_a_stated_home_that_is_no_folder_is_told_by_its_variable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="The variable GRADIENT_HOME is 'file', which is no folder"):
        locate(tmp_path, environ={"GRADIENT_HOME": "file"})
    with pytest.raises(SettingsError, match=r"The variable GRADIENT_HOME is .* cannot be looked at"):
        locate(tmp_path, environ={"GRADIENT_HOME": "a" * 300})


@pytest.mark.parametrize("words", [["run", "--until-idle"], ["status"]])
def test_a_stated_home_that_cannot_be_made_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRADIENT_DATABASE_URL", raising=False)
    monkeypatch.setenv("GRADIENT_HOME", str(tmp_path / "file" / "below"))
    assert main.run(words) in (Exit.DATABASE, Exit.USAGE)
    said = capsys.readouterr().err
    assert "GRADIENT_HOME" in said
    assert str(tmp_path / "file" / "below") in said
