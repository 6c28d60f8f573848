"""Pages that a model sees: in their order, with headings, paid for once, and nothing sent but the picture."""

import base64
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gradient.errors import Outage, Unplayable
from gradient.providers import registry
from gradient.providers.model_page_reader import PROMPT, ModelPageReader, SeenBlock, laid_out, question
from gradient.reading.room import Room
from gradient.reading.seeing import Seeing
from gradient.reading.stage import ReadStage
from gradient.store.ledger import Book
from gradient.text.document import Document
from gradient.work.runner import Runner
from tests.inbox.watched import watching
from tests.providers.played import Ledger, played
from tests.providers.scripted import Scripted
from tests.providers.servers import ModelServer
from tests.reading.test_seeing import with_pictures

PAGE = json.dumps(
    {
        "blocks": [
            {"kind": "title", "text": "Backpropagation"},
            {
                "kind": "text",
                "text": "Backpropagation carries the error of the output back through the layers.",
            },
            {"kind": "heading", "text": "Chain rule"},
            {"kind": "text", "text": "The chain rule multiplies the slopes of all functions on the way."},
        ]
    }
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room(workers=1) as room:
        yield room


async def completed(room: Room, file: Path, model: Any, book: Ledger) -> Document:
    document = await room.read(file, ".pdf")
    return await Seeing(room, ModelPageReader(model)).completed(file, ".pdf", file.name, document, book)


async def test_what_it_sees_is_read_in_its_order_with_its_headings(room: Room, tmp_path: Path) -> None:
    file = with_pictures(tmp_path / "a.pdf", 1, pages=1)
    document = await completed(room, file, Scripted(PAGE), Ledger())
    assert document.text.split("\n\n") == [
        "Backpropagation",
        "Backpropagation carries the error of the output back through the layers.",
        "Chain rule",
        "The chain rule multiplies the slopes of all functions on the way.",
    ]
    assert [heading.title for heading in document.headings] == ["Backpropagation", "Chain rule"]
    assert document.share_read == 1.0


async def test_a_page_without_words_or_without_a_usable_answer_stays_unread(
    room: Room, tmp_path: Path
) -> None:
    file = with_pictures(tmp_path / "a.pdf", 1, pages=1)
    for replies in (['{"blocks": []}'], ["", ""]):
        document = await completed(room, file, Scripted(*replies), Ledger())
        assert document.share_read == 0.0


def test_however_much_stands_on_a_page_it_fits_and_nothing_overlaps() -> None:
    lines = laid_out(
        [SeenBlock(kind="text", text=f"Line {at} of a table.\nThe next one.") for at in range(200)]
    )
    assert len(lines) == 400
    assert all(0 <= one.x0 < one.x1 <= 1 and 0 <= one.y0 < one.y1 <= 1 for one in lines)
    assert all(one.y1 <= other.y0 for one, other in pairwise(lines))


def test_pictures_are_told_apart_and_nothing_of_the_file_but_the_picture_is_sent() -> None:
    one, other = question(b"one"), question(b"other")
    assert one.shown != other.shown
    assert one.rules == other.rules == PROMPT.text
    assert one.before == ""


async def test_claude_is_sent_the_picture_and_the_call_is_booked() -> None:
    picture = b"\x89PNG\r\n\x1a\n and more"
    with played("anthropic") as plays:
        assert isinstance(plays.server, ModelServer)
        plays.server.rules({"match": "The page is picture", "reply": json.loads(PAGE)})
        model = registry.answerer("read", plays.setting, plays.access)
        assert model is not None
        book = Ledger()
        async with registry.closing(model):
            seen = await ModelPageReader(model).see(picture, "page 1 of secret.pdf", book)
        (request,) = plays.server.requests()
    assert [line.text for line in seen][:1] == ["Backpropagation"]
    image, _ = request["body"]["messages"][0]["content"]
    assert image["source"]["data"] == base64.b64encode(picture).decode()
    assert "secret.pdf" not in json.dumps(request["body"])
    assert [call.ended for call in book.calls] == ["done"]


class Away(Scripted):
    """Cannot be played, for as long as it is `away`."""

    def __init__(self) -> None:
        super().__init__(PAGE)
        self.away = True

    async def say(self, rules: str, turns: Any, form: Any, book: Book) -> str:
        if self.away:
            raise Unplayable("The key is not accepted.")
        return await super().say(rules, turns, form, book)


async def test_while_nobody_can_look_scans_wait_with_the_reason_and_other_files_are_read(
    database_url: str, tmp_path: Path, room: Room
) -> None:
    async with watching(database_url, tmp_path) as watched:
        model = Away()
        with_pictures(watched.write("c/a.pdf", ""), 1, pages=1)
        watched.write("c/notes.md", "# Limits\n\nA limit is the value that a function nears.\n")
        stage = ReadStage(room, Seeing(room, ModelPageReader(model)), watched.now)
        watched.runner = Runner(watched.database, [stage], clock=watched.now)
        await watched.settle_and_work()
        rows = await watched.rows("SELECT unit_key, outcome, reason FROM outcomes ORDER BY unit_key")
        assert [row["outcome"] for row in rows] == ["failed", "done"]
        assert rows[0]["reason"] == "The key is not accepted."
        model.away = False
        watched.wind_on(60)
        await watched.work()
        assert (await watched.sources())["c/a.pdf"]["state"] == "read"


async def test_an_outage_is_nothing_that_a_page_stays_unread_for(room: Room, tmp_path: Path) -> None:
    file = with_pictures(tmp_path / "a.pdf", 1, pages=1)
    with pytest.raises(Outage):
        await completed(room, file, Away(), Ledger())
