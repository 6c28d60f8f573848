"""Most topics of real courses are found by what the prose says, without any heading."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

from gradient.chunking.structure import cut
from gradient.extraction.offline import ChunkText, extract
from gradient.outline.formation import FormedTopic, form
from gradient.outline.mention import MentioningChunk
from gradient.outline.names import canonical
from gradient.reading.document import Document
from gradient.reading.port import NothingToRead
from gradient.reading.registry import reader_for
from tests.corpus.conftest import COURSES

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(300)]

NO_PROSE = frozenset({"code", "math", "table"})
Range = tuple[int, int]


class Ranged(Protocol):
    """What lies at a range of a document."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


Kind = TypeVar("Kind", bound=Ranged)


def without_headings(document: Document) -> Document:
    """The document as if its author had set none of the headings that its reader reports."""
    gone = sorted((heading.start, heading.end) for heading in document.headings)
    kept, at = [], 0
    for start, end in gone:
        kept.append(document.text[at:start])
        at = end

    def moved(position: int) -> int:
        return position - sum(min(position, end) - start for start, end in gone if start < position)

    def followed(ranged: Iterable[Kind]) -> tuple[Kind, ...]:
        shifted = (replace(one, start=moved(one.start), end=moved(one.end)) for one in ranged)  # type: ignore[type-var]
        return tuple(one for one in shifted if one.start < one.end)

    return replace(
        document,
        text="".join([*kept, document.text[at:]]),
        headings=(),
        blocks=followed(document.blocks),
        pages=followed(document.pages),
        emphases=followed(document.emphases),
    )


@cache
def documents(folder: Path) -> dict[str, Document]:
    found = {}
    for path in sorted(folder.iterdir()):
        reader = reader_for(path.suffix.lower())
        if reader is None:
            continue
        with suppress(NothingToRead):
            document = reader.read(path.read_bytes(), path.name)
            if document.language in (None, "en"):
                found[path.name] = document
    return found


def mentioning(source: str, document: Document) -> Iterator[MentioningChunk]:
    hidden = [(one.start, one.end) for one in document.blocks if one.kind in NO_PROSE]
    emphases = [(one.start, one.end) for one in document.emphases]
    for position, passage in enumerate(cut(document)):
        if passage.furniture is None:
            here = (passage.start, passage.end)
            chunk = ChunkText(
                passage.text,
                passage.section_path,
                inside(hidden, here),
                inside(emphases, here),
                document.language,
            )
            words = frozenset(word.casefold() for word in passage.text.split() if word.isalpha())
            key = f"{source}#{position:06}"
            yield MentioningChunk(key, source, position, passage.section_path, extract(chunk).mentions, words)


def inside(ranges: Iterable[Range], outer: Range) -> tuple[Range, ...]:
    first, last = outer
    return tuple(
        (max(start, first) - first, min(end, last) - first)
        for start, end in ranges
        if start < last and end > first
    )


def topics(folder: Path, *, headings: bool) -> tuple[FormedTopic, ...]:
    chunks: list[MentioningChunk] = []
    for source, document in documents(folder).items():
        chunks += mentioning(source, document if headings else without_headings(document))
    return form(chunks).topics


def names(topic: FormedTopic) -> set[str]:
    return {topic.key, canonical(topic.title), *map(canonical, topic.aliases)}


@pytest.mark.parametrize("course", COURSES)
def test_three_fifths_of_the_topics_are_found_without_headings(
    corpus: Path, course: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {name for each in topics(corpus / course, headings=False) for name in names(each)}
    wanted = topics(corpus / course, headings=True)
    lost = [each.title for each in wanted if not names(each) & known]
    share = 1 - len(lost) / len(wanted)
    with capsys.disabled():
        print(f"\n{course}: {share:.2f} of {len(wanted)} topics are found without headings", end=" ")
    assert share >= 0.6, lost
