"""Named SQL: each `.sql` file beside this module holds queries under `-- name:` lines, each described."""

import re
from functools import cache
from importlib.resources import files

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)


class Queries:
    """The queries of one file, by name: `load("topics").active`."""

    def __init__(self, file: str, queries: dict[str, str]) -> None:
        self._file = file
        self._queries = queries

    def __getattr__(self, name: str) -> str:
        """The text of the query `name`; AttributeError if the file holds none of that name."""
        try:
            return self._queries[name]
        except KeyError:
            raise AttributeError(f"{self._file} holds no query named {name}") from None


@cache
def load(noun: str) -> Queries:
    """Read `sql/<noun>.sql`. A name that stands twice is a ValueError."""
    file = f"{noun}.sql"
    text = files("gradient.store").joinpath("sql", file).read_text(encoding="utf-8")
    parts = _NAME.split(text)[1:]
    names = parts[::2]
    if len(set(names)) != len(names):
        raise ValueError(f"{file} holds two queries of one name")
    return Queries(file, dict(zip(names, parts[1::2], strict=True)))
