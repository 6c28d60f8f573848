"""Claude in message batches: asked once, half the price, and collected whatever becomes of the process."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from gradient.checked import Checked
from gradient.errors import FailsAlone, Held, Outage, UnderWay
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.providers.answers import Answerer, Asked, Declined, Turn, answer
from gradient.store import erasure, ledger
from gradient.store.ledger import Account
from gradient.store.sessions import Database
from tests.pages.course_rows import CourseRows
from tests.providers.servers import ModelServer, running_server, tool

KEY = "sk-marked-key"
PATIENCE = timedelta(seconds=60)


class Colour(Checked):
    name: str


class Clock:
    """Is wound on by hand."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    with running_server(tool("anthropic_server.py"), "--key", KEY, "--batch-delay", "300") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        server.rules(
            {"match": "sky", "reply": {"name": "blue"}}, {"match": "grass", "reply": {"name": "green"}}
        )
        yield server


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> CourseRows:
    return CourseRows(database_url)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(database: Database, course: CourseRows, clock: Clock) -> Account:
    return ledger.booked(database, clock, role="pick", course_id=course.id, stage="tags")


Process = Callable[[], Answerer]


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    """What a new process asks."""
    access = Access(anthropic_key=SecretStr(KEY), batch_looked_after=PATIENCE)
    made: list[Answerer] = []

    def begin() -> Answerer:
        one = registry.answerer("pick", "anthropic:claude-haiku-5-5", access)
        assert one is not None
        made.append(one)
        return one

    yield begin
    for one in made:
        await one.close()


async def said(model: Answerer, book: Account, *of: str) -> list[Any]:
    """What comes of each question."""
    turns = [[Turn("user", f"Of the {one}.")] for one in of]
    asked = (model.say("Name a colour.", each, Colour, book) for each in turns)
    return await asyncio.gather(*asked, return_exceptions=True)


def batches(server: ModelServer) -> Sequence[dict[str, Any]]:
    return [one for one in server.requests() if one["method"] == "POST" and one["path"].endswith("/batches")]


def wind_on(server: ModelServer, clock: Clock, seconds: float = 400) -> None:
    server.advance(seconds)
    clock.now += timedelta(seconds=seconds)


async def test_questions_that_come_together_are_one_batch_and_raise_until_it_has_ended(
    server: ModelServer, process: Process, book: Account, clock: Clock, course: CourseRows
) -> None:
    model = process()
    waiting = await said(model, book, "sky", "grass")
    assert [type(one) for one in waiting] == [UnderWay, UnderWay]
    assert "under way in a message batch" in str(waiting[0])
    (made,) = batches(server)
    lines = made["body"]["requests"]
    assert len(lines) == 2
    assert all(line["params"]["system"][0]["cache_control"]["ttl"] == "1h" for line in lines)
    again = await said(model, book, "sky", "grass")
    assert [type(one) for one in again] == [UnderWay, UnderWay]
    assert again[0].until == clock.now + PATIENCE
    wind_on(server, clock)
    answers = [json.loads(one)["name"] for one in await said(model, book, "sky", "grass")]
    assert answers == ["blue", "green"]
    assert len(batches(server)) == 1
    calls = course.all("SELECT ended, usd, input_tokens, output_tokens, round(seconds) FROM calls")
    assert [call[0] for call in calls] == ["done", "done"]
    for _, usd, fresh, output, seconds in calls:
        assert float(usd) == pytest.approx((fresh * 0.10 + output * 0.50) / 2e6)
        assert seconds == 400


async def test_a_batch_is_collected_by_another_process(
    server: ModelServer, process: Process, book: Account, clock: Clock
) -> None:
    await said(process(), book, "sky")
    wind_on(server, clock)
    (found,) = await said(process(), book, "sky")
    assert json.loads(found) == {"name": "blue"}
    assert len(batches(server)) == 1


@pytest.mark.parametrize("ended", [False, True])
async def test_a_batch_that_was_not_written_down_in_time_is_found_again(
    server: ModelServer, process: Process, book: Account, clock: Clock, course: CourseRows, ended: bool
) -> None:
    await said(process(), book, "sky")
    course.one("UPDATE batches SET service_id = NULL")
    if ended:
        wind_on(server, clock)
    await said(process(), book, "sky")
    wind_on(server, clock)
    (found,) = await said(process(), book, "sky")
    assert json.loads(found) == {"name": "blue"}
    assert len(batches(server)) == 1


