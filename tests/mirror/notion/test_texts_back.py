from gradient.mirror.removal import LARGEST_COUNT
from gradient.store.sessions import Database
from tests.mirror.mirror_runs import LOSS, RANGE
from tests.mirror.notion.courses import asked_course, decisions, synced
from tests.mirror.notion.workspace import Workspace
from tests.pages.course_rows import CourseRows


def text(content: str) -> dict[str, object]:
    return {"rich_text": [{"type": "text", "text": {"content": content}}]}


def block_of(notion: Workspace, page: str, words: str) -> dict[str, object]:
    return next(
        one for one, said in zip(notion.blocks(page), notion.said(page), strict=True) if words in said
    )


def stored(course: CourseRows, title: str = "Softmax loss") -> list[tuple[object, ...]]:
    """The blocks of a page in their order: type, content, pinned."""
    return course.all(
        "SELECT blocks.type, content, pinned FROM blocks JOIN topics ON topics.id = topic_id WHERE title = %s"
        " ORDER BY blocks.position, pinned DESC, blocks.id",
        title,
    )


async def test_a_text_that_a_person_changes_is_pinned_and_never_written_over(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Softmax loss"]["id"]
    changed = block_of(notion, page, "is a measure")
    kind = str(changed["type"])
    mine = {"rich_text": [
        {"type": "text", "text": {"content": "It measures, with $5 and "}},
        {"type": "equation", "equation": {"expression": "x^2"}},
        {"type": "text", "text": {"content": ", how far off we are."}},
    ]}  # fmt: skip
    notion.person("update_block", str(changed["id"]), content={kind: mine})
    for _ in range(3):
        await synced(notion, database, course.id)
    pinned = [one for one in stored(course) if one[2]]
    assert pinned == [("callout", r"It measures, with \$5 and $x^2$, how far off we are.", True)]
    assert not [one for one in stored(course) if one[1] == LOSS]
    assert block_of(notion, page, "It measures")["id"] == changed["id"]
    assert not [one for one in notion.said(page) if one == LOSS]
    course.one("UPDATE topics SET title = 'The loss', summary = 'Other words.' WHERE title = 'Softmax loss'")
    await synced(notion, database, course.id)
    assert block_of(notion, page, "It measures")["id"] == changed["id"]


async def test_a_text_that_is_changed_right_before_our_own_write_is_seen(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Softmax loss"]["id"]
    changed = block_of(notion, page, RANGE)

    async def meanwhile(method: str, path: str) -> None:
        if (method, path) == ("PATCH", f"/v1/pages/{page}"):
            kind = str(changed["type"])
            notion.person("update_block", str(changed["id"]), content={kind: text("It is mine.")})

    course.one("UPDATE tags SET confidence = 0.7")
    notion.meanwhile = meanwhile
    await synced(notion, database, course.id)
    notion.meanwhile = None
    assert notion.rows("Topics")["Softmax loss"]["last_edited_by"]["id"] != notion.person_id("Ada")
    await synced(notion, database, course.id)
    assert [one[1] for one in stored(course) if one[2]] == ["It is mine."]
    assert "It is mine." in notion.said(page)


async def test_a_text_that_a_person_adds_is_on_the_page_everywhere(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Softmax loss"]["id"]
    first = block_of(notion, page, "is a measure")
    new = [{"type": "paragraph", "paragraph": text("Mind the sign.")}, {"type": "divider", "divider": {}}]
    notion.person("insert_blocks", page, children=new, after=first["id"])
    before = [one["id"] for one in notion.blocks(page)]
    for _ in range(3):
        await synced(notion, database, course.id)
    assert [one["id"] for one in notion.blocks(page)] == before
    said = [one[1] for one in stored(course)]
    assert ("paragraph", "Mind the sign.", True) in stored(course)
    assert said.index("Mind the sign.") == said.index(LOSS) + 1


async def test_a_block_that_a_person_deletes_is_not_written_again(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Softmax loss"]["id"]
    notion.person("trash", str(block_of(notion, page, RANGE)["id"]))
    notion.person("trash", str(block_of(notion, page, "Sources")["id"]))
    left = notion.said(page)
    course.one("UPDATE topics SET summary = 'Other words.' WHERE title = 'Softmax loss'")
    await synced(notion, database, course.id)
    await synced(notion, database, course.id)
    assert notion.said(page) == left


async def test_our_columns_are_written_again_and_a_persons_are_left_alone(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    score = notion.rows("Topics")["Score"]
    mine = {"Topic": {"title": [{"text": {"content": "Mine"}}]}, "Confidence": {"number": 0.01}}
    notion.person("set_properties", score["id"], properties=mine)
    await synced(notion, database, course.id)
    assert notion.rows("Topics")["Score"]["id"] == score["id"]
    assert notion.rows("Topics")["Score"]["properties"]["Confidence"]["number"] == 0.9


async def test_the_page_of_a_topic_in_the_trash_retires_it_and_taking_it_out_takes_that_back(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    page = notion.rows("Topics")["Score"]["id"]
    notion.person("trash", page, by="Ben")
    for _ in range(2):
        await synced(notion, database, course.id)
    assert [one[:2] for one in decisions(course)] == [("retire", "Ben")]
    assert course.one("SELECT state FROM topics WHERE title = 'Score'") == "retired"
    assert "Score" in notion.rows("Topics", trashed=True)
    notion.person("restore", page, by="Ben")
    await synced(notion, database, course.id)
    assert course.one("SELECT state FROM topics WHERE title = 'Score'") == "active"
    assert notion.rows("Topics")["Score"]["id"] == page


async def test_a_page_that_is_gone_for_good_is_missed_when_every_row_is_looked_at(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    notion.person("purge", notion.rows("Topics")["Score"]["id"])
    await synced(notion, database, course.id, whole=True)
    assert course.one("SELECT state FROM topics WHERE title = 'Score'") == "retired"


async def test_if_much_is_gone_at_once_nothing_is_decided_until_it_is_confirmed(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    for number in range(20):
        course.topic(f"Topic {number}")
    await synced(notion, database, course.id)
    for number in range(LARGEST_COUNT + 1):
        notion.person("trash", notion.rows("Topics")[f"Topic {number}"]["id"])
    for _ in range(2):
        came = await synced(notion, database, course.id)
        (notice,) = came.notices
        assert notice == (
            "6 of our 20 pages in Topics are in the trash of Notion or gone, so nothing was decided from it;"
            " restore them there, or say gradient notion sync --confirm."
        )
        assert decisions(course) == []
    assert course.one("SELECT notice FROM notion_databases WHERE kind = 'topics'") == notice
    (first, *_) = notion.rows("Topics", trashed=True).values()
    notion.person("restore", first["id"])
    came = await synced(notion, database, course.id)
    assert came.notices == []
    assert [one[0] for one in decisions(course)] == ["retire"] * LARGEST_COUNT


async def test_a_confirmed_sync_decides_whatever_is_gone(
    notion: Workspace, database: Database, course: CourseRows
) -> None:
    for number in range(10):
        course.topic(f"Topic {number}")
    await synced(notion, database, course.id)
    for one in notion.rows("Topics").values():
        notion.person("trash", one["id"], by="Ben")
    await synced(notion, database, course.id)
    await synced(notion, database, course.id, confirmed=True)
    assert [one[:2] for one in decisions(course)] == [("retire", "Ben")] * 10


async def test_idle_is_silent(notion: Workspace, database: Database, course: CourseRows) -> None:
    asked_course(course)
    await synced(notion, database, course.id)
    await synced(notion, database, course.id)
    notion.person("comment", notion.rows("Topics")["Score"]["id"], text="Nice.")
    with notion.counted() as calls:
        await synced(notion, database, course.id)
    assert len(calls) == 7
    assert not [path for method, path in calls if method != "GET" and not path.endswith("/query")]
