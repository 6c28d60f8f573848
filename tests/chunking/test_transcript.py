"""Transcripts are cut where the topic shifts, and an edit moves no cut far away."""

import asyncio
from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gradient.chunking.passage import Passage
from gradient.chunking.transcript import cut_spoken, likeness, spoken_runs
from gradient.chunking.words import count_words
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.text.document import Block, Document, Page

TOPICS = {
    "cells": "The cell has a membrane. Its nucleus holds its genes. Proteins are built in the cell.",
    "loans": "A bank lends money at interest. Interest is paid each month. Debt must be repaid.",
    "chords": "A chord has three notes. The melody moves above the chord. A song repeats its melody.",
}
EMBEDDER = OfflineEmbedder()


def spoken(*texts: str) -> Document:
    """A transcript of one paragraph, each text a cue."""
    pages, position = [], 0
    for number, text in enumerate(texts, start=1):
        pages.append(Page(number, position, position + len(text)))
        position += len(text) + 1
    text = " ".join(texts)
    blocks = (Block("paragraph", 0, len(text)),)
    return Document(text, blocks=blocks, pages=tuple(pages), layout="transcript")


def cut(document: Document) -> list[Passage]:
    runs = spoken_runs(document)
    vectors = asyncio.run(EMBEDDER.embed([atom.text for run in runs for atom in run.atoms]))
    return cut_spoken(document, runs, vectors)


def lecture(*names: str, times: int = 8) -> list[str]:
    return [f"{TOPICS[name]}" for name in names for _ in range(times)]


def firsts(passages: Sequence[Passage]) -> list[str]:
    return [passage.text.split(".")[0] for passage in passages]


def test_passages_end_where_the_topic_shifts() -> None:
    assert firsts(cut(spoken(*lecture("cells", "loans", "chords")))) == [
        "The cell has a membrane",
        "A bank lends money at interest",
        "A chord has three notes",
    ]


def test_talk_of_one_topic_that_is_short_enough_stays_whole() -> None:
    assert len(cut(spoken(*lecture("cells")))) == 1


def test_no_passage_is_over_the_limit_with_or_without_full_stops() -> None:
    for text in (" ".join(lecture("cells", times=60)), "and so on we go " * 500, "word " * 1000 + "."):
        cues = [" ".join(text.split()[at : at + 9]) for at in range(0, len(text.split()), 9)]
        for document in (spoken(*cues), spoken(text.strip())):
            found = cut(document)
            assert max(count_words(one.text) for one in found) <= 400
            assert " ".join(one.text for one in found) == document.text


def test_an_edit_changes_only_passages_nearby() -> None:
    names = ["cells", "loans", "chords", "cells", "chords", "loans"] * 3
    said = [f"Part {at}: {text}" for at, text in enumerate(lecture(*names, times=8))]
    before = {passage.text_hash for passage in cut(spoken(*said))}
    edited = [*said[:3], "Here is a word about something else altogether.", *said[3:]]
    after = {passage.text_hash for passage in cut(spoken(*edited))}
    assert len(before) >= 12
    assert len(before - after) <= 3


def test_quotes_keep_their_cues() -> None:
    found = cut(spoken(*lecture("cells", "loans")))
    assert [(one.page_from, one.page_to) for one in found] == [(1, 8), (9, 16)]


@given(st.integers(1, 12), st.integers(0, 2**31))
def test_likeness_is_a_cosine_and_one_before_the_first(count: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(count, 8)).astype(np.float32)
    found = likeness(vectors)
    assert found[0] == 1
    assert np.all(np.abs(found) <= 1 + 1e-6)
