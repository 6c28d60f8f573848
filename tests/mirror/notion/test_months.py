"""Months of use with faults and kills: at the end both sides hold what should be true, and nothing else."""

import json
from typing import Any
from urllib.parse import unquote

import pytest

from gradient.mirror.notion.sync import sync
from gradient.store.sessions import Database
from tests.mirror.notion.courses import nothing
from tests.mirror.notion.months import Months
from tests.mirror.notion.workspace import Workspace, mirror_in
from tests.pages.course_rows import CourseRows

ROUNDS = 8
MADE = """
SELECT act, person FROM decisions
 WHERE act <> 'undo' AND question_id = (SELECT question_id FROM review_items WHERE id = %s) ORDER BY id
"""
HOLDING = MADE.replace(
    "ORDER", "AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id) ORDER"
)


@pytest.mark.parametrize("seed", range(20))
async def test_after_months_of_use_both_sides_are_what_they_should_be(
    notion: Workspace, database: Database, course: CourseRows, seed: int
) -> None:
    months = Months(seed, notion, database, course)
    await months.live(ROUNDS)
    notion.later(minutes=10)
    await months.step()
    await months.step()

    pages = {title: one for title, one in months.pages.items() if one.active}
    rows = notion.rows("Topics")
    assert sorted(rows) == sorted(pages)
    for title, page in pages.items():
        assert sorted(notion.said(rows[title]["id"])) == page.shown(), title
        pinned = course.all("SELECT content FROM blocks JOIN topics ON topics.id = topic_id"
                            " WHERE title = %s AND pinned", title)  # fmt: skip
        dropped = {text for (text,) in pinned} - set(page.own)
        assert sorted({text for (text,) in pinned} - dropped) == sorted(page.own)
        assert dropped <= page.dropped
        assert rows[title]["properties"]["Status"]["select"]["name"] == "fresh"
        assert rows[title]["properties"]["Course"]["select"] is not None

    for item, question in months.questions.items():
        assert course.all(MADE, item) == question.made, question.name
        assert course.all(HOLDING, item) == [(one.act, one.person) for one in question.holding], question.name
        assert (course.one("SELECT state FROM review_items WHERE id = %s", item) == "open") is question.open
    open_rows = [one for one in notion.objects("page") if _chosen(one, "State") == "open"]
    assert sorted((notion.text(one, "Question"), _chosen(one, "Decision")) for one in open_rows) == sorted(
        (one.name, one.answer) for one in months.questions.values() if one.open
    )

    assert written_over(months) == []

    notion.later(minutes=10)
    await sync(mirror_in(notion), database, nothing)
    with notion.counted() as calls:
        await sync(mirror_in(notion), database, nothing)
    assert [one for one in calls if one[0] != "GET" and not one[1].endswith("/query")] == []
    assert len(calls) == 7


def written_over(months: Months) -> list[str]:
    """Calls that wrote to a column of a person, or to a block that a person had written."""
    notion = months.notion
    columns = notion.server.ws.objects[notion.source("Review")]["schema"].values()
    theirs = {one["id"] for one in columns if one["name"] in ("Decision", "Correct topic", "Note")}
    found = []
    for number, call in enumerate(notion.server.log):
        kind, _, rest = call["path"].removeprefix("/v1/").partition("/")
        if kind == "pages" and call["body"]:
            found += [key for key in json.loads(call["body"]).get("properties", {}) if unquote(key) in theirs]
        if call["method"] in ("PATCH", "DELETE") and kind == "blocks" and "/" not in rest:
            found += [rest] if months.theirs.get(rest, number) < number else []
    return found


def _chosen(page: dict[str, Any], column: str) -> str | None:
    found = (page["properties"].get(column) or {}).get("select")
    return None if found is None else str(found["name"])
