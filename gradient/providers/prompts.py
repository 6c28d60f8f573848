"""Prompts: Markdown files whose first line names their version, so that whoever writes one needs no code."""

import re
from dataclasses import dataclass
from importlib.resources import files

_FIRST_LINE = re.compile(r"<!-- version (\d+) -->\n+")


@dataclass(frozen=True)
class Prompt:
    """The text of a prompt with its version, which changes with the text."""

    name: str
    version: int
    text: str

    @property
    def named(self) -> str:
        """Its name with its version: what changes whenever it may be answered otherwise."""
        return f"{self.name} {self.version}"


def load(package: str, name: str) -> Prompt:
    """The prompt `<name>.md` beside the modules of a package. ValueError if it does not name its version."""
    text = files(package).joinpath(f"{name}.md").read_text("utf-8")
    first = _FIRST_LINE.match(text)
    if first is None:
        raise ValueError(f"{package}/{name}.md does not begin with its version")
    return Prompt(name, int(first[1]), text[first.end() :].strip())
