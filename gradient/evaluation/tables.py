"""The tables of a gold set: TSV in UTF-8 with a header line, every sign taken as it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from gradient.errors import UsageError


class MalformedGold(UsageError):
    """A gold set cannot be read, or does not hold what is to be measured."""


@dataclass(frozen=True)
class Line:
    """One line of a table: its file, its number from 1, and its values by column."""

    file: Path
    number: int
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        """The value of a column, without blanks around it."""
        return self.values[column]

    def refuse(self, column: str, what: str) -> NoReturn:
        """Raise MalformedGold for the value of a column: what is wrong with it, and what to do."""
        raise MalformedGold(f"{self.file}, line {self.number}, column {column}: {what}.")

    def require(self, *columns: str) -> None:
        """Refuse the line if one of these columns is empty."""
        for column in columns:
            if not self[column]:
                self.refuse(column, "it is empty; fill it in")


def read_table(file: Path, columns: Sequence[str]) -> list[Line]:
    """The lines of a table below its header, blank ones left out; columns that nobody asks for are too.

    Raises MalformedGold for a file that is not there or no text, and for lines that do not fit the header.
    """
    header, *rest = _text(file).split("\n")
    names = [name.strip() for name in header.split("\t")]
    for column in columns:
        if names.count(column) != 1:
            wrong = "is missing" if column not in names else "stands there twice"
            raise MalformedGold(
                f"{file}, line 1: the column {column} {wrong}; the header has to name"
                f" {', '.join(columns)}, with tabs between them."
            )
    return [
        _line(file, number, names, line.removesuffix("\r"))
        for number, line in enumerate(rest, start=2)
        if line.strip()
    ]


def _text(file: Path) -> str:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise MalformedGold(f"{file} is missing; a gold set of this kind needs it.") from error
    except UnicodeDecodeError as error:
        raise MalformedGold(f"{file} is not UTF-8 text ({error.reason}); save it as UTF-8.") from error
    except OSError as error:
        raise MalformedGold(f"{file} cannot be read ({error.strerror}); mend that.") from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise MalformedGold(f"{file}, line {line}: a NUL character stands there; remove it.")
    return text


def _line(file: Path, number: int, names: Sequence[str], text: str) -> Line:
    values = text.split("\t")
    if len(values) != len(names):
        raise MalformedGold(
            f"{file}, line {number}: it has {len(values)} columns where the header has {len(names)};"
            " put one tab between two columns, and none into a value."
        )
    return Line(file, number, {name: value.strip() for name, value in zip(names, values, strict=True)})
