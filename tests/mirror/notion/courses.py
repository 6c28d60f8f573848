"""A course in the database, its pages, and one sync of both sides."""

from collections.abc import Sequence

from gradient.mirror.notion.sync import Synced, sync
from gradient.pages.stage import PageStage
from gradient.store.sessions import Database
from gradient.work.runner import Runner
from tests.mirror.mirror_runs import LOSS, RANGE, two_topics
from tests.mirror.notion.workspace import Workspace, mirror_in
from tests.pages.course_rows import CourseRows

OPEN = "Is this about Score? “The softmax loss is a measure of how far the scores are from the labels.”"
EDGE = "Do you have to know Softmax loss before Score?"


def asked_course(course: CourseRows) -> tuple[int, int]:
    """Two topics with pages, and two questions in the queue; their items: of a tag, of a prerequisite."""
    score, loss = two_topics(course)
    second = course.chunk(course.source("lectures/02 more.md", 1), RANGE, "Losses")
    course.tag(loss, second, RANGE)
    content = course.one("SELECT id FROM contents WHERE sentence = %s", LOSS)
    tag = course.item("tag", course.question("tag", content, score), "The scorer is not sure.", 0.46)
    edge = course.item("prerequisite", course.question("prerequisite", loss, score), "No direction.", None)
    return tag, edge


async def paged(database: Database, *course_ids: int) -> None:
    """Make the pages of courses."""
    runner = Runner(database, [PageStage()])
    async with runner.queue.opened():
        for course_id in course_ids:
            await runner.run("page", course_id)


async def nothing(_: Sequence[int]) -> None:
    """Settle nothing: what the rows of a test say holds."""


async def synced(workspace: Workspace, database: Database, *course_ids: int, **how: bool) -> Synced:
    """Make pages and bring both sides into step; some minutes later, so that no edit bears the same time."""
    await paged(database, *course_ids)
    workspace.later(minutes=5)
    came = await sync(mirror_in(workspace), database, nothing, **how)
    workspace.later(minutes=5)
    return came


def decisions(course: CourseRows) -> list[tuple[object, ...]]:
    """What was decided, in the order made."""
    return course.all("SELECT act, person, note FROM decisions ORDER BY id")
