"""The variables of the environment that Gradient knows, found with the standard library alone."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gradient.errors import SettingsError

PREFIX = "GRADIENT_"
HOME = "GRADIENT_HOME"
DATABASE_URL = "GRADIENT_DATABASE_URL"
DEBUG = "GRADIENT_DEBUG"
KEY_VARIABLES = {
    "anthropic": "ANTHROPIC_API_KEY",
    "voyage": "VOYAGE_API_KEY",
    "openai": "OPENAI_API_KEY",
}
"""Where the keys for models are looked for by provider; the only variables without our prefix."""
TEMPLATE = Path(__file__).with_name("settings_template.toml")
CLOSE = 0.8
"""How alike two names have to be (2 × common letters ÷ letters of both) for one to be a slip of the other."""

_PLAIN = frozenset({HOME, DATABASE_URL, DEBUG})


@cache
def known() -> frozenset[str]:
    """Every variable that has an effect: one for each setting, one for each section, and a few besides."""
    names = set(_PLAIN)
    section = ""
    for line in TEMPLATE.read_text("utf-8").splitlines():
        if found := re.match(r"\[(\w+)\]", line):
            section = f"{PREFIX}{found[1].upper()}"
            names.add(section)
        elif found := re.match(r"#(\w+) = ", line):
            names.add(f"{section}_{found[1].upper()}")
    return frozenset(names)


def settings_among(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that set what a settings file may set too, by their names in capitals; no empty ones."""
    given = {name.upper(): value for name, value in environ.items() if value}
    return {name: given[name] for name in given if name.startswith(PREFIX) and name not in _PLAIN}


def refuse_unknown(environ: Mapping[str, str]) -> None:
    """Raises SettingsError, naming the nearest known one, for a variable of ours that has no effect."""
    ours = {name.upper(): name for name in environ if name.upper().startswith(PREFIX)}
    if ours.keys() <= _PLAIN:
        return
    for name in sorted(ours.keys() - known()):
        raise SettingsError(f"The variable {ours[name]} has no effect; {_instead(name)}")


def _instead(name: str) -> str:
    import difflib

    # A section by itself takes all of its settings as JSON, which hardly anybody who slipped has meant.
    single = known() - {one for one in known() if any(other.startswith(f"{one}_") for other in known())}
    near = difflib.get_close_matches(name, sorted(single), 1, CLOSE) or difflib.get_close_matches(
        name, sorted(known()), 1, CLOSE
    )
    if near:
        return f"did you mean {near[0]}?"
    return "unset it: gradient init writes a file that names every setting, and so every variable."
