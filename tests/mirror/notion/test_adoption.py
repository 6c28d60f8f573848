import copy
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg

from gradient.mirror.notion.setup import set_up
from gradient.store import notion as stored
from gradient.store.sessions import Database
from tests.conftest import on_database
from tests.connections import kept_connection
from tests.mirror.mirror_runs import LOSS
from tests.mirror.notion.courses import EDGE, OPEN, asked_course, decisions, synced
from tests.mirror.notion.workspace import ROOT, Workspace, connected
from tests.pages.course_rows import CourseRows


def everything(notion: Workspace) -> dict[str, list[tuple[str, str]]]:
    """Every living row by its id, with the ids of its blocks and what they say."""
    rows = [*notion.rows("Topics").values(), *notion.rows("Review").values()]
    return {
        row["id"]: [
            (one["id"], said)
            for one, said in zip(notion.blocks(row["id"]), notion.said(row["id"]), strict=True)
        ]
        for row in rows
    }


@contextmanager
def a_copy(server_url: str, url: str, course: CourseRows) -> Iterator[CourseRows]:
    """The course in a copy of its database, as it is now."""
    name = f"test_{uuid4().hex[:12]}"
    source = url.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [source]
        )
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY file_copy")
        copied = copy.copy(course)
        copied.url = on_database(server_url, name)
        with kept_connection(copied.url):
            yield copied
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def test_all_is_taken_on_again_after_the_local_state_is_deleted(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    before = everything(notion)
    for table in ("notion_pages", "notion_databases", "mirror_items"):
        course.one(f"DELETE FROM {table}")
    course.one("DELETE FROM outcomes WHERE stage = 'mirror'")
    await set_up(connected(notion), database, ROOT)
    for _ in range(2):
        await synced(notion, database, course.id)
    assert everything(notion) == before
    assert len(notion.objects("database")) == 2


async def test_what_people_wrote_is_taken_on_too(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Softmax loss"]["id"]
    block = next(
        one for one, said in zip(notion.blocks(page), notion.said(page), strict=True) if said == LOSS
    )
    words = {block["type"]: {"rich_text": [{"text": {"content": "It is mine."}}]}}
    notion.person("update_block", block["id"], content=words)
    notion.decide(notion.rows("Review")[OPEN]["id"], "accept", by="Ben")
    course.one("DELETE FROM notion_pages")
    course.one("DELETE FROM notion_databases")
    await set_up(connected(notion), database, ROOT)
    for _ in range(2):
        await synced(notion, database, course.id)
    assert notion.said(page).count("It is mine.") == 1
    assert LOSS not in notion.said(page)
    assert course.all("SELECT content FROM blocks WHERE pinned") == [("It is mine.",)]
    assert [one[:2] for one in decisions(course)] == [("accept", "Ben")]


async def test_a_database_of_the_day_before_takes_on_what_came_since(
    server_url: str, database_url: str, empty_workspace: Workspace, course: CourseRows
) -> None:
    notion = empty_workspace
    items = asked_course(course)
    async with Database(database_url, connections=2) as before:
        await set_up(connected(notion), before, ROOT)
        await synced(notion, before, course.id)
    with a_copy(server_url, database_url, course) as today:
        async with Database(today.url, connections=2) as database:
            notion.later(hours=20)
            new = today.topic("Gradient")
            source = today.source("lectures/03.md", 3)
            quote = "The gradient points uphill."
            today.tag(new, today.chunk(source, quote, "Gradients"), quote)
            answered_at = notion.now()
            notion.decide(notion.rows("Review")[OPEN]["id"], "reject", by="Ben")
            await synced(notion, database, course.id)
            today.one("UPDATE topics SET state = 'retired' WHERE title = 'Score'")
            await synced(notion, database, course.id)
            assert sorted(notion.rows("Topics")) == ["Gradient", "Softmax loss"]
    async with Database(database_url, connections=2) as database:
        for _ in range(2):
            await synced(notion, database, course.id)
        assert [one[:2] for one in decisions(course)] == [("reject", "Ben")]
        assert course.one("SELECT at FROM decisions") == answered_at.replace(second=0, microsecond=0)
        assert course.one("SELECT state FROM review_items WHERE id = %s", items[0]) == "closed"
        assert course.one("SELECT state FROM topics WHERE title = 'Score'") == "active"
        gradient = notion.rows("Topics")["Gradient"]["id"]
        async with database.transaction() as connection:
            assert await stored.failures(connection) == []
        assert "Softmax loss" in notion.rows("Topics")
        course.tag(course.topic("Gradient"), course.chunk(course.source("lectures/03.md", 3), quote), quote)
        await synced(notion, database, course.id)
        assert notion.rows("Topics")["Gradient"]["id"] == gradient
        assert EDGE in notion.rows("Review")
