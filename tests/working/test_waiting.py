"""What waits, and why."""

from gradient.store import status
from gradient.store.sessions import Database
from gradient.store.status import Waiting
from gradient.work.runner import Runner
from tests.working.toys import Clock, ToyStage


async def waiting(database: Database, runner: Runner, course: int, clock: Clock) -> list[Waiting]:
    queries = [stage.units() for stage in runner.stages]
    async with database.transaction() as connection:
        return (await status.standings(connection, queries, [course], clock()))[1]


async def test_what_waits_says_for_which_stage(database: Database, course: int, clock: Clock) -> None:
    runner = Runner(database, [ToyStage("read"), ToyStage("page"), ToyStage("mirror")], clock=clock)
    assert await waiting(database, runner, course, clock) == [
        Waiting(course, "page", 3, "read comes first."),
        Waiting(course, "mirror", 3, "read comes first."),
    ]
    async with runner.queue.opened():
        await runner.run("read", course)
    assert await waiting(database, runner, course, clock) == [
        Waiting(course, "mirror", 3, "page comes first.")
    ]


async def test_what_waits_for_a_retry_says_when_that_is(
    database: Database, course: int, clock: Clock
) -> None:
    def trouble(_: int) -> None:
        raise ValueError("no luck")

    runner = Runner(database, [ToyStage("read", trouble=trouble), ToyStage("page")], clock=clock)
    async with runner.queue.opened():
        await runner.run("read", course)
    (held,) = await waiting(database, runner, course, clock)
    at = clock.now.astimezone().strftime("%H:%M:05")
    assert (held.stage, held.reason) == ("page", f"read is tried again at {at}.")
