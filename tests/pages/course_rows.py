"""A course made of rows by hand: sources, chunks, contents, topics, tags and prerequisites."""

import hashlib
from typing import Any

from psycopg.rows import scalar_row

from tests.connections import connected


class CourseRows:
    """Writes rows of one course. Every method answers with the id of what it made."""

    def __init__(self, url: str, slug: str = "vision") -> None:
        self.url = url
        self.slug = slug
        self.id = self.one(
            "INSERT INTO courses (slug, folder, name) VALUES (%s, %s, %s) RETURNING id",
            slug,
            slug,
            slug.title(),
        )

    def one(self, query: str, *values: Any) -> Any:
        with connected(self.url) as connection, connection.cursor(row_factory=scalar_row) as cursor:
            cursor.execute(query.encode(), values)
            return cursor.fetchone() if cursor.description else None

    def all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with connected(self.url) as connection:
            return connection.execute(query.encode(), values).fetchall()

    def source(self, path: str, position: int | None = None) -> int:
        source = self.one(
            "INSERT INTO sources (course_id, root, path, type, position)"
            " VALUES (%s, 'inbox', %s, 'lectures', %s) RETURNING id",
            self.id,
            path,
            position,
        )
        revision = self.one(
            "INSERT INTO revisions (source_id, sha256, size, suffix) VALUES (%s, %s, 1, '.md') RETURNING id",
            source,
            path,
        )
        self.one("UPDATE sources SET live_revision_id = %s WHERE id = %s", revision, source)
        return int(source)

    def retire(self, source: int) -> None:
        self.one("UPDATE sources SET retired_at = now() WHERE id = %s", source)

    def chunk(self, source: int, text: str, *path: str, page: int | None = None) -> int:
        chunk = self.one(
            "INSERT INTO chunks (source_id, text_hash, ordinal, text) VALUES (%s, %s, 0, %s) RETURNING id",
            source,
            hashlib.sha256(text.encode()).hexdigest(),
            text,
        )
        position = self.one(
            "SELECT count(*) FROM placements JOIN sources ON live_revision_id = revision_id"
            " WHERE sources.id = %s",
            source,
        )
        start = 10_000 * int(position)
        self.one(
            "INSERT INTO placements (revision_id, chunk_id, position, start_at, end_at, section_path,"
            " page_from) SELECT live_revision_id, %s, %s, %s, %s, %s, %s FROM sources WHERE id = %s",
            chunk,
            position,
            start,
            start + len(text),
            list(path),
            page,
            source,
        )
        if page is not None:
            self._call(source, start, f"page {page}")
        return int(chunk)

    def _call(self, source: int, start: int, label: str) -> None:
        """Give a part of a source the name that people have for it."""
        reading = self.one(
            "INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, share_read)"
            " VALUES (%s, '.md', 'rows', '', '', '{}', 1)"
            " ON CONFLICT (sha256, suffix, tool) DO UPDATE SET tool = excluded.tool RETURNING id",
            str(source),
        )
        self.one("UPDATE revisions SET reading_id = %s WHERE source_id = %s", reading, source)
        self.one("INSERT INTO places VALUES (%s, %s, %s)", reading, start, label)

    def topic(self, title: str, slug: str | None = None, *aliases: str, summary: str = "") -> int:
        topic = self.one(
            "INSERT INTO topics (course_id, slug, title, summary, origin)"
            " VALUES (%s, %s, %s, %s, 'extracted') RETURNING id",
            self.id,
            slug or "-".join(title.casefold().split()),
            title,
            summary,
        )
        for name in (title, *aliases):
            self.one("INSERT INTO topic_names VALUES (%s, %s, %s, 'mention')", topic, name.casefold(), name)
        return int(topic)

    def tag(
        self,
        topic: int,
        chunk: int,
        quote: str,
        *,
        kind: str = "fact",
        confidence: float = 0.9,
        primary: bool = True,
        status: str = "accepted",
    ) -> int:
        text = self.one("SELECT text FROM chunks WHERE id = %s", chunk)
        start = text.index(quote)
        content = self.one(
            "INSERT INTO contents (course_id, kind, sentence, sentence_key) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (course_id, kind, sentence_key) DO UPDATE SET sentence = excluded.sentence"
            " RETURNING id",
            self.id,
            kind,
            quote,
            quote.casefold(),
        )
        self.one(
            "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote) VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            content,
            chunk,
            start,
            start + len(quote),
            quote,
        )
        self.one(
            "INSERT INTO tags (content_id, topic_id, question_id, status, confidence, is_primary)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            content,
            topic,
            self.question("tag", content, topic),
            status,
            confidence,
            primary,
        )
        return int(content)

    def question(self, task: str, subject: int, other: int | None) -> int:
        return int(
            self.one(
                "INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)"
                " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (task, subject_id, object_id)"
                " DO UPDATE SET task = excluded.task RETURNING id",
                self.id,
                task,
                subject,
                other,
                f"{task}|{subject}|{other}",
            )
        )

    def prerequisite(self, first: int, then: int, confidence: float = 0.8, status: str = "accepted") -> None:
        self.one(
            "INSERT INTO prerequisites (subject_id, object_id, question_id, origin, status, confidence)"
            " VALUES (%s, %s, %s, 'pick', %s, %s)",
            first,
            then,
            self.question("prerequisite", first, then),
            status,
            confidence,
        )

    def item(self, kind: str, question: int | None, reason: str, confidence: float | None = 0.5) -> int:
        return int(
            self.one(
                "INSERT INTO review_items (course_id, kind, question_id, reason, confidence, priority,"
                " state, created_at) VALUES (%s, %s, %s, %s, %s, 1, 'open', now()) RETURNING id",
                self.id,
                kind,
                question,
                reason,
                confidence,
            )
        )
