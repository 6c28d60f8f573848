"""The same request is sent once: its answer is kept, for that model and prompt, until it is forgotten."""

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from gradient.checked import Checked
from gradient.providers import registry
from gradient.providers.answers import Asked, Turn, Unusable, answer
from gradient.providers.ports import Errand, ScoreRequest
from gradient.store import erasure, ledger
from gradient.store.ledger import Account, Book
from gradient.store.sessions import Database
from tests.providers.played import Played, played
from tests.recall.small_course import SmallCourse

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Colour(Checked):
    name: str


class Model:
    """Answers what it was made with, one after the other, the last one for ever."""

    room = 1000

    def __init__(self, *said: str, name: str = "toy:model") -> None:
        self.name = name
        self.asked = 0
        self._said = list(said)

    async def close(self) -> None:
        """Nothing is open."""

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        self.asked += 1
        await asyncio.sleep(0)
        return self._said[min(self.asked, len(self._said)) - 1]


BLUE = json.dumps({"name": "blue"})


def question(rules: str = "Name a colour.", shown: str = "Of the sky.") -> Asked[Colour]:
    return Asked(rules, shown, Colour, lambda colour: ["grey is none"] if colour.name == "grey" else [])


@pytest.fixture
def book(database: Database, course: SmallCourse) -> Account:
    return ledger.booked(database, lambda: NOW, role="pick", course_id=course.id, stage="tags")


async def test_the_same_question_is_put_once_also_by_several_at_once_and_after_a_start(book: Account) -> None:
    model = Model(BLUE)
    found = await asyncio.gather(*(answer(model, question(), book) for _ in range(5)))
    assert (set(found), model.asked) == ({Colour(name="blue")}, 1)
    again = Model(BLUE)
    assert await answer(again, question(), book) == Colour(name="blue")
    assert again.asked == 0


async def test_another_model_prompt_or_text_gets_an_answer_of_its_own(book: Account) -> None:
    await answer(Model(BLUE), question(), book)
    red = json.dumps({"name": "red"})
    for model, asked in (
        (Model(red, name="toy:other"), question()),
        (Model(red), question(rules="Name one colour.")),
        (Model(red), question(shown="Of the sea.")),
    ):
        assert await answer(model, asked, book) == Colour(name="red")
        assert model.asked == 1


async def test_an_answer_that_is_of_no_use_is_not_kept_and_a_corrected_one_is(book: Account) -> None:
    grey = json.dumps({"name": "grey"})
    with pytest.raises(Unusable):
        await answer(Model(grey), question(), book)
    model = Model(grey, BLUE)
    assert await answer(model, question(), book) == Colour(name="blue")
    assert model.asked == 2
    assert await answer(model, question(), book) == Colour(name="blue")
    assert model.asked == 2


@pytest.fixture
def plays() -> "Played":
    with played("openai") as found:
        yield found


async def test_the_words_of_a_yes_or_no_are_kept_as_they_came(plays: Played, book: Account) -> None:
    asked = ScoreRequest("tag", "A loss is a number.", "Loss", ("What training makes small.",), {}, key=7)
    scorer = registry.scorer(plays.setting, {}, "", plays.access)
    async with registry.closing(scorer):
        first = await scorer.score([asked], Errand(book, b"secret"))
        second = await scorer.score([asked], Errand(book, b"secret"))
    assert first == second
    assert plays.count() == 1


async def test_what_is_forgotten_is_forgotten_also_where_it_was_asked_about_meanwhile(
    database: Database, course: SmallCourse, book: Account
) -> None:
    source = course.source("vision/01.md")
    await answer(Model(BLUE), question(), book)
    asked = await book.kept("under way")
    async with database.transaction() as connection:
        await erasure.erase_sources(connection, [source], NOW)
    await book.keep("under way", BLUE, asked.asked_at)
    assert course.all("SELECT said FROM kept_answers") == []


async def test_calls_are_booked_for_the_units_that_they_are_about(plays: Played, book: Account) -> None:
    scorer = registry.scorer(plays.setting, {}, "", plays.access)
    ledger.units_at_work.set((7, 8))
    requests = [ScoreRequest("tag", one, "Loss", (), {}, key=key) for one, key in (("A.", 7), ("B.", 0))]
    async with registry.closing(scorer):
        await scorer.score(requests, Errand(book, b"secret"))
    async with book.database.transaction() as connection:
        cursor = await connection.execute("SELECT unit_ids FROM calls ORDER BY unit_ids")
        assert [one["unit_ids"] for one in await cursor.fetchall()] == [[7], [7, 8]]
