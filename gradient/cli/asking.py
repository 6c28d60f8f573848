"""`gradient prereqs TOPIC` read without typer, which takes longer to start than the answer takes.

What is not a plain question of this kind is left to typer, which understands or refuses it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gradient.cli.learning import Format, show_prerequisites

VERBS = frozenset({"show", "add", "remove"})
FLAGS = {"--json": "as_json", "--direct": "direct"}
VALUES = {"--course": "course", "-c": "course", "--format": "format", "-f": "format"}


@dataclass(frozen=True)
class Asked:
    """One question about the prerequisites of a topic."""

    topic: str
    course: str | None = None
    direct: bool = False
    format: Format = Format.text
    as_json: bool = False

    def answer(self) -> None:
        """Print what has to be learnt first."""
        show_prerequisites(
            self.topic, self.course, direct=self.direct, format=self.format, as_json=self.as_json
        )


def read(words: Sequence[str]) -> Asked | None:
    """The question in a command line, or None where typer is to read it."""
    if len(words) < 2 or words[0] != "prereqs":
        return None
    rest = list(words[1:])
    if rest[0] == "show":
        rest.pop(0)
    elif rest[0] in VERBS:
        return None
    topics: list[str] = []
    values: dict[str, str] = {}
    flags: dict[str, bool] = {}
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if word in FLAGS:
            flags[FLAGS[word]] = True
        elif name in VALUES and name.startswith("--") and equals:
            values[VALUES[name]] = value
        elif word in VALUES and rest:
            values[VALUES[word]] = rest.pop(0)
        elif word.startswith("-"):
            return None
        else:
            topics.append(word)
    wanted = values.get("format", Format.text.value)
    formats = {Format.json.value} if flags.get("as_json") and "format" in values else set(Format)
    if len(topics) != 1 or wanted not in formats:
        return None
    return Asked(topics[0], values.get("course"), format=Format(wanted), **flags)
