"""A small course whose contents stand ready to be embedded, recalled, picked for and judged."""

from collections.abc import Sequence
from datetime import UTC, datetime

from gradient.calibration.coefficients import packaged
from gradient.calibration.stage import CalibrateStage
from gradient.embedding.stage import EmbedStage
from gradient.generation.tags_stage import TagsStage
from gradient.providers import registry
from gradient.recall.stage import RecallStage
from gradient.store import outcomes
from gradient.store.outcomes import Recorded, Unit
from gradient.store.sessions import Database
from gradient.text.normalise import text_hash
from gradient.work.failures import recorded_failure
from gradient.work.stage import Stage
from tests.pages.course_rows import CourseRows

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
EMBEDDER = registry.embedder("offline")
COEFFICIENTS = packaged()


class SmallCourse(CourseRows):
    """Rows of one course, with contents that nobody has tagged yet."""

    def content(self, sentence: str, chunk: int, kind: str = "fact") -> int:
        content = self.one(
            "INSERT INTO contents (course_id, kind, sentence, sentence_key) VALUES (%s, %s, %s, %s)"
            " RETURNING id",
            self.id,
            kind,
            sentence,
            text_hash(sentence),
        )
        self.one(
            "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote) VALUES (%s, %s, 0, %s, %s)",
            content,
            chunk,
            len(sentence),
            sentence,
        )
        return int(content)

    def decide(self, question: int, act: str) -> None:
        self.one(
            "INSERT INTO decisions (course_id, question_id, act, person, at) VALUES (%s, %s, %s, 'Ada', %s)",
            self.id,
            question,
            act,
            NOW,
        )

    def vote(self, content: int, topic: int, trust: float) -> None:
        self.one("INSERT INTO round_votes VALUES (%s, %s, %s, %s)", self.id, content, topic, trust)

    def candidates(self, content: int) -> list[str]:
        return [
            slug
            for (slug,) in self.all(
                "SELECT slug FROM candidates JOIN topics ON topics.id = topic_id"
                " WHERE content_id = %s ORDER BY rank",
                content,
            )
        ]

    def paths(self, content: int, topic: int) -> dict[str, float]:
        found = self.all(
            "SELECT paths FROM candidates WHERE content_id = %s AND topic_id = %s", content, topic
        )
        return dict(found[0][0]) if found else {}

    def picks(self, content: int) -> list[str]:
        return [
            slug
            for (slug,) in self.all(
                "SELECT slug FROM tags JOIN topics ON topics.id = topic_id"
                " WHERE content_id = %s AND pick IS NOT NULL ORDER BY pick",
                content,
            )
        ]


def embed_stage() -> EmbedStage:
    return EmbedStage(EMBEDDER)


def recall_stage() -> RecallStage:
    return RecallStage(embed_stage().space)


def tags_stage() -> TagsStage:
    return TagsStage(registry.picker("offline"))


def calibrate_stage() -> CalibrateStage:
    scorer = registry.scorer("offline", COEFFICIENTS.tasks, COEFFICIENTS.version)
    return CalibrateStage(scorer, embed_stage().space, clock=lambda: NOW)


def all_stages() -> list[Stage]:
    return [embed_stage(), recall_stage(), tags_stage(), calibrate_stage()]


async def due(database: Database, stage: Stage, course: SmallCourse) -> list[Unit]:
    async with database.transaction() as connection:
        return await outcomes.due(connection, stage.units(), course.id, NOW)


async def work_off(database: Database, stage: Stage, course: SmallCourse) -> dict[int, str]:
    """Work on what is due as the runner does; what became of each unit, by id."""
    units = await due(database, stage, course)
    for at in range(0, len(units), stage.batch):
        await work_on(database, stage, course, units[at : at + stage.batch])
    found = course.all(
        "SELECT unit_id, outcome FROM outcomes WHERE stage = %s AND unit_id = ANY(%s)",
        stage.name,
        [unit.unit_id for unit in units],
    )
    return dict(found)


async def work_on(database: Database, stage: Stage, course: SmallCourse, units: Sequence[Unit]) -> None:
    finished = await stage.work(database, course.id, units)
    async with database.transaction() as connection:
        for one in finished:
            await one.write(connection)
        recorded = [
            Recorded(one.unit, one.outcome, one.reason, seen=one.seen)
            if one.failure is None
            else recorded_failure(one.unit, one.failure, NOW)
            for one in finished
        ]
        await outcomes.record(connection, stage.name, stage.units().tool, course.id, recorded, NOW)


async def run_all(database: Database, course: SmallCourse) -> None:
    for stage in all_stages():
        await work_off(database, stage, course)
