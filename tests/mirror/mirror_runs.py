"""Running pages and mirror over a course, into a vault in a folder of the test."""

from datetime import UTC, datetime
from pathlib import Path

from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.stage import MirrorStage
from gradient.pages.stage import PageStage
from gradient.store import outcomes
from gradient.store.sessions import Database
from gradient.work.runner import Runner
from tests.pages.course_rows import CourseRows

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LOSS = "The softmax loss is a measure of how far the scores are from the labels."
RANGE = "The softmax loss lies between zero and infinity for every example."
SCORE = "A score is a number that says how well a class fits an image."


async def mirror(database: Database, course_id: int, vault: Path) -> int:
    """Make pages and mirror them; how many items were due in the mirror."""
    stages = [PageStage(lambda: NOW), MirrorStage([MarkdownMirror(vault)], lambda: NOW)]
    runner = Runner(database, stages, clock=lambda: NOW)
    async with runner.queue.opened():
        await runner.run("page", course_id)
        async with database.transaction() as connection:
            due = await outcomes.due(connection, stages[1].units(), course_id, NOW)
        await runner.run("mirror", course_id)
    return len(due)


def two_topics(course: CourseRows) -> tuple[int, int]:
    """Score, needed for Softmax loss; each with a page."""
    score, loss = course.topic("Score", "score", "Class score"), course.topic("Softmax loss")
    source = course.source("lectures/01 intro.md", 0)
    course.tag(score, course.chunk(source, SCORE, "Scores", page=2), SCORE)
    course.tag(loss, course.chunk(source, f"{LOSS} {RANGE}", "Losses", page=3), LOSS)
    course.prerequisite(score, loss)
    return score, loss


def files(vault: Path) -> dict[str, str]:
    """Every file of the vault with its text."""
    return {
        str(path.relative_to(vault)): path.read_text("utf-8") for path in vault.rglob("*") if path.is_file()
    }


def stats(vault: Path) -> dict[str, tuple[int, int]]:
    """When each file was last written, and which file it is."""
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_ino) for path in vault.rglob("*")}
