"""Running the page stage over a course and looking at what stands then."""

from datetime import UTC, datetime
from typing import Any

from gradient.pages.stage import PageStage
from gradient.pages.writer import Writer
from gradient.store import outcomes, pages
from gradient.store.sessions import Database
from gradient.work.runner import Runner

NOW = datetime(2026, 3, 1, tzinfo=UTC)


async def make_pages(database: Database, course_id: int, writer: Writer | None = None) -> int:
    """Run the stage; how many units it found due."""
    stage = PageStage(lambda: NOW, writer)
    async with database.transaction() as connection:
        due = await outcomes.due(connection, stage.units(), course_id, NOW)
    runner = Runner(database, [stage], clock=lambda: NOW)
    async with runner.queue.opened():
        await runner.run("page", course_id)
    return len(due)


async def page(database: Database, topic_id: int) -> dict[str, Any]:
    """The page of a topic as it is shown."""
    async with database.transaction() as connection:
        found = await pages.page_json(connection, topic_id)
    assert found is not None
    return found


def texts(shown: dict[str, Any]) -> list[str]:
    """The contents of the blocks of a page."""
    return [block["content"] for block in shown["blocks"]]
