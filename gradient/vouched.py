"""Whether the settings of a home are in order, without checking them again as long as nothing has changed.

Checking them takes longer than asking for prerequisites. So what was checked leaves a hash in the home: of
the settings file, of the variables, and of the modules that check them. It gives none of their values away.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from gradient.errors import SettingsError
from gradient.home import Home
from gradient.variables import KEY_VARIABLES, settings_among

STAMP = "settings.checked"
CHECKING = ("settings.py", "checked.py", "home.py", "playing.py", "variables.py")
"""The modules that say which settings are right."""


def require_settings(home: Home) -> None:
    """Raises SettingsError, as `settings.load` does, unless the settings are in order as they stand now.

    A home that cannot be written to has them checked each time.
    """
    stamp = _stamp(home)
    if stamp is None or stamp == _remembered(home):
        return
    from gradient.settings import load

    load(home)
    if stamp == _stamp(home):  # else they have changed while they were checked
        _remember(home, stamp)


def _stamp(home: Home) -> str | None:
    """The hash of all that the settings come from, or None where they are the defaults."""
    variables = settings_among(os.environ)
    if home.config_file is None and not variables:
        return None
    digest = hashlib.sha256()
    for part in _parts(home.config_file, variables):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def _parts(file: Path | None, variables: dict[str, str]) -> Iterator[bytes]:
    for module in CHECKING:
        yield Path(__file__).with_name(module).read_bytes()
    yield b"" if file is None else _content(file)
    for variable in KEY_VARIABLES.values():
        yield b"a key" if os.environ.get(variable) else b"no key"
    for name, value in sorted(variables.items()):
        yield os.fsencode(f"{name}={value}")


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error


def _remembered(home: Home) -> str | None:
    try:
        return (home.directory / STAMP).read_text("ascii")
    except (OSError, ValueError):  # there is none yet, or something else by its name
        return None


def _remember(home: Home, stamp: str) -> None:
    with contextlib.suppress(OSError):  # it only saves time, so a home without room or rights is no error
        file = home.directory / STAMP
        file.touch(mode=0o600)
        file.write_text(stamp, "ascii")
