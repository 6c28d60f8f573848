"""What the formats of outline files have in common: entries of a tree, and how they are put into words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from gradient.errors import GradientError
from gradient.outline.acronyms import is_acronym

MAX_DEPTH = 20
MAX_ENTRIES = 20_000
MAX_NAME = 200
MAX_POSITION = 2**31 - 1
"""The largest whole number that the database keeps for a position."""
PATH_SEPARATOR = ">>"

ALIAS_KEYS = frozenset({"alias", "aliases", "also", "also known as", "synonyms"})
PREREQUISITE_KEYS = frozenset({"requires", "needs", "prerequisite", "prerequisites", "after"})
SUMMARY_KEYS = frozenset({"summary", "definition", "description", "note"})
EXCLUDED_KEYS = frozenset({"not", "excludes", "excluded", "does not include"})
PROSE_KEYS = SUMMARY_KEYS | EXCLUDED_KEYS

_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters that are no white space, and halves of surrogate pairs: neither belongs in a name."""
_REMARK = re.compile(r"\s*[(\[]\s*([\w ]+?)\s*:\s*([^()\[\]]*)[)\]]\s*$")
_SHORT_FORM = re.compile(r"\s*\(([\w-]+)\)\s*$")


class MalformedOutline(GradientError):
    """An outline file that cannot be taken as it is; the message says what is wrong where, and what to do."""

    def __init__(self, name: str, what: str, line: int | None = None) -> None:
        place = name if line is None else f"{name}, line {line}"
        super().__init__(_UNSTORABLE.sub("\ufffd", f"{place}: {what}."))


@dataclass
class Entry:
    """A topic as a file states it. `prerequisites` are groups of names, any one of a group will do.

    `excluded` says what does not belong to it.
    """

    title: str
    line: int | None = None
    position: int | None = None
    summary: str = ""
    excluded: str = ""
    aliases: list[str] = field(default_factory=list)
    prerequisites: list[tuple[str, ...]] = field(default_factory=list)
    children: list["Entry"] = field(default_factory=list)

    def state(self, key: str, value: str) -> bool:
        """Takes what a file says of the topic under `key`; False if the key means nothing here."""
        key = " ".join(key.casefold().split())
        if key in ALIAS_KEYS:
            self.aliases += names(value)
        elif key in PREREQUISITE_KEYS:
            self.prerequisites += alternatives(value)
        elif key in SUMMARY_KEYS:
            self.summary = " ".join(value.split())
        elif key in EXCLUDED_KEYS:
            self.excluded = " ".join(value.split())
        else:
            return False
        return True


def entry(text: str, line: int | None = None) -> Entry:
    """The entry that a line states: its title, without "(requires: chain rule)" or "(BP)" at its end."""
    found = Entry(text, line)
    while (remark := _REMARK.search(found.title)) and found.state(remark.group(1), remark.group(2)):
        found.title = found.title[: remark.start()]
    if (short := _SHORT_FORM.search(found.title)) and is_acronym(short.group(1)):
        found.aliases.append(short.group(1))
        found.title = found.title[: short.start()]
    found.title = " ".join(found.title.strip(" *_`#").split())
    return found


def names(value: str) -> list[str]:
    """The names in a list that commas or semicolons separate."""
    return [name for part in re.split(r"[;,]", value) if (name := " ".join(part.split()))]


def alternatives(value: str) -> list[tuple[str, ...]]:
    """The groups in "A, B or C": all groups are needed, one name of each."""
    groups = (re.split(r"\s+or\s+|\s*\|\s*", part) for part in names(value))
    return [tuple(name for name in group if name) for group in groups]


def parts(path: str) -> list[str]:
    """The titles in a path "A >> B >> C"."""
    return [title for part in path.split(PATH_SEPARATOR) if (title := " ".join(part.split()))]


def require_sound(name: str, each: Entry) -> None:
    """Raises `MalformedOutline` for an entry with a name, summary or position that cannot be kept."""
    wanted = [part for group in each.prerequisites for one in group for part in parts(one)]
    for said in (each.title, *each.aliases, *wanted):
        if len(said) > MAX_NAME:
            what = f"the name “{said[:40]}…” has more than {MAX_NAME} characters; shorten it"
            refuse(name, what, each.line)
    for said in (each.title, *each.aliases, *wanted, each.summary, each.excluded):
        if _UNSTORABLE.search(said):
            refuse(name, f"a control character stands in “{said[:MAX_NAME]}”; remove it", each.line)
    if each.position is not None and not 0 <= each.position <= MAX_POSITION:
        what = f"the position of “{each.title}” is not between 0 and {MAX_POSITION}; correct it"
        refuse(name, what, each.line)


def walk(
    entries: Iterable[Entry], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], int, Entry]]:
    """Each entry with its path and its place among its siblings, from 1, parents first."""
    for place, each in enumerate(entries, start=1):
        path = (*above, each.title)
        yield path, place, each
        yield from walk(each.children, path)


def refuse(name: str, what: str, line: int | None = None) -> NoReturn:
    """Raises `MalformedOutline`."""
    raise MalformedOutline(name, what, line)
