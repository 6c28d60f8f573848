"""Chunking on the database: passages, where they stand, and which of them stay."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gradient.chunking.stage import document_of
from gradient.reading.document import Block, Document, Heading, Page, Span
from gradient.reading.stage import structure_of
from tests.inbox.watched import Watched, watching


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(database_url, tmp_path) as watched:
        yield watched


def lecture(*passages: str) -> str:
    return "\n\n".join(f"# Section {number}\n\n{text}" for number, text in enumerate(passages))


async def live(watched: Watched) -> list[tuple[str, int]]:
    found = await watched.rows("SELECT text, id FROM live_chunks ORDER BY position")
    return [(one["text"], one["id"]) for one in found]


async def test_an_unchanged_passage_keeps_its_row(watched: Watched) -> None:
    watched.write("c/a.md", lecture("One passage.", "Another passage.", "A third passage."))
    await watched.settle_and_work()
    before = dict(await live(watched))
    edited = ["A new passage.", "One passage.", "A third passage, edited.", "Another passage."]
    watched.write("c/a.md", lecture(*edited))
    await watched.settle_and_work()
    after = dict(await live(watched))
    assert list(after) == edited
    assert after["One passage."] == before["One passage."]
    assert after["Another passage."] == before["Another passage."]


async def test_equal_passages_are_told_apart_by_their_count(watched: Watched) -> None:
    watched.write("c/a.md", lecture("The same.", "The same.", "Other."))
    await watched.settle_and_work()
    assert await watched.rows("SELECT text, ordinal FROM chunks ORDER BY text, ordinal") == [
        {"text": "Other.", "ordinal": 0},
        {"text": "The same.", "ordinal": 0},
        {"text": "The same.", "ordinal": 1},
    ]
    assert len(await live(watched)) == 3


async def test_a_passage_says_where_it_stands(watched: Watched) -> None:
    text = "# Calculus\n\n## Limits\n\nA limit is a value.\n"
    watched.write("c/a.md", text)
    await watched.settle_and_work()
    (found,) = await watched.rows("SELECT start_at, end_at, section_path, position, text FROM live_chunks")
    assert text[found["start_at"] : found["end_at"]] == found["text"] == "A limit is a value."
    assert (found["section_path"], found["position"]) == (["Calculus", "Limits"], 0)


async def test_every_passage_is_a_slice_of_the_reading(watched: Watched, corpus: Path) -> None:
    for name in (
        "cs231n-vision/01_classification.md",
        "cs229-machine-learning/01_refresher-algebra-calculus.pdf",
    ):
        watched.write(f"c/{Path(name).name}", (corpus / name).read_bytes())
    await watched.settle_and_work()
    wrong = await watched.value(
        "SELECT count(*) FROM live_chunks JOIN revisions ON revisions.id = revision_id"
        " JOIN readings ON readings.id = reading_id"
        " WHERE substr(readings.text, start_at + 1, end_at - start_at) <> live_chunks.text"
    )
    assert wrong == 0
    assert await watched.value("SELECT count(*) FROM live_chunks WHERE furniture IS NULL") > 20
    assert await watched.value("SELECT min(page_from) FROM live_chunks WHERE path LIKE '%%.pdf'") == 1


async def test_other_white_space_changes_the_text_and_not_the_chunk(watched: Watched) -> None:
    watched.write("c/a.md", lecture("One passage of text."))
    await watched.settle_and_work()
    ((_, before),) = await live(watched)
    watched.write("c/a.md", lecture("One passage\nof text."))
    await watched.settle_and_work()
    assert await live(watched) == [("One passage\nof text.", before)]


async def test_a_source_that_becomes_an_outline_loses_its_passages(watched: Watched) -> None:
    file = watched.write("c/a.md", lecture("One passage."))
    await watched.settle_and_work()
    assert len(await live(watched)) == 1
    (watched.inbox / "c/topics").mkdir()
    file.rename(watched.inbox / "c/topics/a.md")
    await watched.settle_and_work()
    assert await live(watched) == []
    (watched.inbox / "c/topics/a.md").rename(file)
    await watched.settle_and_work()
    assert len(await live(watched)) == 1


async def test_a_text_without_anything_to_learn_is_skipped(watched: Watched, corpus: Path) -> None:
    watched.write("c/a.pdf", (corpus / "hard-files/linn_scan.pdf").read_bytes())
    await watched.settle_and_work()
    assert await watched.rows("SELECT outcome, reason FROM outcomes WHERE stage = 'chunk'") == [
        {"outcome": "skipped", "reason": "c/a.pdf has no text to cut."}
    ]


def test_a_document_comes_back_from_what_is_stored() -> None:
    document = Document(
        text="Limits\n\nA limit.",
        headings=(Heading(1, "Limits", 0, 6),),
        blocks=(Block("paragraph", 8, 16), Block("furniture", 16, 16, "footer")),
        pages=(Page(1, 0, 16, read=False, blank=True),),
        emphases=(Span(8, 9),),
        title="Limits",
        layout="slides",
    )
    assert document_of(document.text, structure_of(document)) == document
