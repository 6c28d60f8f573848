"""Erases for good what was made of sources."""

from collections.abc import Sequence
from datetime import datetime

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row

FORGET_LOCK = 1_196_572_998
"""Advisory lock that who erases holds alone, and who stores what was made of sources shares."""

_queries = load("erasure")
_STEPS = (
    "decision_texts",
    "act_texts",
    "quotes",
    "evidence",
    "notion_rows",
    "review_items",
    "review_reasons",
    "circles",
    "extractions",
    "kept_answers",
    "batches",
    "extracted_names",
    "blocks",
    "topic_blocks",
    "topic_pages",
    "topic_texts",
    "topic_doubts",
    "doomed_names",
    "other_titles",
    "other_names",
    "change_texts",
    "change_causes",
    "question_keys",
    "topic_prerequisites",
    "topic_tags",
    "topic_groups",
    "groups",
    "topic_names",
    "notion_pages",
    "topics",
    "vectors",
    "outcome_reasons",
    "outcomes",
    "course_outcomes",
    "contents",
    "chunks",
    "detach_readings",
    "readings",
    "mark",
)
"""The queries in their order: each still finds what those after it erase."""

_COURSE_STEPS = (
    "course_decisions",
    "course_evidence",
    "course_kept_answers",
    "course_batches",
    "course_notion_rows",
    "course_review_items",
    "course_names",
    "course_topics",
)


async def hold_off(connection: Connection) -> None:
    """Let nobody erase anything until this transaction ends; waits for who is at it."""
    await execute(connection, _queries.hold_off, key=FORGET_LOCK)


async def erased(connection: Connection) -> tuple[object, ...]:
    """A value that is another one once anything more was erased, in whatever course."""
    return tuple((await row(connection, _queries.erased) or {}).values())


async def erase_sources(connection: Connection, source_ids: Sequence[int], now: datetime) -> None:
    """Erase readings, chunks, what contents and topics stood on nothing else, and all that quotes them.

    Sources and revisions stay as bare names, so that their files are known and left alone. Decisions stay
    without their texts. What people pinned on pages stays theirs. What is under way meanwhile was made of
    what is erased here, and is not stored.
    """
    await execute(connection, _queries.lock, key=FORGET_LOCK)
    await execute(connection, _queries.doomed, sources=list(source_ids))
    await execute(connection, _queries.doomed_contents, sources=list(source_ids))
    await execute(connection, _queries.doomed_topics, sources=list(source_ids))
    await execute(connection, _queries.doomed_questions)
    for step in _STEPS:
        await execute(connection, getattr(_queries, step), sources=list(source_ids), now=now)


async def erase_course(connection: Connection, course_id: int) -> None:
    """Erase what else a course holds in words: the texts of its decisions, evidence, topics and queue."""
    for step in _COURSE_STEPS:
        await execute(connection, getattr(_queries, step), course=course_id)
