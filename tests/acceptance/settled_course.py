"""A course of rows that settle works on, with a clock that stands still until it is moved."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from gradient.acceptance.stage import SettleStage
from gradient.acceptance.thresholds import Thresholds
from gradient.outline.names import canonical
from gradient.review import decisions
from gradient.review.draws import DrawShares
from gradient.store import outcomes, reviews
from gradient.store.outcomes import Recorded, Unit
from gradient.store.sessions import Database
from tests.pages.course_rows import CourseRows

DERIVED = ("tags", "prerequisites", "review_items", "questions", "changes")


class SettledCourse(CourseRows):
    """A course with its settle stage. `share` of its questions are drawn: none, unless a test asks."""

    def __init__(self, url: str, slug: str = "vision", *, open_max: int = 50, share: float = 0) -> None:
        super().__init__(url, slug)
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
        self.stage = self.settling(open_max=open_max, shares=DrawShares(share, share))
        self._first_source: int | None = None

    def settling(
        self,
        thresholds: Thresholds = Thresholds(),  # noqa: B008 - a frozen value
        *,
        open_max: int = 50,
        shares: DrawShares = DrawShares(0, 0),  # noqa: B008
    ) -> SettleStage:
        """A settle stage with the clock of the course."""
        return SettleStage(thresholds, open_max=open_max, shares=shares, clock=lambda: self.now)

    def move(self, **step: float) -> None:
        self.now += timedelta(**step)

    def passage(self, text: str, path: str = "lectures/01.md", *names: str) -> int:
        """A chunk that exists from now on, with a content for its text and mentions of names in it."""
        known = self.all("SELECT id FROM sources WHERE course_id = %s AND path = %s", self.id, path)
        source = known[0][0] if known else self.source(path, position=0)
        chunk = self.chunk(source, text)
        self.one("UPDATE chunks SET created_at = %s WHERE id = %s", self.now, chunk)
        self.content(chunk, text)
        for name in names:
            start = text.index(name)
            self.one(
                "INSERT INTO mentions (chunk_id, kind, key, surface, start_at, end_at)"
                " VALUES (%s, 'term', %s, %s, %s, %s)",
                chunk, canonical(name), name, start, start + len(name),
            )  # fmt: skip
        return chunk

    def content(self, chunk: int, sentence: str, kind: str = "fact") -> int:
        key = hashlib.sha256(sentence.casefold().encode()).hexdigest()
        content = self.one(
            "INSERT INTO contents (course_id, kind, sentence, sentence_key) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (course_id, kind, sentence_key) DO UPDATE SET sentence = excluded.sentence"
            " RETURNING id",
            self.id, kind, sentence, key,
        )  # fmt: skip
        self.one(
            "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote) VALUES (%s, %s, 0, %s, %s)"
            " ON CONFLICT DO NOTHING",
            content, chunk, len(sentence), sentence,
        )  # fmt: skip
        return int(content)

    def fact(self, sentence: str) -> int:
        """A content on a chunk of its own."""
        self.passage(sentence)
        return int(
            self.one("SELECT id FROM contents WHERE course_id = %s AND sentence = %s", self.id, sentence)
        )

    def judge(self, question: int, odds: float | None, scorer: str = "offline") -> None:
        """A judgement with these log-odds; None is a refusal."""
        yes, no = (None, None) if odds is None else (odds - 10, -10.0)
        self.one(
            "INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, refused, evidence,"
            " at) VALUES (%s, %s, '1', %s, %s, %s, '{}', %s)",
            question, scorer, yes, no, "it did not say yes or no" if odds is None else None, self.now,
        )  # fmt: skip

    def pick(self, content: int, topic: int, odds: float | None, pick: int = 1) -> int:
        """A picked and judged tag; the id of its question."""
        question = self.question("tag", content, topic)
        self.one(
            "INSERT INTO tags (content_id, topic_id, question_id, pick) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            content, topic, question, pick,
        )  # fmt: skip
        self.judge(question, odds)
        return question

    def edge(self, first: int, then: int, odds: float | None, origin: str = "pick") -> int:
        """A judged prerequisite; the id of its question."""
        question = self.question("prerequisite", first, then)
        self.one(
            "INSERT INTO prerequisites (subject_id, object_id, question_id, origin) VALUES (%s, %s, %s, %s)",
            first, then, question, origin,
        )  # fmt: skip
        self.judge(question, odds)
        return question

    def decided(self, question: int, act: str) -> None:
        """A decision of a person, whatever was asked."""
        self.one(
            "INSERT INTO decisions (course_id, question_id, act, details, person, at)"
            " VALUES (%s, %s, %s, '{}', 'Ada', %s)",
            self.id, question, act, self.now,
        )  # fmt: skip

    def statuses(self, table: Literal["tags", "prerequisites"]) -> dict[str, tuple[str, str]]:
        """Status and who it is by, by the natural key of each row."""
        natural = {
            "tags": "SELECT contents.sentence || ' → ' || topics.slug, status, by FROM tags"
            " JOIN contents ON contents.id = content_id JOIN topics ON topics.id = topic_id",
            "prerequisites": "SELECT first.slug || ' → ' || needs.slug, status, by FROM prerequisites"
            " JOIN topics AS first ON first.id = subject_id JOIN topics AS needs ON needs.id = object_id",
        }
        return {key: (status, by) for key, status, by in self.all(natural[table])}

    def versions(self, tables: Sequence[str] = DERIVED) -> dict[str, list[tuple[Any, ...]]]:
        """Which transaction wrote each row last."""
        return {table: sorted(self.all(f"SELECT xmin::text, ctid::text FROM {table}")) for table in tables}

    async def settle(self, database: Database) -> None:
        async with database.transaction() as connection:
            await self.stage.settle(connection, self.id)

    async def due(self, database: Database) -> bool:
        async with database.transaction() as connection:
            return bool(await outcomes.due(connection, self.stage.units(), self.id, self.now))

    async def run(self, database: Database) -> bool:
        """Settle as the runner does if it is due; whether it was."""
        async with database.transaction() as connection:
            units: list[Unit] = await outcomes.due(connection, self.stage.units(), self.id, self.now)
            for one in await self.stage.work(database, self.id, units):
                await one.write(connection)
                tool = self.stage.units().tool
                await outcomes.record(
                    connection, "settle", tool, self.id, [Recorded(one.unit, "done")], self.now
                )
        return bool(units)

    async def items(self, database: Database, *states: str) -> list[dict[str, Any]]:
        async with database.transaction() as connection:
            return await reviews.listing(connection, self.id, states=states or ("open",))

    async def item(self, database: Database, question: int) -> int:
        """The id of the item of a question that is asked or waits."""
        (found,) = [
            one for one in await self.items(database, "open", "waiting") if one["question_id"] == question
        ]
        return int(found["id"])

    async def decide(self, database: Database, item: int, answer: Any, **more: Any) -> int:
        async with database.transaction() as connection:
            return await decisions.decide(connection, item, answer, person="Ada", now=self.now, **more)

    async def answer(self, database: Database, question: int, answer: Any, **more: Any) -> int:
        """Answer the item of a question, then settle as the command line does; the id of the decision."""
        decision = await self.decide(database, await self.item(database, question), answer, **more)
        await self.settle(database)
        return decision

    async def undo(self, database: Database, item: int) -> None:
        async with database.transaction() as connection:
            await decisions.undo(connection, item, person="Ada", now=self.now)
        await self.settle(database)
