"""Where Gradient keeps its state, found with the standard library alone so that short commands start fast."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradient.errors import SettingsError
from gradient.variables import DATABASE_URL, HOME, refuse_unknown

CONFIG_NAME = "gradient.toml"
STATE_NAME = ".gradient"


@dataclass(frozen=True)
class Home:
    """Where one installation lives.

    `directory` holds its state, `base` is what relative paths in the settings start from: the folder of
    `config_file`, or the working directory where there is none. `database_url` is None for the embedded
    database.
    """

    directory: Path
    base: Path
    config_file: Path | None
    database_url: str | None

    def path(self, setting: str | Path) -> Path:
        """The absolute path that a path in the settings stands for; a leading `.gradient` is the home."""
        path = expanded(Path(setting))
        if path.parts[:1] == (STATE_NAME,):
            return self.directory.joinpath(*path.parts[1:])
        return self.base / path


def locate(start: Path | None = None, environ: Mapping[str, str] = os.environ) -> Home:
    """The home of `start` (the working directory): beside the nearest `gradient.toml`, or `GRADIENT_HOME`.

    Nothing is created. Raises SettingsError if the settings file is no TOML or a folder, for a variable of
    ours that nobody knows or that is no text, for a home that is no folder, and where the working directory
    was removed.
    """
    refuse_unknown(environ)
    start = (start or _working_directory()).absolute()
    config_file = _config_file(start)
    base = config_file.parent if config_file else start
    stated = environ.get(HOME)
    directory = start / expanded(Path(stated)) if stated else base / STATE_NAME
    if stated:
        _require_folder(directory, stated)
    url = environ.get(DATABASE_URL) or (_database_url(config_file) if config_file else None)
    if any("\ud800" <= letter <= "\udfff" for letter in url or ""):
        raise SettingsError(f"The variable {DATABASE_URL} holds bytes that are no UTF-8; write it anew.")
    return Home(directory, base, config_file, url)


def _require_folder(directory: Path, stated: str) -> None:
    """Raises SettingsError if what is stated as the home is something else than a folder that may be seen."""
    try:
        wrong = "which is no folder" if directory.exists() and not directory.is_dir() else None
    except OSError as error:
        wrong = f"which cannot be looked at ({error.strerror})"
    if wrong is not None:
        raise SettingsError(f"The variable {HOME} is {stated!r}, {wrong}; name another folder.")


def _config_file(start: Path) -> Path | None:
    """The nearest settings file of a folder, in it or above."""
    for folder in (start, *start.parents):
        file = folder / CONFIG_NAME
        if file.is_file():
            return file
        if file.is_dir():
            raise SettingsError(f"{file} is a folder, and settings stand in a file; give it another name.")
    return None


def expanded(path: Path) -> Path:
    """The path with a leading `~` or `~name` resolved. Raises SettingsError where nobody has such a home."""
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise SettingsError(f"{path} starts from a home folder that nobody has; write it in full.") from error


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise SettingsError("The working directory was removed; change into one that exists.") from error


def read_toml(file: Path) -> dict[str, Any]:
    """The content of a TOML file. Raises SettingsError, naming the file and, for a text with NUL, the key."""
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 text ({error.reason}); save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file} is not valid TOML: {error}.") from error
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file} is not valid TOML: a number or a nesting in it is too large.") from error
    key = _unstorable(values)
    if key is not None:
        raise SettingsError(f"{file}: a NUL character stands in {key!r}; remove it.")
    return values


def _unstorable(value: Any, key: str = "") -> str | None:
    """The dotted key of the first text with a NUL, which neither a database nor a path can hold, or None."""
    if isinstance(value, dict):
        inner = ((one, f"{key}.{name}" if key else name) for name, one in value.items())
    elif isinstance(value, list):
        inner = ((one, key) for one in value)
    else:
        return key if isinstance(value, str) and "\0" in value else None
    return next((found for one, name in inner if (found := _unstorable(one, name)) is not None), None)


def packaged(name: str) -> Path:
    """The folder `jobs` or `migrations`: inside an installed wheel, else at the top of the checkout."""
    package = Path(__file__).parent
    inside = package / f"_{name}"
    return inside if inside.is_dir() else package.parent / name


def _database_url(config_file: Path) -> str | None:
    section = read_toml(config_file).get("database")
    url = section.get("url") if isinstance(section, dict) else None
    return url if isinstance(url, str) and url else None
