"""The whole state of a database by natural keys, to compare two runs."""

from pathlib import Path
from typing import Any

import psycopg

QUERIES = {
    "sources": """
        SELECT sources.path, sources.type, sources.position, courses.slug,
               sources.retired_at IS NULL, live.sha256, current.sha256
          FROM sources JOIN courses ON courses.id = sources.course_id
          LEFT JOIN revisions AS live ON live.id = sources.live_revision_id
          LEFT JOIN revisions AS current ON current.id = sources.current_revision_id""",
    "readings": "SELECT sha256, suffix, tool, text_hash, language, share_read, missing FROM readings",
    "chunks": """
        SELECT sources.path, chunks.text_hash, chunks.ordinal, chunks.furniture, placements.position,
               placements.start_at, placements.section_path, placements.page_from
          FROM chunks JOIN sources ON sources.id = chunks.source_id
          JOIN placements ON placements.chunk_id = chunks.id""",
    "contents": "SELECT kind, sentence, retired_at IS NULL FROM contents",
    "supports": """
        SELECT contents.sentence, chunks.text_hash, supports.start_at, supports.quote
          FROM supports JOIN contents ON contents.id = supports.content_id
          JOIN chunks ON chunks.id = supports.chunk_id""",
    "topics": """
        SELECT topics.slug, topics.title, topics.summary, topics.origin, topics.state, parent.slug,
               (SELECT array_agg(topic_names.key || '=' || topic_names.name ORDER BY topic_names.key)
                  FROM topic_names WHERE topic_names.topic_id = topics.id),
               chunks.text_hash
          FROM topics LEFT JOIN topics AS parent ON parent.id = topics.parent_id
          LEFT JOIN chunks ON chunks.id = topics.first_taught_chunk_id""",
    "candidates": """
        SELECT contents.sentence, topics.slug, candidates.rank
          FROM candidates JOIN contents ON contents.id = candidates.content_id
          JOIN topics ON topics.id = candidates.topic_id""",
    "tags": """
        SELECT contents.sentence, topics.slug, tags.pick, tags.status, round(tags.confidence::numeric, 6),
               tags.is_primary, tags.by
          FROM tags JOIN contents ON contents.id = tags.content_id
          JOIN topics ON topics.id = tags.topic_id""",
    "prerequisites": """
        SELECT subject.slug, object.slug, prerequisites.origin, prerequisites.status,
               round(prerequisites.confidence::numeric, 6), prerequisites.circle, prerequisites.by
          FROM prerequisites JOIN topics AS subject ON subject.id = prerequisites.subject_id
          JOIN topics AS object ON object.id = prerequisites.object_id""",
    "questions": "SELECT task, natural_key FROM questions",
    "decisions": """
        SELECT questions.natural_key, decisions.act, decisions.person
          FROM decisions LEFT JOIN questions ON questions.id = decisions.question_id""",
    "review": """
        SELECT review_items.kind, questions.natural_key, review_items.state, review_items.draw,
               review_items.reason
          FROM review_items LEFT JOIN questions ON questions.id = review_items.question_id
         WHERE review_items.state <> 'closed'""",
    "pages": """
        SELECT topics.slug, pages.state, pages.thin
          FROM pages JOIN topics ON topics.id = pages.topic_id""",
    "blocks": """
        SELECT topics.slug, blocks.position, blocks.type, blocks.content,
               (SELECT array_agg(block_supports.quote ORDER BY block_supports.quote)
                  FROM block_supports WHERE block_supports.block_id = blocks.id)
          FROM blocks JOIN topics ON topics.id = blocks.topic_id""",
    "outcomes": "SELECT stage, kind, outcome, count(*) FROM outcomes GROUP BY stage, kind, outcome",
}


def state_of(url: str) -> dict[str, list[Any]]:
    """Every table by natural keys, sorted."""
    with psycopg.connect(url) as connection:
        return {
            name: sorted(connection.execute(query.encode()).fetchall(), key=repr)
            for name, query in QUERIES.items()
        }


def files_of(folder: Path, *, times: bool = False) -> dict[str, Any]:
    """The files below a folder, by relative path: their bytes, or when they were written."""
    return {
        str(file.relative_to(folder)): file.stat().st_mtime_ns if times else file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def written_rows(url: str) -> dict[str, Any]:
    """Every row of ours with the transaction that wrote it; scans are the record of the scan itself."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND tablename NOT LIKE 'procrastinate%' AND tablename <> 'scans'"
        ).fetchall()
        return {
            table: sorted(
                connection.execute(f"SELECT xmin::text, ctid::text FROM {table}".encode()).fetchall()
            )
            for (table,) in tables
        }
