"""What of a document reaches the database: languages by part, notes, times, unread recordings."""

import json
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.inbox.watched import Watched, watching
from tests.reading.test_languages import ENGLISH, SPANISH


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(database_url, tmp_path) as watched:
        yield watched


async def test_a_passage_has_the_language_of_its_part(watched: Watched) -> None:
    watched.write("c/a.txt", f"{ENGLISH}\n\n{SPANISH}\n\n{ENGLISH} Again.")
    await watched.settle_and_work()
    found = await watched.rows("SELECT language, text FROM live_chunks ORDER BY position")
    assert [(one["language"], one["text"]) for one in found] == [
        ("en", ENGLISH),
        ("es", SPANISH),
        ("en", f"{ENGLISH} Again."),
    ]
    assert await watched.value("SELECT language FROM readings") == "en"


async def test_a_file_in_one_language_says_it_once(watched: Watched) -> None:
    watched.write("c/a.txt", ENGLISH)
    await watched.settle_and_work()
    assert await watched.value("SELECT language FROM placements") is None
    assert await watched.value("SELECT language FROM live_chunks") == "en"


async def test_what_cannot_be_stored_is_replaced_and_noted(watched: Watched) -> None:
    cell = {"cell_type": "markdown", "source": "A half \ud83d and\0 nothing."}
    watched.write("c/a.ipynb", json.dumps({"nbformat": 4, "cells": [cell]}))
    watched.write("c/b.txt", "One\0two.")
    await watched.settle_and_work()
    found = await watched.rows("SELECT text, structure -> 'notes' AS notes FROM readings ORDER BY suffix")
    assert [one["text"] for one in found] == ["A half \ufffd and  nothing.", "One two."]
    assert [len(one["notes"]) for one in found] == [1, 1]


async def test_a_transcript_is_cut_by_its_topics_with_times(watched: Watched) -> None:
    cells = "The cell has a membrane. Its nucleus holds its genes. Proteins are built in the cell."
    loans = "A bank lends money at interest. Interest is paid each month. Debt must be repaid."
    cues = [
        f"{number}\n00:{number:02}:00,000 --> 00:{number:02}:59,900\nPart {number}. {text}\n"
        for number, text in enumerate([cells] * 9 + [loans] * 9)
    ]
    watched.write("c/a.srt", "\n".join(cues))
    await watched.settle_and_work()
    found = await watched.rows(
        "SELECT place_at(revision_id, start_at) AS place, split_part(text, '.', 2) AS first FROM live_chunks"
        " ORDER BY position"
    )
    assert [(one["place"], one["first"]) for one in found] == [
        ("0:00", " The cell has a membrane"),
        ("9:00", " A bank lends money at interest"),
    ]


async def test_a_recording_without_the_extra_is_unread_and_says_what_to_install(
    watched: Watched,
) -> None:
    if find_spec("faster_whisper"):
        pytest.skip("the extra is installed here")
    watched.write("c/a.mp3", b"ID3 sound")
    await watched.settle_and_work()
    (found,) = (await watched.sources()).values()
    assert (found["state"], found["share_read"]) == ("unread", 0.0)
    assert "gradient[audio]" in found["reason"]
