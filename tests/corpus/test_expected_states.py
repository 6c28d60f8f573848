"""Every file of the shared courses becomes what a person who looked into it says that it must become."""

import asyncio
import codecs
import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from gradient.errors import GradientError
from gradient.reading.document import Document
from gradient.reading.furniture import LINK_LIST
from gradient.reading.port import NothingToRead
from gradient.reading.room import Room

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(300), pytest.mark.xdist_group("states")]

WITHOUT_READER: tuple[str, ...] = ()
"""Types that no reader reads yet; who adds the reader takes its suffix off."""

DISAGREES: Mapping[str, str] = {}
"""Files of which the reader makes something else, and what."""

Expected = Mapping[str, Any]
Outcome = Document | GradientError

COURSES: Mapping[str, Mapping[str, Expected]] = tomllib.loads(
    Path(__file__).with_name("expected_states.toml").read_text(encoding="utf-8")
)
TABLE = {
    f"{course}/{name}": expected for course, names in COURSES.items() for name, expected in names.items()
}
ON_PAGES = ("pages", "slides", "sheets", "cells", "cues")
KEYS = {
    *("state", "error", "says", "unread", "blank", "rows", "encoding", "language", "languages"),
    *("headings", "holds", "lacks", "copy_of", "note", *ON_PAGES),
}
SEPARATOR = re.compile(r"[\s|:+=-]*")


def one_file(path: str) -> Any:
    suffix = Path(path).suffix
    reason = f"no reader for {suffix} yet" if suffix in WITHOUT_READER else DISAGREES.get(path)
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=reason)] if reason else []
    return pytest.param(path, marks=marks, id=path)


@pytest.fixture(scope="module")
def outcomes(corpus: Path) -> Mapping[str, Outcome]:
    """What one room makes of all files."""
    return asyncio.run(read_all(corpus))


async def read_all(corpus: Path) -> dict[str, Outcome]:
    async with Room(workers=2) as room:
        found = await asyncio.gather(*(read_one(room, corpus / path) for path in TABLE))
    return dict(zip(TABLE, found, strict=True))


async def read_one(room: Room, file: Path) -> Outcome:
    try:
        return await room.read(file, file.suffix)
    except GradientError as error:
        return error


@pytest.mark.parametrize("path", [one_file(path) for path in TABLE])
def test_a_file_becomes_what_it_must(corpus: Path, outcomes: Mapping[str, Outcome], path: str) -> None:
    expected, outcome = TABLE[path], outcomes[path]
    assert state_of(outcome) == expected["state"], outcome
    if isinstance(outcome, Document):
        compare(outcome, expected)
    else:
        assert type(outcome).__name__ == expected["error"]
        assert expected.get("says", "") in str(outcome)
        assert Path(path).name in str(outcome)
    if original := expected.get("copy_of"):
        assert digest(corpus / original) == digest(corpus / path)
        assert outcome == outcomes[original]


def state_of(outcome: Outcome) -> str:
    if isinstance(outcome, GradientError):
        return "skipped" if isinstance(outcome, NothingToRead) else "parked"
    if outcome.share_read >= 1:
        return "read"
    return "partial" if outcome.share_read > 0 else "unread"


def compare(document: Document, expected: Expected) -> None:
    unread = expected.get("unread", [])
    assert [page.number for page in document.pages if not page.read and not page.blank] == unread
    assert bool(document.missing) == bool(unread)
    assert [page.number for page in document.pages if page.blank] == expected.get("blank", [])
    for unit in ON_PAGES:
        assert len(document.pages) == expected.get(unit, len(document.pages)), unit
    assert rows(document) == expected.get("rows", rows(document))
    assert codec(document.encoding) == codec(expected.get("encoding"))
    assert document.language == expected.get("language")
    assert languages(document) >= set(expected.get("languages", []))
    titles = [" ".join(heading.title.split()) for heading in document.headings]
    assert in_order(expected.get("headings", []), titles), titles
    matter = shown(document)
    assert [words for words in expected.get("holds", []) if words not in matter] == []
    assert [words for words in expected.get("lacks", []) if words in matter] == []
    assert "\ufffd" not in matter


def rows(document: Document) -> int:
    """Lines of the tables, lists of links among them, without those that only rule them."""
    tables = [block for block in document.blocks if block.kind == "table" or block.reason == LINK_LIST]
    lines = [line for block in tables for line in document.text[block.start : block.end].split("\n")]
    return sum(1 for line in lines if not SEPARATOR.fullmatch(line))


def codec(encoding: str | None) -> str | None:
    return None if encoding is None else codecs.lookup(encoding).name


def languages(document: Document) -> set[str | None]:
    """All languages that the document tells."""
    return {document.language, *(tongue.language for tongue in document.languages)}


def in_order(wanted: list[str], titles: list[str]) -> bool:
    """Whether all `wanted` are among the titles in their order."""
    remaining = iter(titles)
    return all(title in remaining for title in wanted)


def shown(document: Document) -> str:
    """Headings and blocks as a reader sees them, furniture aside, with single blanks."""
    matter = [(one.start, one.end) for one in document.blocks if one.kind != "furniture"]
    spans = sorted([*matter, *((one.start, one.end) for one in document.headings)])
    return " ".join(" ".join(document.text[start:end] for start, end in spans).split())


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_every_file_is_in_the_table_and_every_entry_is_a_file(corpus: Path) -> None:
    assert {str(file.relative_to(corpus)) for file in corpus.glob("*/**/*") if file.is_file()} == set(TABLE)


def test_the_table_is_in_order_and_says_nothing_that_is_not_compared() -> None:
    assert list(TABLE) == sorted(TABLE)
    assert {key for expected in TABLE.values() for key in expected} <= KEYS
    assert set(DISAGREES) <= set(TABLE)
    for expected in TABLE.values():
        assert ("error" in expected) == (expected["state"] in {"skipped", "parked"})


@pytest.mark.usefixtures("outcomes")
def test_no_child_is_left_after_all_files() -> None:
    running = [child.cmdline() for child in psutil.Process().children(recursive=True)]
    assert [command for command in running if "gradient.reading.child" in command] == []
