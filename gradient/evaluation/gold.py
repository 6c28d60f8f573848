"""Gold sets: folders of labelled rows that Gradient is measured on."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from gradient.evaluation.contradictions import Pairs, both_ways, circles
from gradient.evaluation.tables import Line, MalformedGold, read_table
from gradient.graph.cycles import circle_text, find_circle

Split = Literal["train", "test"]

TOPICS = "topics.tsv"
CONTENTS = "contents.tsv"
PREREQUISITES = "prerequisites.tsv"
DOCUMENTS = "documents.tsv"

_LABELS = {"0": False, "1": True, "": None}


@dataclass(frozen=True)
class GoldTopic:
    """A topic of the outline; `parent_id` is None for one at the top."""

    topic_id: str
    parent_id: str | None
    name: str


@dataclass(frozen=True)
class GoldContent:
    """A labelled text with its right topics. Rows of one fold group are never split."""

    content_id: str
    text: str
    topic_ids: tuple[str, ...]
    fold_group: str
    split: Split


@dataclass(frozen=True)
class GoldPrerequisite:
    """Whether a topic has to be learnt before another; None where nobody labelled the pair."""

    prerequisite_id: str
    topic_id: str
    label: bool | None
    split: Split

    @property
    def fold_group(self) -> tuple[str, str]:
        """The unordered pair."""
        ends = sorted((self.prerequisite_id, self.topic_id))
        return ends[0], ends[1]


@dataclass(frozen=True)
class GoldDocument:
    """A text that comes with the topics."""

    document_id: str
    text: str


@dataclass(frozen=True)
class Gold:
    """A gold set, named like its folder; `folder` is where it was read from.

    `doubts` are sentences about labels that cannot all be right.
    """

    folder: Path
    topics: tuple[GoldTopic, ...]
    contents: tuple[GoldContent, ...]
    prerequisites: tuple[GoldPrerequisite, ...]
    documents: tuple[GoldDocument, ...]
    doubts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    def tested(self) -> tuple[GoldContent, ...]:
        """The contents that are scored. Raises MalformedGold if there are none."""
        return self._of("test", "so nothing can be scored")

    def taught(self) -> tuple[GoldContent, ...]:
        """The contents that may be used as gold: train rows of fold groups without a test row.

        Raises MalformedGold if there are none.
        """
        held_out = {row.fold_group for row in self.contents if row.split == "test"}
        rows = self._of("train", "so nothing is tagged before; mark some, or measure with --cold")
        found = tuple(row for row in rows if row.fold_group not in held_out)
        if not found:
            raise MalformedGold(
                f"{self.folder / CONTENTS}: every fold group with a train row has a test row too, so none"
                " can be used as gold; keep fold groups together, or measure with --cold."
            )
        return found

    def tested_pairs(self) -> tuple[GoldPrerequisite, ...]:
        """The labelled pairs that are scored. Raises MalformedGold if there are none."""
        found = tuple(row for row in self.prerequisites if row.split == "test" and row.label is not None)
        if not found:
            raise MalformedGold(
                f"{self.folder / PREREQUISITES}: no labelled row has the split test, so nothing can be"
                " scored."
            )
        return found

    def taught_pairs(self) -> tuple[GoldPrerequisite, ...]:
        """The labelled pairs that may be used: train rows of which neither direction is scored."""
        held_out = {row.fold_group for row in self.tested_pairs()}
        return tuple(
            row
            for row in self.prerequisites
            if row.split == "train" and row.label is not None and row.fold_group not in held_out
        )

    def _of(self, split: Split, otherwise: str) -> tuple[GoldContent, ...]:
        found = tuple(row for row in self.contents if row.split == split)
        if not found:
            raise MalformedGold(f"{self.folder / CONTENTS}: no row has the split {split}, {otherwise}.")
        return found


def read_gold(folder: Path, needed: str) -> Gold:
    """The gold set in a folder; `needed` is the file of labels that has to be there beside the topics.

    Raises MalformedGold, naming file, line and column, for what is missing or cannot be so.
    """
    if not folder.is_dir():
        raise MalformedGold(f"There is no folder {folder}; name the folder of a gold set.")
    topics = _topics(folder / TOPICS)
    known = {topic.topic_id for topic in topics}
    there = {
        name for name in (CONTENTS, PREREQUISITES, DOCUMENTS) if name == needed or (folder / name).exists()
    }
    pairs = _pairs(folder / PREREQUISITES, known) if PREREQUISITES in there else {}
    return Gold(
        folder,
        topics,
        _contents(folder / CONTENTS, known) if CONTENTS in there else (),
        tuple(map(_prerequisite, pairs.values())),
        _documents(folder / DOCUMENTS) if DOCUMENTS in there else (),
        (*both_ways(pairs), *circles(pairs)),
    )


def _topics(file: Path) -> tuple[GoldTopic, ...]:
    lines = read_table(file, ("topic_id", "parent_id", "name"))
    if not lines:
        raise MalformedGold(f"{file} holds no topic; write one a line.")
    known = _distinct(lines, "topic_id")
    for line in lines:
        line.require("name")
        if line["parent_id"]:
            _require_topic(line, "parent_id", line["parent_id"], known)
    circle = find_circle((line["parent_id"], line["topic_id"]) for line in lines if line["parent_id"])
    if circle:
        last = next(line for line in lines if line["topic_id"] == circle[0])
        last.refuse("parent_id", f"the topics {circle_text(circle)} are above each other; correct one")
    return tuple(GoldTopic(line["topic_id"], line["parent_id"] or None, line["name"]) for line in lines)


def _contents(file: Path, known: Container[str]) -> tuple[GoldContent, ...]:
    lines = read_table(file, ("content_id", "text", "topic_ids", "fold_group", "split"))
    _distinct(lines, "content_id")
    return tuple(_content(line, known) for line in lines)


def _content(line: Line, known: Container[str]) -> GoldContent:
    line.require("text", "topic_ids", "fold_group")
    topic_ids = tuple(dict.fromkeys(one.strip() for one in line["topic_ids"].split(",")))
    for topic_id in topic_ids:
        _require_topic(line, "topic_ids", topic_id, known)
    return GoldContent(line["content_id"], line["text"], topic_ids, line["fold_group"], _split(line))


def _pairs(file: Path, known: Container[str]) -> Pairs:
    ends = ("prerequisite_id", "topic_id")
    lines = read_table(file, (*ends, "label", "split"))
    seen: dict[tuple[str, str], Line] = {}
    for line in lines:
        for column in ends:
            _require_topic(line, column, line[column], known)
        if line["label"] not in _LABELS:
            line.refuse("label", f"it has to be 0, 1 or empty, not “{line['label']}”")
        pair = line["prerequisite_id"], line["topic_id"]
        if pair[0] == pair[1]:
            line.refuse(
                "topic_id", f"“{pair[0]}” is paired with itself; name two topics, or take the line out"
            )
        if pair in seen:
            line.refuse("topic_id", f"the pair stands in line {seen[pair].number} already; keep one of them")
        seen[pair] = line
    return seen


def _prerequisite(line: Line) -> GoldPrerequisite:
    return GoldPrerequisite(line["prerequisite_id"], line["topic_id"], _LABELS[line["label"]], _split(line))


def _documents(file: Path) -> tuple[GoldDocument, ...]:
    lines = read_table(file, ("document_id", "text"))
    _distinct(lines, "document_id")
    return tuple(GoldDocument(line["document_id"], line["text"]) for line in lines)


def _distinct(lines: Sequence[Line], column: str) -> dict[str, int]:
    """The lines by the value of a column, which names each of them."""
    found: dict[str, int] = {}
    for line in lines:
        line.require(column)
        if line[column] in found:
            line.refuse(
                column, f"“{line[column]}” stands in line {found[line[column]]} already; make it another one"
            )
        found[line[column]] = line.number
    return found


def _require_topic(line: Line, column: str, topic_id: str, known: Container[str]) -> None:
    if topic_id not in known:
        line.refuse(column, f"there is no topic “{topic_id}” in {TOPICS}; correct it, or add the topic")


def _split(line: Line) -> Split:
    if line["split"] not in ("train", "test"):
        line.refuse("split", f"it has to be train or test, not “{line['split']}”")
    return cast("Split", line["split"])
