"""Whether anything is left to do."""

from gradient.store import daemons
from gradient.store.sessions import Database
from gradient.work.runner import Clock, Runner


async def nothing_left(database: Database, runner: Runner, clock: Clock) -> bool:
    """No unit is due, or due within a minute, nor a map, no job waits or runs, no batch is under way.

    What is due gets its job.
    """
    async with database.transaction() as connection:
        if await runner.queue.unfinished(connection):
            return False
        nothing = True
        for course_id in await daemons.courses(connection):
            stage = await runner.next_stage(connection, course_id)
            if stage is not None:
                await runner.queue.defer(connection, stage.name, course_id)
                nothing = False
                continue
            queries = [one.units() for one in await runner.open_stages(connection, course_id)]
            close = await daemons.next_retry(connection, queries, course_id, clock())
            if close is not None or await runner.is_under_way(connection, course_id):
                nothing = False
        if nothing and await runner.defer_fit(connection):
            nothing = False
    return nothing


def told(standing: dict[str, int]) -> str:
    """That nothing is left to do, and how many courses, topics and questions there are."""
    if not standing["courses"]:
        return "Idle: there is no course; put files into a folder under the inbox."
    counts = [f"{count} {what if count != 1 else what[:-1]}" for what, count in standing.items()]
    ask = ", which gradient review asks" if standing["questions"] else ""
    return f"Idle: {counts[0]}, {counts[1]}, {counts[2]} for you{ask}."
