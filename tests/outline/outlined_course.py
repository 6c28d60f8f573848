"""A course of real passages, extracted and outlined by the stages themselves."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from gradient.extraction.stage import ExtractStage
from gradient.outline.stage import OutlineStage
from gradient.store import outcomes
from gradient.store.outcomes import Recorded
from gradient.store.sessions import Database
from gradient.work.stage import Finished, Stage
from tests.pages.course_rows import CourseRows

TOPICS = """
SELECT topics.title, topics.state, ARRAY(SELECT topic_names.name FROM topic_names
        WHERE topic_names.topic_id = topics.id AND topic_names.name <> topics.title ORDER BY 1) AS aliases
  FROM topics WHERE topics.course_id = %s AND topics.state IN ('active', 'proposed') ORDER BY topics.title
"""


class OutlinedCourse(CourseRows):
    """Files are put in and taken away; `outline` runs the stages that are due."""

    def __init__(self, url: str, slug: str = "vision") -> None:
        super().__init__(url, slug)
        self.now = datetime(2026, 3, 1, tzinfo=UTC)
        self.one("UPDATE courses SET language = 'en' WHERE id = %s", self.id)
        self.stages: tuple[Stage, ...] = (ExtractStage(), OutlineStage(lambda: self.now))

    def file(self, path: str, heading: str, *sentences: str, position: int | None = None) -> int:
        """A source of one chunk a sentence under a heading."""
        source = self.source(path, position)
        reading = self.reading(path, "\n".join(sentences), '{"blocks": [], "emphases": []}')
        self.one("UPDATE revisions SET reading_id = %s WHERE source_id = %s", reading, source)
        for sentence in sentences:
            self.chunk(source, sentence, heading)
        return source

    def reading(self, path: str, text: str, structure: str = "{}") -> int:
        digest = hashlib.sha256(f"{self.slug} {path} {text}".encode()).hexdigest()
        return int(
            self.one(
                "INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, language,"
                " share_read) VALUES (%s, '.md', 'reader', %s, %s, %s, 'en', 1)"
                " ON CONFLICT (sha256, suffix, tool) DO UPDATE SET text = excluded.text RETURNING id",
                digest, text, digest, structure,
            )
        )  # fmt: skip

    def outline_file(self, text: str, path: str = "topics/outline.md") -> int:
        """An outline, or the next version of one."""
        known = self.all("SELECT id FROM sources WHERE course_id = %s AND path = %s", self.id, path)
        source = known[0][0] if known else self.source(path)
        self.one("UPDATE sources SET type = 'topics' WHERE id = %s", source)
        self.one(
            "UPDATE revisions SET reading_id = %s WHERE source_id = %s", self.reading(path, text), source
        )
        return int(source)

    def bring_back(self, source: int) -> None:
        self.one("UPDATE sources SET retired_at = NULL WHERE id = %s", source)

    async def outline(self, database: Database) -> list[Finished]:
        """Run the stages that are due; what became of the outline."""
        finished: list[Finished] = []
        for stage in self.stages:
            async with database.transaction() as connection:
                units = await outcomes.due(connection, stage.units(), self.id, self.now)
            finished = await stage.work(database, self.id, units) if units else []
            async with database.transaction() as connection:
                for one in finished:
                    await one.write(connection)
                recorded = [Recorded(one.unit, one.outcome, one.reason) for one in finished]
                await outcomes.record(connection, stage.name, stage.units().tool, self.id, recorded, self.now)
        return finished

    def topics(self) -> list[tuple[str, str, list[str]]]:
        """Title, state and other names of the topics that are there."""
        return [(title, state, aliases) for title, state, aliases in self.all(TOPICS, self.id)]

    def titles(self) -> list[str]:
        return [title for title, _, _ in self.topics()]

    def topic_id(self, slug: str) -> int:
        return int(self.one("SELECT id FROM topics WHERE course_id = %s AND slug = %s", self.id, slug))

    def versions(self, tables: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
        """Which transaction wrote each row last."""
        return {table: sorted(self.all(f"SELECT xmin::text, ctid::text FROM {table}")) for table in tables}


BACKPROPAGATION = (
    "lectures/01.md",
    "Backpropagation",
    "Backpropagation is an algorithm that computes the gradient of a loss function.",
    "Backpropagation applies the chain rule from the output to the input.",
    "The chain rule is a rule for the derivative of a composed function.",
)
DESCENT = (
    "lectures/02.md",
    "Gradient descent",
    "Gradient descent is a method that follows the gradient of the loss function downhill.",
    "Stochastic gradient descent (SGD) is gradient descent on a sample of the data.",
    "SGD needs a learning rate. The learning rate is the length of a step.",
)
NETWORKS = (
    "lectures/03.md",
    "Neural networks",
    "A neural network is a composed function with weights.",
    "The neural networks of today learn by backpropagation and SGD.",
    "Backpropagation through neural networks follows the chain rule.",
)
