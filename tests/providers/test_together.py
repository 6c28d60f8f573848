"""Requests that go out at once: what is paid is waited for and kept, and nothing is sent in vain."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from gradient.checked import Checked
from gradient.errors import FailsAlone, Outage, Unplayable
from gradient.providers.answers import Asked, Declined, Turn, answer
from gradient.providers.embedding import Limits, ModelEmbedder
from gradient.providers.keeping import request_hash
from gradient.providers.patience import Patience
from gradient.providers.ports import Unanswered
from gradient.providers.together import ROOM_PAUSES, entered, one_by_one, together
from gradient.providers.wire import Service, Wire
from gradient.store.ledger import Book, Call, Crowded, Kept, Sending, trying
from tests.providers.played import Ledger

SENDING = Sending("toy", "model", 0.1)
DONE = Call("toy", "model", 0.1, "done", usd=0.01)


class Word(Checked):
    """An answer."""

    word: str


class Keeping(Ledger):
    """A ledger that keeps answers, and has room for so many calls at once."""

    def __init__(self, room: int = 100) -> None:
        super().__init__()
        self.answers: dict[str, str] = {}
        self.room = room

    async def reserve(self, sending: Sending) -> int:
        if len(self.sent) - len(self.calls) >= self.room:
            raise Crowded("No room.", datetime.now(UTC))
        return await super().reserve(sending)

    async def kept(self, request_hash: str) -> Kept:
        return Kept(self.answers.get(request_hash), datetime.now(UTC))

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        self.answers[request_hash] = said


class Slow:
    """Takes so many requests at once; what is asked about `lost` gets no answer, and the others one later."""

    name, room = "toy:model", 1000

    def __init__(self, *lost: str, at_once: int = 100, patience: Patience | None = None) -> None:
        self.lost = set(lost)
        self.refused: set[str] = set()
        self.held: set[str] = set()
        self.asked: list[str] = []
        self.most = self._now = 0
        self._room = asyncio.Semaphore(at_once)
        self._patience = patience or Patience()

    async def close(self) -> None:
        """Nothing is open."""

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        async with self._room, entered(book, SENDING, self._patience) as entry:
            self.asked.append(turns[0].text)
            self._now += 1
            self.most = max(self.most, self._now)
            await asyncio.sleep(0)
            try:
                if turns[0].text in self.lost:
                    raise Outage("Not now.")
                if turns[0].text in self.refused:
                    raise Declined("It refused.")
                if turns[0].text in self.held:
                    raise Unplayable("The key is not accepted.")
                for _ in range(20):
                    await asyncio.sleep(0)
            finally:
                self._now -= 1
                await book.settle(entry, DONE)
            return '{"word": "yes"}'


async def ask(service: Slow, book: Book, words: str) -> list[Word]:
    return await together(
        answer(service, Asked("Rules.", word, Word, lambda _: ()), book) for word in words.split()
    )


async def test_what_is_under_way_when_one_has_to_wait_is_answered_and_not_asked_again() -> None:
    service, book = Slow("b", at_once=3), Keeping()
    with pytest.raises(Outage, match="Not now"):
        await ask(service, book, "a b c d e")
    assert service.asked == ["a", "b", "c"]
    assert len(book.calls) == len(book.sent)
    service.lost.clear()
    assert len(await ask(service, book, "a b c d e")) == 5
    assert service.asked == ["a", "b", "c", "b", "d", "e"]


async def test_what_has_waited_is_tried_with_one_request_and_then_with_all() -> None:
    service, book = Slow(*"abcd"), Keeping()
    trying.set(True)
    with pytest.raises(Outage):
        await ask(service, book, "a b c d")
    assert service.asked == ["a"]
    service.lost.clear()
    await ask(service, book, "a b c d")
    assert service.asked[1:] == ["a", "b", "c", "d"]
    assert service.most == 3


async def each(service: Slow, book: Book, words: str) -> list[Word | Unanswered]:
    async def one(word: str) -> Word | Unanswered:
        try:
            return await answer(service, Asked("Rules.", word, Word, lambda _: ()), book)
        except Declined as error:
            return Unanswered(str(error))

    return await one_by_one([one(word) for word in words.split()])


async def test_one_that_fails_in_passing_spoils_no_other_and_is_told_from_an_outage() -> None:
    service, book = Slow("b", at_once=1), Keeping()
    service.refused.add("d")
    first, second, third, fourth = await each(service, book, "a b c d")
    assert service.asked == ["a", "b", "c", "d"]
    assert isinstance(first, Word)
    assert isinstance(second, Unanswered)
    assert isinstance(second.failure, FailsAlone)
    assert isinstance(third, Word)
    assert fourth == Unanswered("It refused.")


async def test_what_is_known_to_fail_alone_stops_nobody_and_stands_for_no_outage() -> None:
    async def one() -> Word:
        raise FailsAlone("Not now.")

    found = await one_by_one([one() for _ in range(5)])
    assert [type(each.failure) for each in found if isinstance(each, Unanswered)] == [FailsAlone] * 5


async def test_where_nobody_is_there_few_are_asked_and_what_is_known_is_given() -> None:
    service, book = Slow(*"bcdef", at_once=1), Keeping()
    with pytest.raises(Outage):
        await each(service, book, "b c d e f")
    assert service.asked == ["b", "c", "d"]
    service.asked.clear()
    book.answers[request_hash("toy:model", "Rules.", "", "a", Word.model_json_schema())] = '{"word": "yes"}'
    known, *others = await each(service, book, "a b c d e f")
    assert isinstance(known, Word)
    assert service.asked == ["b", "c", "d"]
    assert [type(one.failure) for one in others if isinstance(one, Unanswered)] == [Outage] * 5


async def test_what_lies_behind_one_that_has_to_wait_for_long_is_not_sent() -> None:
    service, book = Slow(at_once=1), Keeping()
    service.held.add("b")
    first, *others = await each(service, book, "a b c")
    assert isinstance(first, Word)
    assert service.asked == ["a", "b"]
    assert [type(one.failure) for one in others if isinstance(one, Unanswered)] == [Unplayable] * 2


async def test_room_in_a_budget_that_calls_under_way_hold_is_waited_for() -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        for _ in range(30):
            await asyncio.sleep(0)

    service, book = Slow(patience=Patience(sleep=sleep)), Keeping(room=1)
    assert len(await ask(service, book, "a b c")) == 3
    assert service.most == 1
    await book.reserve(SENDING)
    pauses.clear()
    with pytest.raises(Crowded):
        await ask(service, book, "d")
    assert pauses == list(ROOM_PAUSES)


async def test_vectors_that_were_paid_beside_a_request_that_failed_are_not_bought_again() -> None:
    asked: list[str] = []
    lost = {"b"}

    async def request(texts: Sequence[str], _: object, __: object) -> list[list[float]]:
        asked.extend(texts)
        if lost.intersection(texts):
            raise Outage("Not now.")
        await asyncio.sleep(0)
        return [[1.0, 0.0] for _ in texts]

    wire = Wire(Service("toy", "model", "toy:model", "", None, "", asyncio.Semaphore(9), 1.0, 1.0))
    embedder = ModelEmbedder(wire, "1", 2, Limits(1, 100), request)
    with pytest.raises(Outage):
        await embedder.embed(["a", "b", "c"])
    lost.clear()
    assert (await embedder.embed(["a", "b", "c"])).any(axis=1).all()
    assert asked == ["a", "b", "c", "b"]
