"""The order in which the sources of a course are taught."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from gradient.inbox.names import OTHER, OUTLINES

_NUMBER = re.compile(r"(\d+)")
_SECOND_COPY = re.compile(r" \(\d+\)$")
_RANKS = ("lectures", "transcripts", OTHER, "readings", "homework", "reference", "exams")
"""Where several kinds of sources are numbered, teaching comes before practice, and exams come last."""

NaturalKey = tuple[tuple[tuple[int, int, str], ...], ...]


@dataclass(frozen=True)
class Taught:
    """A source as far as its place in the order goes. `path` is relative to the course's folder."""

    source_id: int
    path: str
    type: str


def natural_key(path: str) -> NaturalKey:
    """Sorts paths as people do: 3 before 10, folder by folder, whatever the case."""
    *folders, name = path.split("/")
    return tuple(_part_key(part) for part in (*folders, _stem(name)))


def numbered(path: str) -> bool:
    """Whether a folder or the name carries a number; the `(1)` of a second download is none."""
    *folders, name = path.split("/")
    return any(_NUMBER.search(part) for part in (*folders, _stem(name)))


def positions(sources: Iterable[Taught], listed: Sequence[str]) -> dict[int, int]:
    """The place of each ordered source from 0: those that `listed` names first, then numbered ones.

    An entry of `listed` is a path or pattern below the course's folder, a file name or a folder. A source
    that is neither listed nor numbered has no place; neither has an outline, nor what counts otherwise
    than the files around it (`_of_one_count`).
    """
    left = [source for source in sources if source.type != OUTLINES]
    ordered: list[Taught] = []
    for entry in listed:
        named = sorted((source for source in left if _named(source.path, entry)), key=_sort_key)
        ordered += named
        left = [source for source in left if source not in named]
    counted = [source for source in left if numbered(source.path)]
    ordered += sorted(_of_one_count(counted), key=_sort_key)
    return {source.source_id: place for place, source in enumerate(ordered)}


def unmatched(paths: Iterable[str], listed: Sequence[str]) -> list[str]:
    """The entries of `listed` that name no path."""
    there = list(paths)
    return [entry for entry in listed if not any(_named(path, entry) for path in there)]


def _of_one_count(sources: Sequence[Taught]) -> list[Taught]:
    """Those that are numbered as most files of their folder are.

    Beside lectures 1 to 8 the subtitles of videos 1, 12, 36 and 37 count something else: files of one
    ending that share a number with the commonest ending of the folder, and reach beyond its last number by
    more than there are of them.
    """
    folders: dict[str, dict[str, list[Taught]]] = {}
    for source in sources:
        folder, _, name = source.path.rpartition("/")
        folders.setdefault(folder, {}).setdefault(name.rpartition(".")[2].casefold(), []).append(source)
    found: list[Taught] = []
    for series in folders.values():
        most = {_first_number(one.path) for one in max(series.values(), key=len)}
        for one in series.values():
            numbers = {_first_number(each.path) for each in one}
            if not (numbers & most and max(numbers) > max(most) + len(one)):
                found += one
    return found


def _first_number(path: str) -> int:
    """The first number in the name of a file, -1 if only its folders carry one."""
    number = _NUMBER.search(_stem(path.rpartition("/")[2]))
    return int(number[1]) if number else -1


def _stem(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return _SECOND_COPY.sub("", stem if dot and stem else ending)


def _part_key(part: str) -> tuple[tuple[int, int, str], ...]:
    pieces = (piece for piece in _NUMBER.split(part) if piece)
    return tuple(
        (0, int(piece), "") if _NUMBER.fullmatch(piece) else (1, 0, piece.casefold()) for piece in pieces
    )


def _sort_key(source: Taught) -> tuple[int, NaturalKey, str]:
    rank = _RANKS.index(source.type) if source.type in _RANKS else len(_RANKS)
    return rank, natural_key(source.path), source.path


def _named(path: str, entry: str) -> bool:
    wanted = entry.strip("/")
    return (
        path == wanted
        or path.rsplit("/", 1)[-1] == wanted
        or path.startswith(f"{wanted}/")
        or fnmatchcase(path, wanted)
    )
