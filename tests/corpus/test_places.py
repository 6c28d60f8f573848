"""Quotes from files of every format stand where they say, as a second process sees that parses afresh."""

import asyncio
import json
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gradient.chunking.stage import ChunkStage
from gradient.extraction.stage import ExtractStage
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.reading.stage import ReadStage
from gradient.work.runner import Runner
from tests.conftest import TEMPLATE, fresh_database
from tests.corpus.parsed_afresh import headings_stand, in_order, squeezed
from tests.daemon.runs import CHECKOUT
from tests.inbox.watched import watching

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("places")]

SEED = 20_301
SPOKEN = """WEBVTT - a lecture

NOTE The shared courses hold no file of this format.

first
00:01.000 --> 00:04.000 align:start
<v Ada>A spanning tree of a graph is a subgraph

00:04.500 --> 00:08.000
that holds all of its vertices and has <i>no</i> cycle.

STYLE
::cue { color: red }

01:10.000 --> 01:14.000
NOTE that a forest is a graph of which each component is a tree.

01:15.000 --> 01:19.000
It was counted first by Cayley in
1889
"""
CONTENTS = """
SELECT DISTINCT ON (contents.id) live_chunks.path AS file, supports.quote,
       live_chunks.start_at + supports.start_at AS start, live_chunks.section_path AS path, true AS whole,
       place_at(live_chunks.revision_id, live_chunks.start_at + supports.start_at) AS place
  FROM contents
  JOIN supports ON supports.content_id = contents.id
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 ORDER BY contents.id, supports.id
"""
PASSAGES = """
SELECT live_chunks.path AS file, live_chunks.text AS quote, live_chunks.start_at AS start,
       live_chunks.section_path AS path, false AS whole,
       place_at(live_chunks.revision_id, live_chunks.start_at) AS place
  FROM live_chunks
 ORDER BY live_chunks.path, live_chunks.position
"""


@dataclass(frozen=True)
class Quotes:
    """What stands in all shared courses, read, cut and extracted; their files lie in `inbox`."""

    inbox: Path
    contents: list[dict[str, Any]]
    passages: list[dict[str, Any]]


@pytest.fixture(scope="module")
def quotes(corpus: Path, server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quotes]:
    folder = tmp_path_factory.mktemp("every course")
    for url in fresh_database(server_url, TEMPLATE):
        yield asyncio.run(quoted(corpus, url, folder))


async def quoted(corpus: Path, url: str, folder: Path) -> Quotes:
    async with watching(url, folder) as watched:
        await asyncio.to_thread(shutil.copytree, corpus, watched.inbox, dirs_exist_ok=True)
        (watched.inbox / "nlp-transformers" / "trees.vtt").write_text(SPOKEN, "utf-8")
        stages = [ReadStage(watched.room), ChunkStage(OfflineEmbedder(), watched.now), ExtractStage()]
        watched.runner = Runner(watched.database, stages, clock=watched.now)
        await watched.settle_and_work()
        async with watched.runner.queue.opened():
            for course in await watched.rows("SELECT id FROM courses"):
                await watched.runner.run("extract", course["id"])
        return Quotes(watched.inbox, await watched.rows(CONTENTS), await watched.rows(PASSAGES))


def test_two_hundred_contents_of_all_formats_are_found_at_their_places(quotes: Quotes) -> None:
    drawn = spread(quotes.contents, 200)
    assert {suffix(one) for one in drawn} >= {".md", ".pdf", ".docx", ".pptx", ".ipynb", ".srt", ".html"}
    assert len({one["file"].split("/")[0] for one in drawn}) == 6
    assert wrong(quotes.inbox, drawn) == []


def test_every_passage_is_found_at_its_place(quotes: Quotes) -> None:
    passages = quotes.passages
    assert {suffix(one) for one in passages} >= {".csv", ".txt", ".xlsx", ".vtt"}
    assert wrong(quotes.inbox, passages) == []


def test_a_quote_at_another_place_is_noticed(quotes: Quotes) -> None:
    placed = [one for one in quotes.contents if one["place"] is not None]
    drawn = spread(placed, 100)
    assert len(wrong(quotes.inbox, [{**one, "start": one["start"] + 7} for one in drawn])) == 100
    assert len(wrong(quotes.inbox, [{**one, "place": "page 99"} for one in drawn])) == 100


def test_a_quote_whose_words_stand_in_another_order_is_noticed(quotes: Quotes) -> None:
    swapped = [
        " ".join(reversed(one["quote"].split()))
        for one in spread(quotes.contents, 200)
        if len(set(one["quote"].split())) > 3
    ]
    assert len(swapped) > 150
    looked_at = [" ".join(reversed(words.split())) for words in swapped]
    assert all(in_order(text, squeezed(text)) for text in looked_at)
    assert not any(in_order(words, squeezed(text)) for words, text in zip(swapped, looked_at, strict=True))


def test_a_quote_below_other_headings_is_noticed(quotes: Quotes) -> None:
    drawn = spread(quotes.contents, 100)
    assert len(wrong(quotes.inbox, [{**one, "path": [*one["path"], "More"]} for one in drawn])) == 100


def test_a_heading_that_a_pdf_does_not_hold_is_noticed_without_our_reader(quotes: Quotes) -> None:
    drawn = [one for one in quotes.contents if suffix(one) == ".pdf" and one["path"]]
    assert len(drawn) > 20
    for one in spread(drawn, 20):
        file = str(quotes.inbox / one["file"])
        assert headings_stand(file, one["place"], one["path"])
        assert not headings_stand(file, one["place"], [*one["path"], "Zymurgy of quahogs"])


def suffix(one: dict[str, Any]) -> str:
    return f".{one['file'].rpartition('.')[2]}"


def spread(found: Iterable[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """So many of them by lot, of each format as many as of the others while it has them."""
    by_format = defaultdict(list)
    for one in found:
        by_format[suffix(one)].append(one)
    draw = random.Random(SEED)
    for ones in by_format.values():
        draw.shuffle(ones)
    drawn: list[dict[str, Any]] = []
    while len(drawn) < count:
        drawn += [ones.pop() for _, ones in sorted(by_format.items()) if ones]
    return drawn[:count]


def wrong(inbox: Path, quotes: Iterable[dict[str, Any]]) -> Any:
    """Those that a second process does not find where they say."""
    wanted = [{**one, "file": str(inbox / one["file"])} for one in quotes]
    parsed = subprocess.run(
        [sys.executable, "-m", "tests.corpus.parsed_afresh"],
        input=json.dumps(wanted),
        stdout=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        check=True,
    )
    return json.loads(parsed.stdout)
