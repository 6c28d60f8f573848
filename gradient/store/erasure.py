"""Erases for good what was made of sources."""

from collections.abc import Sequence
from datetime import datetime

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute

_queries = load("erasure")
_STEPS = (
    "decision_texts",
    "evidence",
    "review_items",
    "extractions",
    "blocks",
    "topic_texts",
    "vectors",
    "outcome_reasons",
    "outcomes",
    "contents",
    "chunks",
    "detach_readings",
    "readings",
    "mark",
)
"""The queries in their order: each still finds what those after it erase."""


async def erase_sources(connection: Connection, source_ids: Sequence[int], now: datetime) -> None:
    """Erase readings, chunks, and the contents that stood on nothing else, with all that quotes them.

    Sources and revisions stay as bare names, so that their files are known and left alone. Decisions stay
    without their texts. What people pinned on pages stays theirs.
    """
    await execute(connection, _queries.doomed, sources=list(source_ids))
    await execute(connection, _queries.doomed_contents)
    await execute(connection, _queries.doomed_questions)
    for step in _STEPS:
        parameters = {"sources": list(source_ids), "now": now} if step == "mark" else {}
        await execute(connection, getattr(_queries, step), **parameters)


async def erase_course(connection: Connection, course_id: int) -> None:
    """Erase what else a course holds in words: the texts of its decisions, evidence, topics and queue."""
    for step in ("course_decisions", "course_evidence", "course_review_items", "course_topics"):
        await execute(connection, getattr(_queries, step), course=course_id)
