"""Budgets: what a call may come to is kept back before it goes out, so that no call overspends them."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gradient.daemon import opened_runner
from gradient.errors import Held
from gradient.home import Home
from gradient.settings import Settings
from gradient.store import courses, holds, ledger
from gradient.store.holds import Hold
from gradient.store.ledger import Account, Call, Crowded, Sending
from gradient.store.sessions import Database, value
from gradient.work.beginning import begin
from tests.recall.small_course import SmallCourse

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SENDING = Sending("toy", "model", 0.10)


class Day:
    """A time that is moved by hand."""

    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def book(database: Database, course: SmallCourse, day: Day) -> Account:
    return ledger.booked(database, day, role="pick", course_id=course.id, stage="tags")


async def allow(database: Database, day_usd: float | None, course_usd: float | None = None) -> None:
    async with database.transaction() as connection:
        await ledger.allow(connection, day_usd, course_usd)


async def connected(database: Database, count: int) -> None:
    """Open so many connections, so that nobody has to wait for one."""
    all_here = asyncio.Barrier(count)

    async def one() -> None:
        async with database.transaction():
            await all_here.wait()

    await asyncio.gather(*(one() for _ in range(count)))


async def called(book: Account, usd: float | None) -> Call | None:
    """One call with the price that it turns out to have; None where no budget is left for it."""
    try:
        entry = await book.reserve(SENDING)
    except Held:
        return None
    call = Call("toy", "model", 0.1, "done", usd=usd)
    await book.settle(entry, call)
    return call


async def spent(database: Database) -> float:
    async with database.transaction() as connection:
        return float(await value(connection, "SELECT coalesce(sum(usd), 0) FROM calls"))


async def test_sixteen_calls_at_the_edge_of_a_budget_do_not_overspend_it(
    database: Database, book: Account
) -> None:
    await allow(database, 0.55)
    await connected(database, 16)
    outcomes = await asyncio.gather(*(called(book, 0.10) for _ in range(16)))
    assert sum(one is not None for one in outcomes) == 5
    assert await spent(database) == pytest.approx(0.5)


async def test_calls_under_way_hold_their_estimate_and_give_back_what_they_did_not_need(
    database: Database, book: Account
) -> None:
    await allow(database, 0.25)
    entries = [await book.reserve(SENDING) for _ in range(2)]
    with pytest.raises(Held, match=r"budget of 0\.25 USD for a day has no room.*0\.2000 are spent"):
        await book.reserve(SENDING)
    for entry in entries:
        await book.settle(entry, Call("toy", "model", 0.1, "done", usd=0.01))
    await book.reserve(SENDING)


async def test_a_budget_that_calls_under_way_hold_is_looked_at_soon_and_one_that_is_spent_tomorrow(
    database: Database, book: Account, day: Day
) -> None:
    await allow(database, 0.15)
    entry = await book.reserve(SENDING)
    with pytest.raises(Crowded) as held:
        await book.reserve(SENDING)
    assert held.value.until == day() + ledger.LOOK_SOON
    await book.settle(entry, Call("toy", "model", 0.1, "done", usd=0.09))
    with pytest.raises(Held) as spent_up:
        await book.reserve(SENDING)
    assert spent_up.value.until == datetime(2026, 3, 2, tzinfo=UTC)


async def test_calls_that_come_to_little_spend_a_budget_to_its_end_one_at_a_time(
    database: Database, book: Account
) -> None:
    await allow(database, 0.25)
    for _ in range(ledger.ALIKE):
        assert await called(book, 0.02)
    # 0.16 are spent: one call may come to more than is left, and no second one goes out beside it.
    entry = await book.reserve(SENDING)
    with pytest.raises(Crowded):
        await book.reserve(SENDING)
    await book.settle(entry, Call("toy", "model", 0.1, "done", usd=0.02))
    while await called(book, 0.02):
        pass
    assert await spent(database) == pytest.approx(0.24)


async def test_a_day_begins_at_midnight_and_what_waits_is_looked_at_then(
    database: Database, book: Account, day: Day
) -> None:
    await allow(database, 0.10)
    assert await called(book, 0.10)
    with pytest.raises(Held) as held:
        await book.reserve(SENDING)
    assert held.value.until == datetime(2026, 3, 2, tzinfo=UTC)
    day.now = held.value.until - timedelta(seconds=1)
    assert await called(book, 0.10) is None
    day.now = held.value.until
    assert await called(book, 0.10)


async def test_a_course_has_a_budget_of_its_own_which_the_course_file_may_state(
    database: Database, book: Account, course: SmallCourse, day: Day
) -> None:
    await allow(database, None, 0.20)
    assert await called(book, 0.10)
    day.now += timedelta(days=30)
    assert await called(book, 0.10)
    with pytest.raises(Held, match=r"raise budget in its course\.toml"):
        await book.reserve(SENDING)
    course.one("UPDATE courses SET settings = '{\"budget\": 0.3}'")
    assert await called(book, 0.10)
    assert await called(book, 0.10) is None
    elsewhere = ledger.booked(database, day, role="pick", course_id=None, stage=None)
    assert await called(elsewhere, 0.10)


async def test_a_call_that_nobody_knows_the_price_of_counts_as_what_it_may_have_come_to(
    database: Database, book: Account, day: Day
) -> None:
    await allow(database, 0.25)
    assert await called(book, None)
    entry = await book.reserve(SENDING)
    assert await called(book, 0.10) is None
    # The process of that call died.
    day.now += 2 * ledger.LOST_AFTER
    async with database.transaction() as connection:
        assert await ledger.give_up_lost(connection, day()) == 1
        ended = await value(connection, "SELECT ended FROM calls WHERE id = %(entry)s", entry=entry)
    assert ended == "failed"
    assert await called(book, 0.10) is None


async def test_no_budget_is_kept_with_a_model_of_unknown_price(database: Database, book: Account) -> None:
    unknown = Sending("toy", "model", None)
    assert await book.reserve(unknown)
    await allow(database, 100.0)
    with pytest.raises(Held, match=r"price of toy:model is not known.*under \[prices\]"):
        await book.reserve(unknown)


async def test_what_waits_for_the_budget_of_a_course_is_looked_at_once_its_file_says_otherwise(
    database: Database, course: SmallCourse, day: Day
) -> None:
    waits = Hold("No room.", day() + timedelta(hours=9))
    async with database.transaction() as connection:
        await holds.hold(connection, course.id, "tags", waits, day())
        given = {"name": "Vision", "language": None, "outline_open": None}
        await courses.configure(connection, course.id, **given, settings={"budget": 1.0})
        assert await holds.of_course(connection, course.id) == {}
        await holds.hold(connection, course.id, "tags", waits, day())
        await courses.configure(connection, course.id, **given, settings={"budget": 1.0})
        assert set(await holds.of_course(connection, course.id)) == {"tags"}


async def test_one_more_worker_leaves_budgets_and_pauses_as_they_are(database: Database, home: Home) -> None:
    async with database.transaction() as connection:
        await ledger.allow(connection, 2.0, None)
        await holds.pause(connection, "pick", "The key is not accepted.", NOON)
    async with opened_runner(str(home.database_url), home, Settings(), None):
        pass
    async with database.transaction() as connection:
        assert [one["usd"] for one in await ledger.budgets(connection, NOON)] == [2.0]
        (pause,) = await holds.pauses(connection)
        assert pause["until"] > NOON
        await begin(database, Settings(), lambda: NOON)
    async with database.transaction() as connection:
        assert await ledger.budgets(connection, NOON) == []
        assert await holds.pauses(connection) == []


async def test_what_is_free_needs_no_room_in_a_budget_and_small_amounts_are_told_as_they_are(
    database: Database, book: Account
) -> None:
    await allow(database, 0.006)
    assert await called(replace(book, course_id=None), 0.01) is None
    await book.reserve(Sending("toy", "model", 0.0055))
    with pytest.raises(Held, match=r"budget of 0\.006 USD.*of up to 0\.1000 USD: 0\.0055 are spent"):
        await book.reserve(SENDING)
    await allow(database, 0.004)
    await book.reserve(Sending("toy", "model", 0.0))