async def test_a_batch_that_never_was_is_handed_in_anew(
    server: ModelServer, process: Process, book: Account, clock: Clock, course: CourseRows
) -> None:
    server.faults({"path": "/batches$", "method": "POST", "do": "drop-before", "times": 1})
    (trouble,) = await said(process(), book, "sky")
    assert isinstance(trouble, Outage)
    (waiting,) = await said(process(), book, "sky")
    assert isinstance(waiting, UnderWay)
    wind_on(server, clock)
    (found,) = await said(process(), book, "sky")
    assert json.loads(found) == {"name": "blue"}
    assert course.all("SELECT ended FROM calls ORDER BY id") == [("failed",), ("done",)]


async def test_what_a_batch_does_not_come_to_is_told_or_asked_again(
    server: ModelServer, process: Process, book: Account, clock: Clock
) -> None:
    server.rules(
        {"match": "sky", "reply": {}, "outcome": "errored"},
        {"match": "grass", "reply": {}, "outcome": "expired", "times": 1},
        {"match": "grass", "reply": {"name": "green"}},
    )
    model = process()
    await said(model, book, "sky", "grass")
    wind_on(server, clock)
    told, waiting = await said(model, book, "sky", "grass")
    assert isinstance(told, FailsAlone)
    assert str(told).endswith("did not answer in a batch: api_error: Internal server error")
    assert isinstance(waiting, UnderWay)
    (again,) = await said(model, book, "sky")
    assert isinstance(again, UnderWay)
    wind_on(server, clock)
    (found,) = await said(model, book, "grass")
    assert json.loads(found) == {"name": "green"}


async def test_a_request_that_a_batch_does_not_take_is_told_of_and_not_handed_in_again(
    server: ModelServer, process: Process, book: Account, clock: Clock, course: CourseRows
) -> None:
    server.rules({"match": "sky", "reply": {}, "outcome": "errored"})
    model = process()
    await said(model, book, "sky", "grass")
    wind_on(server, clock)
    await said(model, book, "grass")
    course.one("UPDATE batch_requests SET error = 'invalid_request_error: Too bright.' WHERE answer IS NULL")
    for _ in range(2):
        (told,) = await said(model, book, "sky")
        assert isinstance(told, Declined)
        assert "does not take the request: invalid_request_error: Too bright." in str(told)
    assert len(batches(server)) == 1


async def test_a_wrong_answer_is_corrected_in_a_second_batch(
    server: ModelServer, process: Process, book: Account, clock: Clock
) -> None:
    server.rules(
        {"match": "cannot be used", "reply": {"name": "blue"}}, {"match": "sky", "reply": {"name": "sky"}}
    )
    asked = Asked("Name.", "Of the sky.", Colour, lambda one: ["no colour."] if one.name == "sky" else [])
    for _ in range(2):
        with pytest.raises(UnderWay):
            await answer(process(), asked, book)
        wind_on(server, clock)
    assert await answer(process(), asked, book) == Colour(name="blue")
    assert len(batches(server)) == 2


async def test_no_more_is_handed_in_than_the_budget_has_room_for(
    server: ModelServer, process: Process, book: Account, database: Database
) -> None:
    async with database.transaction() as connection:
        await ledger.allow(connection, 0.003, None)
    (waiting, other) = await said(process(), book, "sky", "grass")
    (made,) = batches(server)
    assert len(made["body"]["requests"]) == 1
    assert isinstance(waiting, UnderWay)
    assert isinstance(other, UnderWay)
    # Which of the two comes first is not ours to say.
    left_out = "sky" if "grass" in json.dumps(made["body"]) else "grass"
    (held,) = await said(process(), book, left_out)
    assert isinstance(held, Held)
    assert not isinstance(held, UnderWay)


async def test_answers_are_dropped_when_nobody_asks_for_them_any_more(
    server: ModelServer, process: Process, book: Account, clock: Clock, course: CourseRows
) -> None:
    await said(process(), book, "sky")
    wind_on(server, clock)
    await said(process(), book, "sky")
    clock.now += timedelta(days=3)
    await said(process(), book, "sky")
    assert len(batches(server)) == 2
    assert course.one("SELECT count(*) FROM batches") == 1
    assert course.one("SELECT count(*) FROM batch_requests") == 1


async def test_what_was_asked_in_a_course_goes_when_something_of_it_is_forgotten(
    server: ModelServer, process: Process, book: Account, course: CourseRows, database: Database
) -> None:
    await said(process(), book, "sky")
    source = course.source("01.md")
    course.chunk(source, "The sky is blue.")
    async with database.transaction() as connection:
        await erasure.erase_sources(connection, [source], book.clock())
    assert course.one("SELECT count(*) FROM batch_requests") == 0
