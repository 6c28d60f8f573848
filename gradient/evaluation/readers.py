"""Pairs that two readers of a course labelled: places in its files and names of topics, never its words."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gradient.evaluation.tables import Line, MalformedGold, read_table

TAGS = "tags.tsv"
PREREQUISITES = "prerequisites.tsv"

_LABELS = {"0": False, "1": True}
_OF_READERS = ("first_label", "first_sure", "second_label", "second_sure")


@dataclass(frozen=True)
class Answers:
    """What the two readers said of a pair, and whether each was sure of it."""

    first: bool
    second: bool
    first_sure: bool
    second_sure: bool

    @property
    def label(self) -> bool | None:
        """What both say; None where they differ."""
        return self.first if self.first == self.second else None


@dataclass(frozen=True)
class ReadTag:
    """A sentence and a topic: does the one tell something about the other?

    The sentence stands in the text of the file with this sha256, characters `start` to `end`; `digest` are
    the first 16 digits of the hash of its normalised words. `stratum` names what the pair was drawn from,
    with what `probability`, above 0 to 1.
    """

    course: str
    file: str
    start: int
    end: int
    digest: str
    topic: str
    stratum: str
    probability: float
    answers: Answers


@dataclass(frozen=True)
class ReadPrerequisite:
    """Two topics of a course by name: does the first have to be understood before the second?"""

    course: str
    first: str
    second: str
    stratum: str
    probability: float
    answers: Answers


@dataclass(frozen=True)
class ReadPairs:
    """All labelled pairs of a folder."""

    folder: Path
    tags: tuple[ReadTag, ...]
    prerequisites: tuple[ReadPrerequisite, ...]


@dataclass(frozen=True)
class Agreement:
    """How far two readers agree: of `pairs` they label `alike`; `kappa` is None where both say one thing."""

    pairs: int
    alike: int
    kappa: float | None


def read_pairs(folder: Path) -> ReadPairs:
    """The pairs in the two tables of a folder.

    Raises MalformedGold, naming file, line and column, for what is missing or cannot be so.
    """
    if not folder.is_dir():
        raise MalformedGold(f"There is no folder {folder}; name the folder of the labelled pairs.")
    tags = read_table(
        folder / TAGS,
        ("course", "file", "start", "end", "digest", "topic", "stratum", "probability", *_OF_READERS),
    )
    prerequisites = read_table(
        folder / PREREQUISITES, ("course", "first", "second", "stratum", "probability", *_OF_READERS)
    )
    _once(tags, "course", "file", "start", "end", "topic")
    _once(prerequisites, "course", "first", "second")
    return ReadPairs(
        folder, tuple(_tag(line) for line in tags), tuple(_prerequisite(line) for line in prerequisites)
    )


def agreement(answers: Sequence[Answers]) -> Agreement:
    """How often the two say the same, and how much of that is more than chance.

    Cohen's kappa: Educational and Psychological Measurement 20 (1960).
    """
    pairs = len(answers)
    alike = sum(one.label is not None for one in answers)
    if not pairs:
        return Agreement(0, 0, None)
    first = sum(one.first for one in answers) / pairs
    second = sum(one.second for one in answers) / pairs
    by_chance = first * second + (1 - first) * (1 - second)
    return Agreement(pairs, alike, None if by_chance == 1 else (alike / pairs - by_chance) / (1 - by_chance))


def _tag(line: Line) -> ReadTag:
    start, end = _number(line, "start"), _number(line, "end")
    if end <= start:
        line.refuse("end", f"it is not behind the start {start}")
    line.require("course", "file", "digest", "topic", "stratum")
    return ReadTag(
        line["course"],
        line["file"],
        start,
        end,
        line["digest"],
        line["topic"],
        line["stratum"],
        _probability(line),
        _answers(line),
    )


def _prerequisite(line: Line) -> ReadPrerequisite:
    line.require("course", "first", "second", "stratum")
    if line["first"] == line["second"]:
        line.refuse("second", f"“{line['first']}” is paired with itself; name two topics")
    return ReadPrerequisite(
        line["course"], line["first"], line["second"], line["stratum"], _probability(line), _answers(line)
    )


def _answers(line: Line) -> Answers:
    first, first_sure, second, second_sure = (_yes(line, column) for column in _OF_READERS)
    return Answers(first, second, first_sure, second_sure)


def _yes(line: Line, column: str) -> bool:
    if line[column] not in _LABELS:
        line.refuse(column, f"“{line[column]}” is neither 0 nor 1")
    return _LABELS[line[column]]


def _number(line: Line, column: str) -> int:
    if not (line[column].isascii() and line[column].isdigit()):
        line.refuse(column, f"“{line[column]}” is no whole number from 0 on")
    return int(line[column])


def _probability(line: Line) -> float:
    try:
        probability = float(line["probability"])
    except ValueError:
        probability = 0.0
    if not 0 < probability <= 1:
        line.refuse("probability", f"“{line['probability']}” is not above 0 and at most 1")
    return probability


def _once(lines: Sequence[Line], *columns: str) -> None:
    seen: dict[tuple[str, ...], int] = {}
    for line in lines:
        key = tuple(line[column] for column in columns)
        if key in seen:
            line.refuse(columns[-1], f"the same pair stands in line {seen[key]}; keep one")
        seen[key] = line.number
