"""One scan: what it stores at once or not at all, and how it meets others."""

import asyncio

import pytest

from gradient.inbox.removal import retire
from gradient.inbox.scan import scan
from gradient.settings import InboxSettings
from gradient.store import changes
from gradient.store.sessions import Connection
from tests.inbox.watched import START, Watched


async def test_a_dropped_file_becomes_a_source_with_passages(watched: Watched) -> None:
    watched.write(
        "calculus/lectures/01 Limits.md", "# Limits\n\nA limit is the value that a function nears.\n"
    )
    await watched.settle_and_work()
    found = (await watched.sources())["calculus/lectures/01 Limits.md"]
    assert (found["course"], found["type"], found["state"], found["share_read"]) == (
        "calculus", "lectures", "read", 1.0,
    )  # fmt: skip
    assert (
        await watched.value("SELECT text FROM live_chunks") == "A limit is the value that a function nears."
    )
    assert await watched.changes() == [
        "The course calculus was added.",
        "calculus/lectures/01 Limits.md was added.",
    ]


async def test_a_scan_that_fails_stores_nothing_and_the_next_one_stores_all(watched: Watched) -> None:
    for number in range(4):
        watched.write(f"c/{number}.md", f"Text number {number}.")
    await watched.scan()
    watched.wind_on(5)
    before = await watched.snapshot()

    async def refuse(connection: Connection, course_id: int) -> None:
        raise ConnectionError("the database went away")

    with pytest.raises(ConnectionError):
        await scan(watched.database, watched.inbox, InboxSettings(), clock=watched.now, on_change=refuse)
    assert await watched.snapshot() == before
    await watched.scan()
    await watched.work()
    assert [one["state"] for one in (await watched.sources()).values()] == ["read"] * 4


async def test_scans_at_the_same_time_take_a_file_up_once(watched: Watched) -> None:
    watched.write("c/a.md", "A text.")
    await watched.scan()
    watched.wind_on(5)
    results = await asyncio.gather(*(watched.scan() for _ in range(5)))
    assert sorted(len(result.courses) for result in results) == [0, 0, 0, 0, 1]
    assert await watched.changes() == ["The course c was added.", "c/a.md was added."]


async def test_a_person_who_retires_during_a_scan_is_not_overruled(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.write("c/a.md", "A text.")
    await watched.settle()
    watched.write("c/a.md", "Another text.")
    await watched.scan()
    watched.wind_on(5)
    loading, loads = asyncio.to_thread, []

    async def retire_meanwhile(*arguments: object) -> object:
        if not loads:
            await retire(watched.database, "c/a.md", clock=watched.now)
        loads.append(1)
        return await loading(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("gradient.inbox.scan.asyncio.to_thread", retire_meanwhile)
    await watched.scan()
    assert len(loads) == 2
    assert (await watched.sources())["c/a.md"]["state"] == "retired"


async def test_failures_to_read_what_is_gone_trouble_nobody(watched: Watched) -> None:
    broken = b"%PDF-1.4 and no more"
    for name in ("mended", "deleted", "retired"):
        watched.write(f"c/{name}.pdf", broken + name.encode())
    watched.write("c/fine.md", "A text.")
    await watched.settle_and_work()
    parked = "SELECT count(*) FROM outcomes WHERE outcome = 'parked'"
    assert await watched.value(parked) == 3
    watched.write("c/mended.pdf", b"")
    (watched.inbox / "c/deleted.pdf").unlink()
    await retire(watched.database, "retired.pdf", clock=watched.now)
    await watched.settle_and_work()
    assert await watched.value(parked) == 0
    assert await watched.value("SELECT count(*) FROM outcome_log WHERE outcome = 'parked'") == 3


async def test_changes_can_be_asked_for_since_a_time(watched: Watched) -> None:
    watched.write("c/a.md", "A text.")
    await watched.settle()
    watched.wind_on(60)
    then = watched.now()
    watched.write("c/b.md", "Another text.")
    await watched.settle()
    async with watched.database.transaction() as connection:
        found = await changes.since(connection, then)
        everything = await changes.since(connection)
    assert [(one["course"], one["kind"], one["what"], one["cause"]) for one in found] == [
        ("c", "source", "c/b.md was added.", "c/b.md")
    ]
    assert len(everything) == 3
    assert everything[0]["at"] > START
